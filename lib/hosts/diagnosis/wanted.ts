import { newAddresses } from '../decide.ts';
import type { Host } from '../host.ts';
import type { Target } from '../image.ts';
import type { Observed } from '../observed.ts';
import { away } from './away.ts';
import { diagnose } from './diagnose.ts';
import type { Cause } from './evidence.ts';
import { isOurs } from './registration.ts';
import { staleError } from './stale-error.ts';
import { isOnItsWay, states } from './states.ts';
import { fittingOptions } from './wrong-address.ts';

/** What a diagnosis needs beside the BareMetalHost; nothing if that alone tells the cause. */
export interface Wanted {
  context: boolean;
  /** The addresses to probe: those that a repair would set, and the current ones. */
  target: Target | undefined;
  present: Target | undefined;
  events: boolean;
  operators: boolean;
}

/** What else must be read to tell the cause of a host of which only the BareMetalHost is known. */
export function wantedFor(seen: Observed): Wanted {
  const { host } = seen;
  const { cause } = diagnose({ observed: seen, unread: [] });
  const within = (causes: readonly Cause[]): boolean => causes.some(({ name }) => name === cause);
  const isNamed = isOurs({ observed: seen }) && (within(staleError) || within(away));
  return {
    context: GUARDED.has(cause) || within(staleError) || seen.record !== undefined,
    target: cause === 'fixed-address' ? newAddresses(seen, fittingOptions(seen)) : undefined,
    present: isNamed ? presentOf(host) : undefined,
    events: within(staleError),
    operators: within(staleError) || (within(states) && isOnItsWay(host)),
  };
}

/** Causes whose next step is a run, which guards refuse by the context of the host. */
const GUARDED = new Set(['fixed-address', 'held', 'missing-information', 'unfinished-reenroll']);

/** Whether the BareMetalHost alone tells the cause of a host. */
export function isToldByRecord(seen: Observed): boolean {
  const { context, target, present, events, operators } = wantedFor(seen);
  return !context && !target && !present && !events && !operators;
}

/** The current addresses of a host, as a target to probe. */
export const presentOf = ({ image }: Host): Target | undefined =>
  image?.url ? { url: image.url, checksum: image.checksum ?? '' } : undefined;
