import type { LintCheck } from '../lint/finding.ts';
import type { Placed } from '../lint/placed.ts';
import type { Naming } from '../objects/monitoring-names.ts';
import type { Expression } from '../promql/read.ts';
import type { Version } from '../versions/version.ts';

/** What is checked of a rule object, or of a plain rule file of Prometheus. */
export interface Rules {
  /** Undefined: a plain rule file, which has no labels. */
  kind?: 'MetricsRule' | 'PrometheusRule';
  apiVersion?: unknown;
  namespace?: unknown;
  name?: unknown;
  labels: Record<string, unknown>;
  groups: unknown;
  /** Where the groups are: `spec.groups`, or `groups` in a plain file. */
  groupsPath: string[];
  /** Its rules, of all groups. */
  rules: readonly Placed[];
  /** Reads an expression; the same one only once. */
  expressionOf(text: string): Expression;
}

/** A change of the field of a fault: its value, its name, or that it is there at all. The new text needs no quotes in YAML. */
export type Edit = { set: string } | { rename: string } | { remove: true };

/** What a check found in an object: the field, as a path from the object itself, and what is wrong with it. */
export interface Fault {
  path: string[];
  message: string;
  /** Where in the text of the field, in UTF-16 units; at its beginning when absent. */
  at?: number;
  /** What to do about it, if that is not what the check says. */
  fix?: string;
  /** What corrects it, if that is mechanical. */
  edit?: Edit;
  /** A rule of another object; the message ends with its place. */
  other?: FirstRule;
}

/** A file of the run. */
export interface Source {
  path: string;
  /** Its text, read again. @throws if it cannot be read any more. */
  read(): string;
}

/** Where a rule is defined first. */
export interface FirstRule {
  source: Source;
  /** Which object has it. */
  owner: string;
  /** As `ruleKey` gives it. */
  key: string;
}

/** What the rules are checked for. */
export interface Expected {
  /** Of the Prometheus that loads the rules; undefined if it may be any. */
  version?: Version | undefined;
  /** Whose names the objects have, and their API group if it is known; undefined if either naming is right. */
  names?: { naming: Naming; group: string | undefined } | undefined;
}

/** What is the same for all files of a run. */
export interface Run extends Expected {
  /** Expressions that the Prometheus of the cluster cannot read, with its error; undefined if it is not asked. */
  refused?: ReadonlyMap<string, string>;
  /** The rules that were read, by their keys. Keeps neither texts nor objects. */
  first: Map<string, FirstRule>;
}

/** What a check knows beside the object. */
export interface Context extends Expected {
  refused?: ReadonlyMap<string, string> | undefined;
  /** Of rules that another object has, too: where they are defined first. */
  others: ReadonlyMap<Placed, FirstRule>;
}

/** A check of rule objects, as data. Critical: the rule is not loaded or cannot fire. Warning: it may be missed or misread. */
export interface Check extends LintCheck {
  check(object: Rules, context: Context): Fault[];
}
