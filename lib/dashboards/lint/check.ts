import type { LintCheck } from '../../lint/finding.ts';
import type { Fields, Placed } from '../../lint/placed.ts';
import type { Naming } from '../../objects/monitoring-names.ts';
import type { Container } from '../container.ts';
import type { Definition, Panel } from '../definition.ts';
import type { Budget, Query } from './read-query.ts';

/** What a check found, and where. */
export interface Fault {
  /** From the container, or from the root of the JSON text. */
  path: string[];
  /** Whether the place is the key of the field, and not its value. */
  isKey?: boolean;
  /** Where in the text of the field, in UTF-16 units; at its beginning when absent. */
  at?: number;
  message: string;
  /** Whether the message has nothing of the text, so that it may be shown of a Secret. */
  isNeutral?: boolean;
  /** What to do about it, if that is not what the check says. */
  fix?: string;
  /** It is only wrong if another file has the same, which the message names then. */
  unique?: Unique;
}

/** What may be there once only: in all files, or in its own. */
export interface Unique {
  value: string;
  owner: Owner;
  /** It may not even be there twice by the same owner. */
  isOfFile?: boolean;
}

/** Whose file it is. The same file as JSON and in a container is one, and so are copies of either for several clusters. */
export interface Owner {
  /** The container; undefined for a plain file. */
  object: string | undefined;
  file: string;
  /** Of the dashboard in a plain file. */
  title?: string;
}

/** A container in a file (§2.3). */
export interface GivenContainer extends Container {
  /** The object itself. */
  fields: Fields;
  /** Whether it has a label of dashboards, of either naming. */
  isLabeled: boolean;
  /** The keys of its files that are dashboards. */
  dashboards: ReadonlySet<string>;
  /** The folder of the UI that it asks for; empty: the default one. */
  folder: string;
  /** Which object it is. */
  object: string;
  /** Its fields whose key is there twice, in JSON. */
  repeated: readonly string[][];
}

/** A JSON text that is, or should be, a dashboard: a file of its own, or one of a container. */
export interface GivenText {
  /** Its file name: `shop.json`. */
  name: string;
  /** Undefined: a file of its own. */
  container: GivenContainer | undefined;
  /** With its byte order mark. */
  text: string;
  /** Why it is not JSON, and where. */
  invalid?: { message: string; at: number };
  dashboard?: Dashboard;
}

/** A dashboard with its parts. */
export interface Dashboard extends Definition {
  /** The whole value of its file. */
  root: unknown;
  owner: Owner;
  /** The folder of the UI that its container asks for, empty for the default one; of a plain file, the folder that it is in. */
  folder: string;
  /** Fields whose key is there twice. */
  repeated: readonly string[][];
  panels: readonly Panel[];
  /** The queries that are PromQL, as far as is known, with their panels. */
  targets: readonly Target[];
  variables: readonly Placed[];
  /** The names of its variables. */
  names: ReadonlySet<string>;
  /** What is left to read its queries with. */
  budget: Budget;
}

/** A query of a panel that is PromQL. */
export interface Target extends Placed {
  panel: Panel;
  expr: string;
  query: Query | undefined;
}

/** What the containers are checked for. */
export interface Expected {
  /** Whose label they must have; undefined if either is right. */
  naming?: Naming | undefined;
}

/**
 * A check of dashboards and their containers, as data. Critical: the dashboard is not loaded, or a panel shows an error. Warning: it may be missed or misread.
 * Info: advice on style.
 */
export interface Check extends LintCheck {
  container?(container: GivenContainer, expected: Expected): Fault[];
  text?(text: GivenText): Fault[];
  dashboard?(dashboard: Dashboard): Fault[];
}
