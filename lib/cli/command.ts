/** Commands as data beside their handlers: parsing, help, documentation and completion derive from these shapes. */

export interface Flag {
  type: 'boolean' | 'string' | 'number' | 'list';
  describe: string;
  /** One letter. */
  short?: string;
  /** Whether commas are a part of each value of a list, and do not separate several. */
  hasCommas?: boolean;
  /** The values it accepts. One that ends in `=` accepts any value with that prefix. */
  choices?: readonly string[];
  default?: boolean | string | number;
  /** How its value is completed, unless by its choices. */
  complete?: Completion;
}

export type Flags = Record<string, Flag>;

/** Flag values as a handler gets them, by camel-cased name. A flag without a default may be undefined, a list may be empty. */
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

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/**
 * How a shell completes a word. The shell itself completes `file`, `folder` and `yaml` (files). `command` is a command of this
 * program, a list has all candidates, and any other text is a kind of names in `Program.names`.
 */
export type Completion = string | readonly string[];

/** One word that a shell may offer, and its description. */
export interface Candidate {
  value: string;
  description?: string;
}

/** Lists the names of one kind in the cluster or kubeconfig that an unfinished line selects, until `signal` aborts. An error ends the list. */
export type NameSource = (
  call: Call,
  context: { env: Host['env']; signal: AbortSignal },
) => AsyncIterable<Candidate>;

/** A parsed call: its positional arguments, and its flags by camel-cased name. */
export interface Call<V = Record<string, unknown>> {
  args: string[];
  values: V;
  /** The call of the command that the first argument names, of those in `Command.inner`. */
  inner?: InnerCall;
}

/** A call inside another one: what its own handler would get, and which flags were given. */
export interface InnerCall extends Call {
  command: Command;
  /** Names of the given flags, in their order. */
  given: string[];
}

export interface Command {
  /** One word or more: `rules lint` is of the group `rules`. */
  name: string;
  /** One line, for lists of commands. */
  summary: string;
  /** Paragraphs, for its own help. */
  description: string;
  /** Its heading in the list of commands. */
  group: string;
  examples: { comment: string; command: string }[];
  /** Its positional arguments, as the usage line shows them: `HOST`, `[NAME]` if optional, and last `HOST...` or `[HOST...]` if repeatable. */
  args: string[];
  /** How each argument is completed. The last entry applies to all repeated arguments. */
  complete?: readonly Completion[];
  flags: Flags;
  /** Commands that its first argument may name. What follows that word is read as their command line; flags of this command may be among it. */
  inner?: readonly Command[];
  /** Whether it connects to a cluster, and so takes kubectl's connection flags. */
  connects: boolean;
  /** Imports the handler and its dependencies, only when the command is called. */
  load(): Promise<Handler>;
}

/** Runs one call and returns its exit code. Throws on failure. */
export type Handler<V = Record<string, unknown>> = (
  call: Call<V>,
  host: Host,
  program: Program,
) => Promise<number>;

/** One plugin, with its commands in the order of its help. */
export interface Program {
  /** As a user types it: `kubectl bmh`. */
  name: string;
  version: string;
  description: string;
  commands: Command[];
  /** What the commands of each group do together, in one line. */
  groups?: Record<string, string>;
  /** The sources of names, by the kinds in `Completion`; imported only for completion. */
  names(): Promise<Record<string, NameSource>>;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** A clock that only moves forward. */
export interface WaitClock {
  /** Milliseconds since some moment. */
  elapsed(): number;
  /** Resolves after that many milliseconds, or rejects when the signal aborts. */
  after(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Everything of the machine that a handler uses. Injected, so that tests can replace it. */
export interface Host {
  stdout: Output;
  stderr: Output;
  stdin: NodeJS.ReadableStream;
  /** Whether stdin is a terminal, so that the user can be prompted. */
  interactive: boolean;
  env: Record<string, string | undefined>;
  /** The current directory. */
  cwd(): string;
  clock: {
    now(): Date;
    /** Resolves after that many milliseconds, or rejects when the signal aborts. */
    after(milliseconds: number, signal: AbortSignal): Promise<void>;
    /** The clock of waits for an operator, which can take minutes; this machine's timers when absent. */
    waits?: WaitClock;
  };
  /** Aborted by Ctrl-C and by the signals that end a process; the reason is the error to exit with. */
  interrupted: AbortSignal;
  /** Ends the process as soon as the command returns and its output is flushed, whatever is still pending. */
  leaveAtEnd(): void;
  /** Keeps what the run of a command with a report was; absent for any other. */
  recorder?: Recorder;
  /** Keeps the memory small for what waits more than it computes: garbage is collected early. Absent where it cannot be chosen. */
  saveMemory?(): void;
}

/** Keeps what a run was: it is a part of its result, and of its report. */
export interface Recorder {
  /**
   * Called before the first request to a cluster; `user` asks it who the user is, until the signal aborts.
   *
   * @throws {CommandError} if the report cannot be written.
   */
  connected(cluster: {
    context: string;
    server: string;
    user(signal: AbortSignal): Promise<string | undefined>;
  }): void;
  /** Whether a report is asked for, whatever the output format. */
  hasReport: boolean;
  /** The result with the record of the run. The report is made from it. */
  recorded(result: object): Promise<object>;
}

/** Shows the steps of a procedure while it runs: one line per step, updated in place on a terminal. */
export interface Progress {
  /** The step is done; `note` is its result. */
  done(step: number, note?: string): void;
  skipped(step: number, note: string): void;
  failed(step: number, note: string): void;
  /** Shows lines below the steps, such as what is being waited for. They replace the previous ones. */
  note(...texts: string[]): void;
  /** Stops updating the display; later output appears below it. */
  end(): Promise<void>;
}
