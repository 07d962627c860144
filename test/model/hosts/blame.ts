import { PROVISIONED } from '../../../lib/objects/names.ts';
import { provisioningCancelled } from '../../operators/cancelled.ts';
import type { Host } from '../../operators/host.ts';
import { type HostId, hostOf } from './host.ts';

/** The writer: the status patch of the documented order, any other patch of a run, or another writer. */
export type Author = 'window' | 'ours' | 'others';

/**
 * Who is to blame if the operator wipes a host. There is a blame while the two addresses differ such that the operator would
 * wipe the host if it were not paused:
 *
 * - The writer of the difference (`by`). A run that writes an address while they differ, and leaves them so, takes the
 *   blame; no later writer relieves a run of it.
 * - A run that leaves such a host `exposed`, that is unpaused, no matter who wrote before: `ours`.
 * - If another writer removes the pause, the writer of the addresses. For a run that is `ours` again, except in the one
 *   window of the documented order: its status patch made them differ on a paused host, and its spec patch is still due.
 *
 * So `ours` is a wipe by a run, `window` is the one that the documented order cannot prevent, and `others` is a wipe by the
 * other writers alone: GitOps changes an unpaused host, or a paused one before another user removes the pause.
 */
export type Blame = { by: Author; exposed: boolean } | undefined;

/** Every blame by its number; 0 is no blame. */
export const BLAMES: readonly Blame[] = [
  undefined,
  ...(['window', 'ours', 'others'] as const).flatMap((by) => [
    { by, exposed: false },
    { by, exposed: true },
  ]),
];

/** The number of the blame after a write of `author`. */
export function blameAfter(number: number, before: HostId, after: HostId, author: Author): number {
  if (before === after) return number;
  const { isEndangered, isPaused, addresses } = standingOf(after);
  if (!isEndangered) return 0;
  const blame = BLAMES[number];
  const isTaken = author !== 'others' && standingOf(before).addresses !== addresses;
  const by = blame && !isTaken ? blame.by : author;
  if (isPaused) return numberOf(by, false);
  if (author !== 'others') return numberOf('ours', true);
  return blame?.exposed ? number : numberOf(by, true);
}

interface Standing {
  /** Whether the operator wipes the host once it is unpaused. */
  isEndangered: boolean;
  isPaused: boolean;
  addresses: string;
}

const standings: Standing[] = [];

function standingOf(id: HostId): Standing {
  standings[id] ??= standing(id);
  return standings[id];
}

function standing(id: HostId): Standing {
  const { object, host } = hostOf(id);
  return {
    isEndangered: host.state === PROVISIONED && provisioningCancelled(object as Host),
    isPaused: host.paused !== undefined,
    addresses: `${host.image?.url} ${host.statusImage.url}`,
  };
}

const numberOf = (by: Author, exposed: boolean): number =>
  BLAMES.findIndex((blame) => blame?.by === by && blame.exposed === exposed);
