import type { ImageServer } from '../support/images.ts';
import { busy, checkedImage, type Node, settle } from './ironic.ts';

/** The nodes that Ironic knows, and the work that it does on them by itself. */
export interface Conductor {
  node(key: string): Node | undefined;
  /** Puts the node in place; a busy one is settled later. Undefined removes it. */
  keep(key: string, node: Node | undefined): void;
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>;
}

/** Starts an Ironic without nodes, which asks for images at `images` until `signal` aborts. */
export function conductor(images: Pick<ImageServer, 'head'>, signal: AbortSignal): Conductor {
  const nodes = new Map<string, Node>();
  const checks = new Map<string, Promise<void>>();

  /** Settles a busy node once its image has answered; a node that was given other work meanwhile is checked again. */
  async function check(key: string, node: Node): Promise<void> {
    const url = checkedImage(node);
    const answer = url === undefined ? undefined : await images.head(url, signal).catch(() => undefined);
    if (signal.aborted) return;
    const current = nodes.get(key);
    if (current === node) nodes.set(key, settle(node, answer));
    else if (busy(current)) return check(key, current);
  }

  return {
    node: (key) => nodes.get(key),
    keep(key, node) {
      if (node) nodes.set(key, node);
      else nodes.delete(key);
      if (busy(node) && !checks.has(key))
        checks.set(
          key,
          check(key, node).finally(() => checks.delete(key)),
        );
    },
    async ended() {
      await Promise.all(checks.values());
    },
  };
}
