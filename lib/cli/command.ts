/** What a person sees of a procedure while it runs: one line a step, live on a terminal. */
export interface Progress {
  /** The step is done, or needed nothing; `note` says what came of it. */
  done(step: number, note?: string): void;
  skipped(step: number, note: string): void;
  failed(step: number, note: string): void;
  /** Lines beside the steps, such as what is being waited for; they take the place of those before. */
  note(...texts: string[]): void;
  /** Leaves the display as it stands; what is said afterwards comes below it. */
  end(): Promise<void>;
}

/** The shapes that parsing, help, documentation and validation derive from: a command is data beside its handler. */

export interface Flag {
  type: 'boolean' | 'string' | 'number' | 'list';
  describe: string;
  /** One letter. */
  short?: string;
  /** The values that it takes; one that ends in `=` stands for all that begin so. */
  choices?: readonly string[];
  default?: boolean | string | number;
  /** What its value is completed with, where that is not one of its choices. */
  complete?: Completion;
}

export type Flags = Record<string, Flag>;

/** What a handler gets for its flags: camel-cased names; a flag without a default may be undefined, a list may be empty. */
export type Values<F extends Flags> = { [Name in keyof F & string as Camel<Name>]: Value<F[Name]> };

type Value<F extends Flag> = F['type'] extends 'boolean'
  ? boolean
  : F['type'] extends 'list'
    ? Choice<F>[]
    :
        | (F['type'] extends 'number' ? number : Choice<F>)
        | (F extends { default: string | number } ? never : undefined);

type Choice<F extends Flag> = F extends { choices: readonly (infer C)[] } ? Chosen<C> : string;

type Chosen<C> = C extends `${infer Lead}=` ? `${Lead}=${string}` : C;

export type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/**
 * What a shell completes a word with: `file`, `folder` and `yaml` (files) are the shell's own work, `command` is a command of
 * this program, a list says all there is, and anything else is a kind of names that the program knows how to ask for.
 */
export type Completion = string | readonly string[];

/** One word that a shell may offer, and what it may say beside it. */
export interface Candidate {
  value: string;
  description?: string;
}

/**
 * Asks for the names of one kind, at the place that the flags of an unfinished line point to, until `signal` aborts. What it
 * throws means that there are no more.
 */
export type Asking = (
  call: Call,
  around: { env: Host['env']; signal: AbortSignal },
) => AsyncIterable<Candidate>;

export interface Example {
  comment: string;
  command: string;
}

/** A parsed call: its flags by camel-cased name, and the words beside them. */
export interface Call<V = Record<string, unknown>> {
  args: string[];
  values: V;
}

export interface Command {
  name: string;
  /** One line, for lists of commands. */
  summary: string;
  /** Paragraphs, for its own help. */
  description: string;
  /** Under which heading the list of commands has it. */
  group: string;
  examples: Example[];
  /**
   * The words that it takes, as the usage line shows them: `HOST`, `[NAME]` where it may be left out, and last `HOST...` or
   * `[HOST...]` for any number of them.
   */
  args: string[];
  /** What each of its words is completed with, in their order; the last one's holds for all that may follow it. */
  complete?: readonly Completion[];
  flags: Flags;
  /** Whether it talks to a cluster, and so takes kubectl's connection flags. */
  connects: boolean;
  /** Loads the handler, and with it all that it imports, only when the command is called. */
  load(): Promise<Handler>;
}

/** Runs one call and gives its exit code; what goes wrong is thrown. */
export type Handler<V = Record<string, unknown>> = (
  call: Call<V>,
  host: Host,
  program: Program,
) => Promise<number>;

/** One plugin: what it is called, what it is for, and its commands in the order of its help. */
export interface Program {
  /** As a user types it: `kubectl bmh`. */
  name: string;
  version: string;
  description: string;
  commands: Command[];
  /** How names are asked for, by what `complete` calls them; loaded only to complete. */
  names(): Promise<Record<string, Asking>>;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Everything a handler touches of the machine: given from outside, so that tests can give their own. */
export interface Host {
  stdout: Output;
  stderr: Output;
  stdin: NodeJS.ReadableStream;
  /** Whether stdin is a terminal, so that a person can be asked. */
  interactive: boolean;
  env: Record<string, string | undefined>;
  /** The folder that the person is in. */
  cwd(): string;
  clock: {
    now(): Date;
    /** Resolves after so many milliseconds, or rejects when the signal aborts. */
    after(milliseconds: number, signal: AbortSignal): Promise<void>;
  };
  /** Aborted by Ctrl-C and by the signals that end a process; the reason is the error to end with. */
  interrupted: AbortSignal;
  /** Has the process end as soon as the command has, and all it wrote is out, whatever else is still under way. */
  leaveAtEnd(): void;
}
