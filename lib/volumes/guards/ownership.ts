import { sameQuantity } from '../../objects/quantity.ts';
import { isBereft } from '../state.ts';
import type { Guard } from './guard.ts';

/** What must not be so for the unfinished run to be this one: two that want different things never mix. */
export const ownership: Guard[] = [
  {
    name: 'other-goal',
    protects: 'an undo that is under way, which a resize would work against',
    kind: 'refusal',
    check: ({ record }, { goal }) =>
      typeof record === 'object' && record.goal === 'undo' && goal === 'resize'
        ? {
            reason: 'an unfinished undo is bringing it back (goal undo), and this is a resize (goal resize)',
            mend: 'finish it first: the same command with --undo; then run this again',
          }
        : undefined,
  },
  {
    name: 'other-size',
    protects: 'an unfinished run, whose size another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { size, goal }) =>
      typeof record === 'object' && !sameQuantity(record.size, size)
        ? {
            reason: `an unfinished run is resizing to ${record.size}, and this one asks for ${size}`,
            mend:
              goal === 'undo'
                ? `if that is the run to be undone, give ${record.size}`
                : `finish that run with ${record.size}, or take it back with --undo; then run this again`,
          }
        : undefined,
  },
  {
    name: 'other-mode',
    protects: 'an unfinished run, whose order another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { mode }) =>
      typeof record === 'object' && record.mode !== mode
        ? {
            reason: `an unfinished run goes by --mode ${record.mode}, and this one by --mode ${mode}`,
            mend: `finish that run with --mode ${record.mode}, or take it back with --undo; then run this again`,
          }
        : undefined,
  },
  {
    name: 'other-retention-size',
    protects: 'an unfinished run, whose retentionSize another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { retentionSize, goal }) => {
      if (typeof record !== 'object' || goal === 'undo' || retentionSize === record.retentionSize)
        return undefined;
      const given = record.retentionSize;
      return {
        reason: `an unfinished run ${given === undefined ? 'leaves retentionSize as it is' : `sets retentionSize to ${given}`}, and this one ${retentionSize === undefined ? 'leaves it as it is' : `asks for ${retentionSize}`}`,
        mend: `finish that run ${given === undefined ? 'without --retention-size' : `with --retention-size ${given}`}, or take it back with --undo; then run this again`,
      };
    },
  },
  {
    name: 'run-ended',
    protects: 'what somebody decided by ending this run elsewhere, an undo above all',
    kind: 'refusal',
    check: (observed) =>
      isBereft(observed)
        ? {
            reason:
              'somebody else ended this run in the meantime: its record is gone, and there is something left to do',
            mend: 'see who did (--undo, or the ConfigMap was deleted by hand); run this again to start afresh',
          }
        : undefined,
  },
];
