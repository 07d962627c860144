import { exitCodes } from '../words/errors.ts';
import { isUrgent, type Reason, type RepairOptions } from './decide.ts';
import type { Host } from './host.ts';
import { isAtFixedAddress } from './image.ts';
import { isTroubled, type Observed } from './observed.ts';

/** What is to be done about one host of a fleet. */
export type FleetAction =
  /** Unpaused, and about to be wiped: every moment counts. */
  | 'at risk'
  | 'go on'
  | 'repair'
  /** It has the new address: only what the operator makes of it is waited for. */
  | 'verify';

/** What the reason of a repair means for a fleet. */
export const fleetActionOf = (why: Reason): FleetAction =>
  isUrgent(why) ? 'at risk' : why === 'unfinished' ? 'go on' : 'repair';

/**
 * Whether a host belongs to a fleet: one on which a run is unfinished always does, as it has to be finished whatever it
 * looks like by now.
 *
 * @param oldAddress the host, with or without its port, that the image or its checksum has to be found at; any when undefined.
 */
export function isSelected({ host, record }: Observed, oldAddress: string | undefined): boolean {
  return oldAddress === undefined || record !== undefined || isAt(host, oldAddress);
}

/**
 * Whether anything is wrong with a host of a fleet, or would be at the next update where a preventive repair was asked for:
 * a spare host, say, is left alone, and not refused.
 */
export const needsRepair = (seen: Observed, { preventive }: Pick<RepairOptions, 'preventive'>): boolean =>
  isTroubled(seen) || (preventive && seen.host.image !== undefined && isAtFixedAddress(seen.host.image));

const isAt = ({ image, statusImage }: Host, address: string): boolean =>
  [image?.url, image?.checksum, statusImage.url].some((url) => {
    const { host, hostname } = (url !== undefined && URL.parse(url)) || { host: '', hostname: '' };
    return [host, hostname, hostname.replace(/^\[|\]$/g, '')].includes(address);
  });

/** The order of a fleet: groups one after the other, each with how many of its hosts go side by side. */
export interface Wave<T> {
  name: 'at risk' | 'canary' | 'others';
  members: T[];
  width: number;
}

/**
 * Hosts that are at risk first, as a pause can only help them; then one alone, to the end of its wait, which shows whether
 * the new address is any good; then all others.
 */
export function wavesOf<T extends { action: FleetAction }>(
  planned: readonly T[],
  concurrency: number,
): Wave<T>[] {
  const urgent = planned.filter(({ action }) => action === 'at risk');
  const order: FleetAction[] = ['repair', 'go on', 'verify'];
  const [canary, ...rest] = order.flatMap((errand) => planned.filter((one) => one.action === errand));
  const waves = [
    { name: 'at risk' as const, members: urgent, width: concurrency },
    { name: 'canary' as const, members: canary ? [canary] : [], width: 1 },
    { name: 'others' as const, members: rest, width: concurrency },
  ];
  return waves.filter(({ members }) => members.length > 0);
}

/** How many came to which end, the most frequent first. */
export function totalsOf(verdicts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

/** The exit code of many: what was interrupted counts before what failed, and that before what took too long. */
export function worstOf(codes: readonly number[]): number {
  const order = [exitCodes.aborted, exitCodes.api, exitCodes.timeout];
  return order.find((code) => codes.includes(code)) ?? 0;
}
