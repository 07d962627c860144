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
