import type { Host } from '../../lib/hosts/host.ts';
import type { Lease } from '../../lib/hosts/leases.ts';
import {
  type Failures,
  type Snapshot,
  startTracking,
  type Tracker,
  track,
} from '../../lib/hosts/recovery.ts';
import { all, annotations, NEW, PAUSED, seen, specImage, statusImage } from './records.ts';

/** A host with both addresses patched, changed by merge patches. */
export const patchedHost = (...patches: object[]): Host => {
  const patched = all(specImage(NEW), statusImage(NEW), { status: { errorCount: 0, errorMessage: '' } });
  return seen(all(patched, ...patches)).host;
};

/** As at the resume: the error type remains, and the operator has not seen the host yet. */
export const stale = patchedHost();
export const healthy = patchedHost({
  status: { errorType: null, operationalStatus: 'OK', lastUpdated: '2026-01-01T00:00:09Z' },
});
export const failedAgain = patchedHost({
  status: { errorCount: 1, errorMessage: 'HEAD got 404', lastUpdated: '2026-01-01T00:00:12Z' },
});
export const bmcDown = patchedHost({
  status: { errorType: 'registration error', errorCount: 1, lastUpdated: '2026-01-01T00:00:12Z' },
});
export const deprovisioned = patchedHost({ status: { provisioning: { state: 'deprovisioning' } } });
export const heldBack = { ...healthy, paused: 'x' };
export const heldBackStale = patchedHost(annotations({ [PAUSED]: 'x' }));

/** Events that report the error. */
export const none: Failures = new Map();
export const reported: Failures = new Map([['event-1', 1]]);
export const reportedTwice: Failures = new Map([['event-1', 2]]);

/** The operator's lease, renewed at this time. */
export const lease = (
  renewTime: string,
  holder: string | undefined = 'bmo-0_a',
  namespace = 'bmo',
): Lease => ({
  namespace,
  holder,
  renewTime,
});

/** A look so many milliseconds after the resume. */
export type TimedLook = Snapshot & { at: number };

/** A tracker after these looks; the window is 90 milliseconds. */
export const after = (looks: TimedLook[], { resumed = stale, stableFor = 90 } = {}): Tracker =>
  looks.reduce(
    (tracker, { at, ...look }) => track(tracker, look, at),
    startTracking(resumed, NEW, stableFor),
  );
