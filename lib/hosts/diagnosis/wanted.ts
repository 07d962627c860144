import { newAddresses } from '../decide.ts';
import type { Host } from '../host.ts';
import type { Target } from '../image.ts';
import type { Observed } from '../observed.ts';
import { away } from './away.ts';
import { diagnose } from './diagnose.ts';
import { type Cause, PLAIN_WISH } from './evidence.ts';
import { isOurs } from './registration.ts';
import { staleError } from './stale-error.ts';
import { isOnItsWay, states } from './states.ts';

/** What a diagnosis rests on beside the record; nothing of it where the record alone tells the cause. */
export interface Wanted {
  context: boolean;
  /** Addresses that are to be asked for: those that a repair would bring in, and those that are there. */
  target: Target | undefined;
  present: Target | undefined;
  events: boolean;
  operators: boolean;
}

/** What else has to be read to tell the cause of this host, which was seen by its record alone so far. */
export function wantedFor(seen: Observed): Wanted {
  const { host } = seen;
  const { cause } = diagnose({ observed: seen, unread: [] });
  const within = (causes: readonly Cause[]): boolean => causes.some(({ name }) => name === cause);
  const isNamed = isOurs({ observed: seen }) && (within(staleError) || within(away));
  return {
    context: ['fixed-address', 'held'].includes(cause) || seen.record !== undefined,
    target: cause === 'fixed-address' ? newAddresses(seen, PLAIN_WISH) : undefined,
    present: isNamed ? presentOf(host) : undefined,
    events: within(staleError),
    operators: within(staleError) || (within(states) && isOnItsWay(host)),
  };
}

/** Whether nothing else has to be read to tell the cause of a host. */
export function isToldByRecord(seen: Observed): boolean {
  const { context, target, present, events, operators } = wantedFor(seen);
  return !context && !target && !present && !events && !operators;
}

/** The addresses that a host has, as they are asked for. */
export const presentOf = ({ image }: Host): Target | undefined =>
  image?.url ? { url: image.url, checksum: image.checksum ?? '' } : undefined;
