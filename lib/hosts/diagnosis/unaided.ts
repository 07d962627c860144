import { masked } from '../../words/masked.ts';
import { pauserOf } from '../guards/untouchable.ts';
import { lossOf } from '../health.ts';
import { isUnwanted, urlsDiffer } from '../host.ts';
import { hasAddressHost, isAtFixedAddress } from '../image.ts';
import type { Observed } from '../observed.ts';
import { reenrollmentOf } from '../reenroll/record.ts';
import { isWithoutImage, nothingProvisioned } from '../verification.ts';
import { diagnose } from './diagnose.ts';
import { type Next, ours } from './evidence.ts';

/** Why waiting for a host is useless, and the command that helps. */
export interface Unaided {
  reason: string;
  /** Undefined if nothing is wrong with the host. */
  command?: NonNullable<Next['command']>;
}

/**
 * What keeps a host from recovering without intervention, by the BareMetalHost alone; undefined if waiting may help, and during
 * a run, which will fix its addresses.
 */
export function unaided(observed: Observed): Unaided | undefined {
  const { host, record } = observed;
  if (record !== undefined || reenrollmentOf(host) !== undefined) return undefined;
  if (isWithoutImage(host)) return { reason: nothingProvisioned(host) };
  const what = lossOf(host) ?? wrongAddresses(observed);
  if (what === undefined) return undefined;
  const reason = host.paused === undefined ? what : `${what}; it is paused by ${pauserOf(observed)}`;
  const { cause, refusals, next } = diagnose({ observed, unread: [] });
  const isFixed = ADDRESS_CAUSES.has(cause) && refusals.length === 0;
  return { reason, command: (isFixed && next.command) || ours(host, 'diagnose') };
}

/** Causes whose next command is the whole fix, if no guard refuses it. */
const ADDRESS_CAUSES = new Set([
  'at-risk',
  'held',
  'fixed-address',
  'between-errors',
  'healthy-at-fixed-address',
]);

function wrongAddresses({ host }: Observed): string | undefined {
  if (urlsDiffer(host))
    return 'its two image addresses differ, and only its pause keeps the operator from wiping it';
  if (isUnwanted(host))
    return 'its deploy method changed, and only its pause keeps the operator from wiping it';
  const { image } = host;
  if (!image || !isAtFixedAddress(image)) return undefined;
  return hasAddressHost(image.url)
    ? `its image is still at a fixed address (${masked(image.url ?? '')})`
    : `the checksum of its image is still at a fixed address (${masked(image.checksum ?? '')})`;
}
