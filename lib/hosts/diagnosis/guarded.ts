import type { Finding } from '../../procedure/guard.ts';
import { listed } from '../guards/all.ts';
import type { Aim, Guard } from '../guards/guard.ts';
import { NO_TARGET } from '../image.ts';
import type { Observed } from '../observed.ts';

/** What the guard of this name finds on a host, whatever the target of a run. */
export function guardFinding(name: string, observed: Observed): Finding {
  return listed()
    .find((guard) => guard.name === name)
    ?.check(observed, ANY);
}

/** What makes the operator wipe a host when it reconciles its current state. */
export const wiping = (observed: Observed): Finding[] =>
  WIPING.flatMap(({ check }) => check(observed, ANY) ?? []);

const WIPING: Guard[] = listed().filter(({ wipes }) => wipes);

const ANY: Aim = { goal: 'repair', target: NO_TARGET, order: 'documented' };
