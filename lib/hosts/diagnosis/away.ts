import { HELD_VALUE } from '../../objects/names.ts';
import { isPausedByController, pauserOf } from '../guards/untouchable.ts';
import type { Host } from '../host.ts';
import { type Cause, type Evidence, ours } from './evidence.ts';
import { guardFinding } from './guarded.ts';

/**
 * Hosts that somebody keeps the operator from: nothing that their status says is looked at any more. One that was well
 * when it was last looked at can't be told healthy, nor ill; a pause that nothing but a person takes back needs that person.
 */
export const away: Cause[] = [
  {
    name: 'paused-by-hand',
    means: 'the host is paused by hand: the operator leaves it alone until it is resumed',
    find: ({ observed }) => {
      if (!guardFinding('foreign-pause', observed) || isPausedByController(observed)) return undefined;
      const { host } = observed;
      return {
        verdict: 'needs-work',
        summary: `it is paused by ${pauserOf(observed)}; ${fromBefore(host)}`,
        next:
          host.paused === HELD_VALUE
            ? { command: ours(host, 'resume'), advice: ASK }
            : { advice: `${ASK}, and it goes by hand alone` },
      };
    },
  },
  {
    name: 'paused',
    means: 'a controller has paused the host',
    find: (evidence) => keptAway(evidence, 'foreign-pause', ASK),
  },
  {
    name: 'detached',
    means: 'somebody has detached the host from Ironic',
    find: (evidence) => keptAway(evidence, 'detached', 'remove the annotation to attach it again'),
  },
  {
    name: 'saved-status',
    means: 'the host is in the middle of a move',
    find: (evidence) =>
      keptAway(
        evidence,
        'status-annotation',
        'finish the move that put it there; its address may be an old one',
      ),
  },
  {
    name: 'block-move',
    means: 'clusterctl holds the host for a move',
    find: (evidence) => keptAway(evidence, 'block-move', 'finish or abort the move (clusterctl)'),
  },
];

const ASK = 'ask whoever set the pause whether it is still needed; nobody else should remove it';

function keptAway({ observed }: Evidence, guard: string, advice: string): ReturnType<Cause['find']> {
  const finding = guardFinding(guard, observed);
  if (!finding) return undefined;
  const { host } = observed;
  return {
    verdict: host.errorType === undefined ? 'unknown' : 'needs-work',
    summary: `${finding.reason}; ${fromBefore(host)}`,
    next: { advice },
  };
}

const fromBefore = ({ errorType }: Host): string =>
  `what its status says (${errorType ?? 'no error'}) is from before`;
