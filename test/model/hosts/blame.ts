import { PROVISIONED } from '../../../lib/objects/names.ts';
import { provisioningCancelled } from '../../operators/cancelled.ts';
import type { Host } from '../../operators/host.ts';
import { type HostId, hostOf } from './host.ts';

/** Whose write it was: the status patch of the documented order, any other of a run, or not the tool's. */
export type Author = 'window' | 'ours' | 'others';

/**
 * Who answers for it if the operator wipes a host. There is somebody to answer while the two addresses are such that it
 * would if the host were not paused:
 *
 * - Whoever wrote them so (`by`). A run that writes an address while they are, and leaves them so, takes that on itself;
 *   nobody takes it off a run.
 * - A run that leaves such a host `exposed`, that is unpaused, by whatever it wrote and whoever wrote before: `ours`.
 * - Where somebody else takes the pause away, whoever wrote the addresses. Of a run that is `ours` again, except in the
 *   documented order's one window: its status patch, on a paused host, made them differ, and its spec patch had not come.
 *
 * So `ours` is a wipe by what we wrote, `window` is the one that the documented order can't prevent, and `others` is what
 * others did between themselves: GitOps that changes a host which nobody has paused, or changes one that is, and then
 * somebody takes the pause away.
 */
export type Blame = { by: Author; exposed: boolean } | undefined;

/** Every blame, to be told by its number; 0 is none. */
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
  /** Whether the operator wipes the host as soon as it is not paused. */
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
