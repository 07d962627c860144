/** Quotes of a scalar, empty for none. */
export type Quote = '' | "'" | '"';

/** Where a node is in the text. Offsets are UTF-16 units; ends are exclusive. */
export interface Ranged {
  /** With its anchor and its tag. */
  start: number;
  /** Without them. Of a block of text, its first line. */
  content: number;
  /** Of a block map or list, that of its last entry; of a block of text, that of its last line. */
  end: number;
  /** Where its anchor and its tag end, if it has one. */
  marksEnd: number | undefined;
}

export interface ScalarNode extends Ranged {
  kind: 'scalar';
  /** As written, without quotes and escapes. */
  value: string;
  /** Undefined for a block of text. */
  quote: Quote | undefined;
  isEmpty: boolean;
  /** Whether the line break at the end of a block of text is not part of it. */
  isStripped: boolean;
}

export interface ListNode extends Ranged {
  kind: 'list';
  isFlow: boolean;
  items: Node[];
}

export interface MapNode extends Ranged {
  kind: 'map';
  isFlow: boolean;
  entries: Entry[];
}

export interface Entry {
  key: Node;
  value: Node;
  /** The offset after the colon; undefined if there is none, as in `{key}`. */
  afterColon: number | undefined;
}

export interface AliasNode extends Ranged {
  kind: 'alias';
  target: Node | undefined;
}

export type Node = ScalarNode | ListNode | MapNode | AliasNode;

/** A document of a text. */
export interface Tree {
  /** Undefined if it is empty. */
  root: Node | undefined;
  aliases: AliasNode[];
  /** Whether it begins with `---`. */
  isMarked: boolean;
}
