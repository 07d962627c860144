import { nextMove, type Progress, type Rules } from '../../../lib/hosts/waves.ts';

/** What decides the next move of a fleet. */
export type Decide = typeof nextMove;

/** Each rule of `nextMove`, by what the decision sees without it. */
const BLIND: Record<string, (waves: readonly Progress[], rules: Rules) => ReturnType<Decide>> = {
  canary: (waves, rules) => nextMove(each(waves, { isCanary: false }), rules),
  budget: (waves, rules) => nextMove(waves, { ...rules, maxFailures: Number.POSITIVE_INFINITY }),
  interruption: (waves, rules) => nextMove(waves, { ...rules, isInterrupted: false }),
  concurrency: (waves, rules) => nextMove(each(waves, { writing: 0 }), rules),
  held: (waves, rules) => nextMove(each(waves, { held: 0 }), rules),
  window: (waves, rules) =>
    nextMove(
      waves.map((wave) => ({ ...wave, ended: wave.ended + wave.watched })),
      rules,
    ),
};

const each = (waves: readonly Progress[], changed: Partial<Progress>): Progress[] =>
  waves.map((wave) => ({ ...wave, ...changed }));

export const RULES: Decide = nextMove;
export const RULE_NAMES = Object.keys(BLIND).map((name) => `fleet-${name}`);

/** The decision without one of the rules. */
export const without = (name: string): Decide => BLIND[name.replace('fleet-', '')] ?? nextMove;
