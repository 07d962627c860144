import { missingRights } from '../../procedure/guard.ts';
import { masked } from '../../words/masked.ts';
import { urlsDiffer } from '../host.ts';
import { sameTarget, type Target } from '../image.ts';
import type { Guard } from './guard.ts';

/** What must not be so for the unfinished run on a host to be this one: two that want different things never mix. */
export const ownership: Guard[] = [
  {
    name: 'other-goal',
    prevents: 'an undo that is under way, which a repair would work against',
    kind: 'refusal',
    check: ({ record }, { goal }) =>
      typeof record === 'object' && record.goal === 'undo' && goal === 'repair'
        ? {
            reason:
              'an unfinished undo is putting the former addresses back (goal undo), and this is a repair (goal repair)',
            hint: 'finish it first with kubectl bmh undo; then run this again',
          }
        : undefined,
  },
  {
    name: 'other-target',
    prevents: 'an unfinished run, whose address another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { target }) =>
      typeof record === 'object' && !sameTarget(record.target, target)
        ? {
            reason: `an unfinished run is changing this host to ${shown(record.target)}, and this one asks for ${shown(target)}`,
            hint: 'run it without flags that name an address to finish that run, or kubectl bmh undo to take it back; then run it again with them',
          }
        : undefined,
  },
  {
    name: 'run-ended',
    prevents: 'what somebody decided by ending this run elsewhere, an undo above all',
    kind: 'refusal',
    check: ({ host, record, held }) =>
      held && record === undefined && !urlsDiffer(host)
        ? {
            reason:
              'somebody else ended this run in the meantime: its record is gone, and the addresses are not those of its goal',
            hint: 'see who did (kubectl bmh undo, or the annotation was removed by hand); run this again to start afresh',
          }
        : undefined,
  },
];

const shown = ({ url, checksum }: Target): string =>
  url ? `${masked(url)} (checksum ${masked(checksum)})` : 'another image';

export const rights: Guard[] = [missingRights('a host from a run that could be begun and not be finished')];
