import { masked } from '../../words/masked.ts';
import { commandFor } from '../command-for.ts';
import { urlsDiffer } from '../host.ts';
import { urlsAfterUndo } from '../payloads.ts';
import type { Guard } from './guard.ts';

/** Asked before the resume: another writer may have changed the addresses since the patches. */
export const resume: Guard[] = [
  {
    name: 'unequal-urls',
    prevents: 'wiping a host by resuming it while its two image addresses differ',
    kind: 'refusal',
    wipes: true,
    check: ({ host }) =>
      urlsDiffer(host)
        ? {
            reason: `status and spec name different images (status ${masked(host.statusImage.url ?? '')}, spec ${masked(host.image?.url || 'none')})`,
            hint: 'do not remove the pause by hand: that would wipe the host. Run this again: once no other guard refuses, it makes the two equal',
          }
        : undefined,
  },
];

/** Asked before every step of an undo. */
export const undo: Guard[] = [
  {
    name: 'unequal-originals',
    prevents: 'leaving an undo stuck halfway, with two image addresses that differ',
    kind: 'refusal',
    wipes: true,
    check: ({ host, record, context }) => {
      const after = typeof record === 'object' ? urlsAfterUndo(host, record) : undefined;
      return after && urlsDiffer(after)
        ? {
            reason: `the undo cannot make the two addresses equal: it would leave ${masked(after.image?.url ?? 'none')} in the spec and ${masked(after.statusImage.url ?? '')} in the status`,
            hint: `the host stays paused: do not remove the pause by hand; ${typeof record === 'object' && record.goal === 'repair' ? `finish the repair instead: ${commandFor({ host, context }, 'kubectl bmh repair')}; or ` : ''}set the status address to ${masked(after.image?.url ?? 'none')} too and run this again`,
          }
        : undefined;
    },
  },
];
