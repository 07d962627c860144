import { columnOf } from './edit-lines.ts';
import type { Node } from './edit-nodes.ts';

/** How a file indents. */
export interface Layout {
  /** The entries of a map, below its key. */
  step: number;
  /** The entries of a list, below its key. */
  listStep: number;
}

/** What most maps and lists of a document do. */
export function layoutOf(root: Node | undefined, text: string): Layout {
  const steps = { map: new Map<number, number>(), list: new Map<number, number>() };
  const walk = (node: Node): void => {
    if (node.kind === 'list') for (const item of node.items) walk(item);
    if (node.kind !== 'map' || node.isFlow) return;
    const column = columnOf(text, node.content);
    for (const { value } of node.entries) {
      if ((value.kind !== 'map' && value.kind !== 'list') || value.isFlow) continue;
      const step = columnOf(text, value.content) - column;
      steps[value.kind].set(step, (steps[value.kind].get(step) ?? 0) + 1);
      walk(value);
    }
  };
  if (root) walk(root);
  const step = mostFrequent(steps.map) ?? DEFAULT;
  return { step, listStep: mostFrequent(steps.list) ?? step };
}

const DEFAULT = 2;

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first?.[0];
}
