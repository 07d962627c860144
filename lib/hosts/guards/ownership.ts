import { missingRights } from '../../procedure/guard.ts';
import { masked } from '../../words/masked.ts';
import { commandFor } from '../command-for.ts';
import { urlsDiffer } from '../host.ts';
import { sameTarget, type Target } from '../image.ts';
import type { Guard } from './guard.ts';

/** Asked before every step: runs with different goals or targets never mix. */
export const ownership: Guard[] = [
  {
    name: 'other-goal',
    prevents: 'repairing a host while an undo is in progress',
    kind: 'refusal',
    check: ({ record, host, context }, { goal }) =>
      typeof record === 'object' && record.goal === 'undo' && goal === 'repair'
        ? {
            reason:
              'an unfinished undo is restoring the original addresses (goal undo), but this is a repair (goal repair)',
            hint: `finish it first: ${commandFor({ host, context }, 'kubectl bmh undo')}; then run this again`,
          }
        : undefined,
  },
  {
    name: 'other-target',
    prevents: 'mixing the addresses of an unfinished run with those of another run',
    kind: 'refusal',
    check: ({ record, host, context }, { target }) =>
      typeof record === 'object' && !sameTarget(record.target, target)
        ? {
            reason: `an unfinished run is changing this host to ${shown(record.target)}, but this run asks for ${shown(target)}`,
            hint: `to finish that run, run this without address flags; to undo it: ${commandFor({ host, context }, 'kubectl bmh undo')}; then run this again`,
          }
        : undefined,
  },
  {
    name: 'run-ended',
    prevents: 'repeating a run that another user ended, for example with an undo',
    kind: 'refusal',
    check: ({ host, record, held }) =>
      held && record === undefined && !urlsDiffer(host)
        ? {
            reason:
              'another user or process ended this run: its record is gone, and the addresses are not those of its goal',
            hint: 'find out who did ("kubectl bmh undo", or the annotation was removed by hand); run this again to start over',
          }
        : undefined,
  },
];

const shown = ({ url, checksum }: Target): string =>
  url ? `${masked(url)} (checksum ${masked(checksum)})` : 'another image';

export const rights: Guard[] = [missingRights('starting a run that cannot finish for lack of permissions')];
