import type { LabelSelector } from '../objects/label-selector.ts';
import type { LoadedRule, Runtime } from './loaded.ts';

/** A rule object of the cluster. */
export interface StoredRule {
  namespace: string;
  name: string;
  uid: string;
  /** `prometheusrule`, as kubectl reads it. */
  resource: string;
  labels: Record<string, string>;
  /** Undefined if the namespace could not be read. */
  namespaceLabels: Record<string, string> | undefined;
  groups: unknown;
  /** Bytes of its rules as a file. */
  size: number;
  /** Why the operator rejected it, for one Prometheus (`namespace/name`) or for any. */
  rejections: { server?: string; reason: string }[];
  creationTimestamp: string | undefined;
}

/** A Prometheus, and what its replicas have loaded. */
export interface RuleServer {
  namespace: string;
  name: string;
  /** Null: it selects no rules. */
  ruleSelector: LabelSelector | null;
  /** Null: only its own namespace. */
  ruleNamespaceSelector: LabelSelector | null;
  isPaused: boolean;
  /** The rule files that the operator has written for it, by name; undefined if they could not be read. */
  written: ReadonlyMap<string, WrittenFile> | undefined;
  version: string | null;
  /** Whether the operator changes the expressions of rules (spec.enforcedNamespaceLabel). */
  rewrites: boolean;
  replicas: Replica[];
  /** Whether its pods could be listed. */
  isListed: boolean;
}

interface WrittenFile {
  text: string;
  /** When its ConfigMap was written, in milliseconds since the epoch. */
  at: number;
}

export interface Replica {
  pod: string;
  /** Why it could not be asked. */
  unread?: string;
  /** By the name of the file, without its folder. */
  files: ReadonlyMap<string, LoadedRule[]>;
  runtime: Runtime;
}

/** Why a rule is not loaded, or does not work, in the order in which they are looked for. */
export type LoadReason =
  | 'labels-not-selected'
  | 'namespace-not-selected'
  | 'too-large'
  | 'rejected'
  | 'prometheus-paused'
  | 'not-written'
  | 'no-replica'
  | 'reload-failed'
  | 'not-loaded'
  | 'outdated'
  | 'evaluation-failed'
  | 'fields-dropped';

export interface Problem {
  reason: LoadReason;
  /** What is seen, with the values that show it. */
  evidence: string;
  /** What to do. */
  fix: string;
  /**
   * The command that does it, or that shows more, without flags of the connection, and its namespace. `into`: the command that reads
   * its output.
   */
  next?: { words: string[]; namespace: string; into?: string[] };
}
