import type { LintCheck } from '../../lint/finding.ts';
import type { Severity } from '../../words/finding.ts';
import type { Values } from '../helm-yaml.ts';
import type { Layer, Path } from '../layers.ts';
import type { ClusterFacts } from './cluster-facts.ts';

/** What a check sees: the layers, the lowest first, and what Helm makes of them. */
export interface Context {
  /** The first may be the defaults of the chart, which have no file. */
  layers: readonly Layer[];
  /** The layers, merged. */
  values: Values;
  /** Where the values of the monitoring chart begin: empty, or the key of a dependency in an umbrella chart. */
  root: Path;
  /** Whether git tracks a file, or would with the next `git add`; unknown counts as tracked. */
  isTracked(file: string): boolean;
  /** What the cluster has; undefined if it is not asked. */
  cluster?: ClusterFacts | undefined;
}

/** What a check found. */
export interface Fault {
  /** From the root of the values, as they are spelled. If nothing sets it, the place is that of the closest part that is set. */
  path: Path;
  /** The layer whose place is named; the last one that sets the path if absent. */
  layer?: Layer;
  /** A place that is not a value: a key that is there twice, or the second document. */
  at?: 'twin' | 'second';
  /** What is wrong, in one sentence without a full stop. Never a secret. */
  message: string;
  /** What to do about it, if that is not what the check says. */
  fix?: string;
  /** Things in other places, with which the message ends. */
  others?: { text: string; layer: Layer; path: Path }[];
  /** Whether something is not set: where values from elsewhere are not known, that is a note. */
  isAbsence?: true;
  /** How severe it is, if that is not what the check says. */
  severity?: Severity;
}

/** A check of values, as data. Critical: alerts are lost, the release fails, or it loses data. Warning: it may. */
export interface ValuesCheck extends LintCheck {
  check(context: Context): Fault[];
}
