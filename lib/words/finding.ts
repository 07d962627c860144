/** Worst first: data is lost or alerts reach no one; a part is down or will fail; worth knowing. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  /** Name of its check: `disk-full`. */
  reason: string;
  severity: Severity;
  /** Of its object; undefined where something is missing. */
  kind: string | undefined;
  namespace: string;
  name: string;
  /** What is wrong, in one sentence without a full stop. */
  message: string;
  /** What the next command alone does not explain. */
  hint?: string | undefined;
  /** The command that fixes it or shows more, without connection flags. */
  next?: Command | undefined;
  /** Days until its data is lost; of one check, the soonest comes first. */
  daysLeft?: number | undefined;
}

export interface Command {
  /** `['kubectl', 'monitoring', 'resize-pvc', '120Gi', 'k8s']`. */
  words: string[];
  /** Arguments after the connection flags. */
  last?: string[];
  /** For `-n`; empty: none. */
  namespace: string;
}

/** `prometheus/k8s`, `pvc/data`; a missing part has only a name. */
export const objectText = ({ kind, name }: Pick<Finding, 'kind' | 'name'>): string =>
  kind === undefined ? name : `${kind === CLAIM ? 'pvc' : kind.toLowerCase()}/${name}`;

export const CLAIM = 'PersistentVolumeClaim';
