import { HELD_VALUE } from '../../objects/names.ts';
import { isPausedByController, pauserOf } from '../guards/untouchable.ts';
import type { Host } from '../host.ts';
import { type Cause, type Evidence, ours } from './evidence.ts';
import { guardFinding } from './guarded.ts';

/**
 * Hosts that the operator is kept from, so that their status is out of date. A host that was healthy then is `unknown` now; one
 * with an error is blocked, and so is one under a pause that only its owner can remove.
 */
export const away: Cause[] = [
  {
    name: 'paused-by-hand',
    means: 'the host is paused by hand: the operator ignores it until it is resumed',
    find: ({ observed }) => {
      if (!guardFinding('foreign-pause', observed) || isPausedByController(observed)) return undefined;
      const { host } = observed;
      return {
        verdict: 'blocked',
        summary: `it is paused by ${pauserOf(observed)}; ${fromBefore(host)}`,
        next:
          host.paused === HELD_VALUE
            ? { command: ours(host, 'resume'), advice: ASK }
            : { advice: `${ASK}, and only by hand` },
      };
    },
  },
  {
    name: 'paused',
    means: 'a controller paused the host',
    find: (evidence) => keptAway(evidence, 'foreign-pause', ASK),
  },
  {
    name: 'detached',
    means: 'another user detached the host from Ironic',
    find: (evidence) => keptAway(evidence, 'detached', 'remove the annotation to attach it again'),
  },
  {
    name: 'saved-status',
    means: 'the host is in the middle of a move',
    find: (evidence) =>
      keptAway(
        evidence,
        'status-annotation',
        'finish the move that added the annotation; its address may be an old one',
      ),
  },
  {
    name: 'block-move',
    means: 'clusterctl holds the host for a move',
    find: (evidence) => keptAway(evidence, 'block-move', 'finish or abort the move with clusterctl'),
  },
];

const ASK = 'ask the owner of the pause whether it is still needed; only the owner should remove it';

function keptAway({ observed }: Evidence, guard: string, advice: string): ReturnType<Cause['find']> {
  const finding = guardFinding(guard, observed);
  if (!finding) return undefined;
  const { host } = observed;
  return {
    verdict: host.errorType === undefined ? 'unknown' : 'blocked',
    summary: `${finding.reason}; ${fromBefore(host)}`,
    next: { advice },
  };
}

const fromBefore = ({ errorType }: Host): string => `its status (${errorType ?? 'no error'}) is out of date`;
