import { exitCodes } from '../words/errors.ts';
import { isUrgent, type Reason, type RepairOptions } from './decide.ts';
import type { Host } from './host.ts';
import { isAtFixedAddress } from './image.ts';
import { isTroubled, type Observed } from './observed.ts';

/** What to do with one host of a fleet. */
export type FleetAction =
  /** Unpaused and about to be wiped: urgent. */
  | 'at risk'
  | 'finish'
  | 'repair'
  | 'undo'
  /** It has the new address: only wait for the operator. */
  | 'verify';

/** The fleet action for the reason of a repair. */
export const fleetActionOf = (why: Reason): FleetAction =>
  isUrgent(why) ? 'at risk' : why === 'unfinished' ? 'finish' : 'repair';

/**
 * Whether a host belongs to a fleet. A host with an unfinished run always does, because that run has to be finished.
 *
 * @param oldAddress host, with or without a port, of the image or its checksum; any when undefined.
 */
export function isSelected({ host, record }: Observed, oldAddress: string | undefined): boolean {
  return oldAddress === undefined || record !== undefined || isAt(host, oldAddress);
}

/**
 * Whether a host of a fleet has a problem or, for a preventive repair, an image at an IP address. Others, such as spare hosts, are
 * skipped rather than refused.
 */
export const needsRepair = (seen: Observed, { preventive }: Pick<RepairOptions, 'preventive'>): boolean =>
  isTroubled(seen) || (preventive && seen.host.image !== undefined && isAtFixedAddress(seen.host.image));

const isAt = ({ image, statusImage }: Host, address: string): boolean =>
  [image?.url, image?.checksum, statusImage.url].some((url) => {
    const { host, hostname } = (url !== undefined && URL.parse(url)) || { host: '', hostname: '' };
    return [host, hostname, hostname.replace(/^\[|\]$/g, '')].includes(address);
  });

/** One group of a fleet; groups run one after the other, the members of each with concurrency `width`. */
export interface Wave<T> {
  name: 'at risk' | 'canary' | 'others';
  members: T[];
  width: number;
}

/**
 * First the hosts at risk, because a pause can only help them; then one canary until its wait ends, which shows whether the
 * new address works; then all others.
 */
export function wavesOf<T extends { action: FleetAction }>(
  planned: readonly T[],
  concurrency: number,
): Wave<T>[] {
  const urgent = planned.filter(({ action }) => action === 'at risk');
  const order: FleetAction[] = ['repair', 'undo', 'finish', 'verify'];
  const [canary, ...rest] = order.flatMap((errand) => planned.filter((one) => one.action === errand));
  const waves = [
    { name: 'at risk' as const, members: urgent, width: concurrency },
    { name: 'canary' as const, members: canary ? [canary] : [], width: 1 },
    { name: 'others' as const, members: rest, width: concurrency },
  ];
  return waves.filter(({ members }) => members.length > 0);
}

/** Counts by verdict, the most frequent first. */
export function totalsOf(verdicts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

/** The exit code of many runs: interrupted before failed before timed out. */
export function worstOf(codes: readonly number[]): number {
  const order = [exitCodes.aborted, exitCodes.api, exitCodes.timeout];
  return order.find((code) => codes.includes(code)) ?? 0;
}
