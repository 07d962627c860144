import { GUARDS, type Guards } from '../../../lib/hosts/guards/all.ts';
import type { Explained } from '../../explain-guards.ts';

/** Every guard, in the order in which they are asked. */
export const explained = (guards: Guards = GUARDS): Explained[] =>
  Object.entries(TIMES).flatMap(([list, { asked, effect, commands }]) =>
    guards[list as keyof Guards].map(({ name, kind, protects, wipes = false }) => ({
      name,
      kind,
      protects,
      asked,
      effect: typeof effect === 'string' ? effect : effect(wipes),
      ...(kind === 'judgement' && {
        accept: commands.map((command) => `kubectl bmh ${command} HOST --accept ${name}`),
      }),
    })),
  );

const inside = (wipes: boolean): string =>
  `Nothing is written where the run has not begun. A run that is under way stops, ${
    wipes
      ? 'and the host stays paused: resumed like this, it would be wiped.'
      : 'takes its pause back where it has written no more than that, and else leaves the host paused.'
  }`;
const BOTH = ['repair', 'undo'];

/** When a list of guards is asked, by which commands, and what comes of one that holds. */
interface Time {
  asked: string;
  effect: string | ((wipes: boolean) => string);
  commands: string[];
}

const TIMES: Record<keyof Guards, Time> = {
  untouchable: {
    asked: 'before every write',
    effect: 'Nothing is written, not even a pause. A run that is under way stops where it is.',
    commands: BOTH,
  },
  naming: { asked: 'before a repair', effect: 'Nothing is written.', commands: ['repair'] },
  entry: {
    asked: 'before a repair',
    effect: 'Nothing is written. A repair that was begun is not asked again.',
    commands: ['repair'],
  },
  rights: { asked: 'before a run', effect: 'Nothing is written. A dry run goes on.', commands: BOTH },
  standing: { asked: 'before every step', effect: inside, commands: BOTH },
  ownership: { asked: 'before every step', effect: inside, commands: BOTH },
  address: { asked: 'before every step of a repair', effect: inside, commands: ['repair'] },
  undo: { asked: 'before every step of an undo', effect: inside, commands: ['undo'] },
  resume: {
    asked: 'before the resume',
    effect: 'The host stays paused: resumed like this, it would be wiped.',
    commands: BOTH,
  },
  warnings: {
    asked: 'before a run',
    effect: 'It is said before the question, and is in the report of -o json and -o yaml. It stops nothing.',
    commands: [],
  },
};
