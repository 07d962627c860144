import { type Block, blocksOf, leafAt, type Owner } from './blocks.ts';
import { readDocuments } from './document.ts';
import { embeddedIn } from './embedded.ts';
import { type Finding, isSplice, planBlock, type Splice, withoutSize } from './plan-block.ts';
import type { Note } from './value.ts';

/** What a file of values is to say. */
export interface Wish extends Owner {
  /** A Kubernetes quantity. */
  size: string;
  /** The retentionSize that goes with it, where somebody has chosen one; where set, that of the file is fitted when absent. */
  retentionSize?: string | undefined;
}

export interface Edit {
  /** The whole file as it is to be; the very same text where nothing changes. */
  text: string;
  changes: Change[];
  notes: Note[];
  /** Whether the file says anything of these volumes. */
  found: boolean;
}

export type Change = Pick<Splice, 'path' | 'line' | 'from' | 'to'>;

/**
 * Plans what a file of values or manifests has to change for a new size of a component's volumes (§4.C step 5): the size
 * and, where it is set, `retentionSize`, spliced into the text so that not a byte beside them changes. What can't be edited
 * safely is left and noted. Throws a `YamlSyntaxError`.
 */
export function planEdit(text: string, wish: Wish): Edit {
  const file = readDocuments(text);
  const blocks = file.documents.flatMap((leaves) => blocksOf(leaves, wish));
  const sized = new Set(blocks.filter(({ leaves, size }) => leafAt(leaves, size)));
  const first = [...sized].slice(0, NAMED + 1);
  const findings = blocks.flatMap((block): Finding[] => {
    if (!sized.has(block)) return withoutSize(block, file);
    return sized.size > 1 ? [oneOfSeveral(block)] : planBlock(block, file, wish);
  });
  const splices = findings.filter(isSplice);
  const notes = [
    ...findings.filter((finding): finding is Note => !isSplice(finding)),
    ...embeddedIn(file, wish),
  ];
  return {
    text: spliced(text, splices),
    changes: splices.map(({ path, line, from, to }) => ({ path, line, from, to })),
    notes,
    found: sized.size > 0 || notes.length > 0,
  };

  /** Which of several resources a section of values makes is not written in it. */
  function oneOfSeveral(block: Block): Note {
    const others = first.filter((other) => other !== block).slice(0, NAMED);
    const lines = others.map((other) => file.lineOf(leafAt(other.leaves, other.size)));
    const more = sized.size - 1 - lines.length;
    return {
      path: block.size,
      line: file.lineOf(leafAt(block.leaves, block.size)),
      reason: `is one of several such sizes: see line ${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''} too`,
      mend: 'Write the new size by hand where it belongs.',
    };
  }
}

/** How many other places a note names. */
const NAMED = 10;

/** The text with each splice in its place; the last one first, so that the places of the others hold. */
function spliced(text: string, splices: Splice[]): string {
  return splices
    .toSorted((one, other) => other.start - one.start)
    .reduce((edited, { start, end, written }) => edited.slice(0, start) + written + edited.slice(end), text);
}
