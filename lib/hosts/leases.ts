/** The leader election Lease of an operator. */
export interface Lease {
  namespace: string;
  /** Undefined if it is not held: an operator that shuts down cleanly releases it. */
  holder: string | undefined;
  /** Last renewal; only compared with earlier values, never with a clock. */
  renewTime: string | undefined;
}

/** The leases of a host's operator while the same process holds each: as first read, and as last read. */
export interface Tenure {
  /** Time of the first read, in milliseconds on the reader's clock. */
  since: number;
  first: readonly Lease[];
  last: readonly Lease[];
}

/**
 * The held leases of a host's operator: the one in the host's namespace, where an operator for that namespace keeps it, or
 * else all of them.
 */
export function operatorLeases(leases: readonly Lease[], namespace: string): Lease[] {
  const held = leases.filter(({ holder }) => holder);
  const own = held.filter((lease) => lease.namespace === namespace);
  return own.length > 0 ? own : held;
}

/** Continues a tenure with these leases, or starts a new one if the holder of one has changed. */
export const tenureOf = (leases: readonly Lease[], before: Tenure | undefined, at: number): Tenure =>
  before &&
  leases.every((lease) => counterpart(lease, before.first)?.holder === lease.holder) &&
  leases.length === before.first.length
    ? { ...before, last: leases }
    : { since: at, first: leases, last: leases };

/** Whether every lease was renewed in this tenure, so that the same processes ran throughout; false without leases. */
export const isRenewed = (tenure: Tenure): boolean =>
  tenure.last.length > 0 && unrenewed(tenure).length === 0;

/** The leases that were not renewed in this tenure. */
export const unrenewed = ({ first, last }: Tenure): Lease[] =>
  last.filter((lease) => counterpart(lease, first)?.renewTime === lease.renewTime);

/** The pod in a lease's holder, which is the pod's name, `_` and a random suffix; undefined for any other form. */
export const podOf = (holder: string): string | undefined =>
  /^([a-z0-9][-.a-z0-9]*)_[^_]*$/.exec(holder)?.[1];

const counterpart = ({ namespace }: Lease, among: readonly Lease[]): Lease | undefined =>
  among.find((other) => other.namespace === namespace);
