/** Where each page is, so that the others can point to it. */
export interface References {
  program: PageReference;
  guards: PageReference;
  commands: Map<string, PageReference>;
}

/** One page of the documentation, as both Markdown and the manual have it. Its texts are plain: each form escapes them. */
export interface Page {
  /** `kubectl bmh repair`. */
  title: string;
  /** What the manual calls it: `kubectl-bmh-repair`. */
  name: string;
  /** Of the manual: 1 for commands, 7 for anything else. */
  section: 1 | 7;
  /** Its Markdown file, in the folder of its program: `repair.md`. */
  file: string;
  /** One line without a full stop. */
  summary: string;
  /** How it is called, where it can be. */
  usage?: string;
  chapters: Chapter[];
  seeAlso: PageReference[];
}

export type PageReference = Pick<Page, 'title' | 'name' | 'section' | 'file'>;

export interface Chapter {
  heading: string;
  blocks: Block[];
}

export type Block =
  | { kind: 'text'; text: string }
  /** Shown as typed, line by line. */
  | { kind: 'code'; text: string }
  | { kind: 'terms'; headers: [term: string, text: string]; terms: Term[] };

/** Something to type, or that is printed, and what it means; `file` is the page about it. */
export interface Term {
  term: string;
  text: string;
  file?: string;
}

/** The pages of one program, by the name of its executable. */
export interface Manual {
  program: string;
  version: string;
  pages: Page[];
}
