/** A Lease by which an operator shows that it runs. */
export interface Lease {
  namespace: string;
  /** Undefined where nobody holds it: an operator that ends in good order lets go of it. */
  holder: string | undefined;
  /** When its holder renewed it last; only ever compared with what it was before. */
  renewTime: string | undefined;
}

/** The leases of a host's operator while one and the same process holds each: as they were first read, and last. */
export interface Tenure {
  /** When they were first read, in milliseconds on the reader's clock. */
  since: number;
  first: readonly Lease[];
  last: readonly Lease[];
}

/**
 * The leases that tell of a host's operator: one in the host's own namespace, as an operator for that namespace alone
 * has it, or else all of them. What nobody holds tells nothing.
 */
export function operatorLeases(leases: readonly Lease[], namespace: string): Lease[] {
  const held = leases.filter(({ holder }) => holder);
  const own = held.filter((lease) => lease.namespace === namespace);
  return own.length > 0 ? own : held;
}

/** The tenure that these leases go on with, or that begins with them where somebody else holds one by now. */
export const tenureOf = (leases: readonly Lease[], before: Tenure | undefined, at: number): Tenure =>
  before && leases.every((lease) => sameHolder(lease, before.first)) && leases.length === before.first.length
    ? { ...before, last: leases }
    : { since: at, first: leases, last: leases };

/** Whether there are leases and each was renewed in this tenure: the same processes ran from its beginning to its end. */
export const isRenewed = (tenure: Tenure): boolean =>
  tenure.last.length > 0 && unrenewed(tenure).length === 0;

/** The leases that were not renewed in this tenure. */
export const unrenewed = ({ first, last }: Tenure): Lease[] =>
  last.filter((lease) => counterpart(lease, first)?.renewTime === lease.renewTime);

/** The pod that holds a lease; undefined where it can't be told from the holder, which is the pod's name, `_`, and a random part. */
export const podOf = (holder: string): string | undefined =>
  /^([a-z0-9][-.a-z0-9]*)_[^_]*$/.exec(holder)?.[1];

const sameHolder = (lease: Lease, among: readonly Lease[]): boolean =>
  counterpart(lease, among)?.holder === lease.holder;

const counterpart = ({ namespace }: Lease, among: readonly Lease[]): Lease | undefined =>
  among.find((other) => other.namespace === namespace);
