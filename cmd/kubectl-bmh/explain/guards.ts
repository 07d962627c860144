import { GUARDS, type Guards, listed } from '../../../lib/hosts/guards/all.ts';
import type { Guard } from '../../../lib/hosts/guards/guard.ts';
import { OWN_GUARDS, REENROLL_GUARDS } from '../../../lib/hosts/reenroll/guards.ts';
import type { Explained } from '../../shared/explain/explaining.ts';

/** Every guard in the order of checking; those that only a reenroll checks come last. */
export const explained = (guards: Guards = GUARDS): Explained[] => [
  ...Object.entries(TIMES).flatMap(([list, time]) =>
    guards[list as keyof Guards].map((guard) => explainedOf(guard, time)),
  ),
  ...Object.entries(REENROLL_TIMES).flatMap(([list, time]) =>
    OWN_GUARDS[list as keyof typeof OWN_GUARDS].map((guard) => explainedOf(guard, time)),
  ),
];

function explainedOf(
  { name, kind, prevents, wipes = false }: Guard,
  { asked, effect, commands }: Time,
): Explained {
  const all = isShared(name) ? [...commands, 'reenroll'] : commands;
  return {
    name,
    kind,
    prevents,
    asked,
    effect: typeof effect === 'string' ? effect : effect(wipes),
    ...(kind === 'overridable' && {
      accept: all.map((command) => `kubectl bmh ${command} HOST --accept ${name}`),
    }),
  };
}

/** Whether reenroll checks a guard of the other commands too. */
const isShared = (name: string): boolean =>
  listed().some((guard) => guard.name === name && REENROLL_GUARDS.entry.includes(guard));

const inside = (wipes: boolean): string =>
  `If the run has not started, nothing is written. A run in progress stops, ${
    wipes
      ? 'and the host stays paused: resuming it would wipe it.'
      : 'removes its pause if it has written nothing else, and otherwise leaves the host paused.'
  }`;
const BOTH = ['repair', 'undo'];

/** When a list of guards is checked, by which commands, and the effect of one that refuses. */
interface Time {
  asked: string;
  effect: string | ((wipes: boolean) => string);
  commands: string[];
}

const TIMES: Record<keyof Guards, Time> = {
  untouchable: {
    asked: 'before every write',
    effect: 'Nothing is written, not even a pause. A run in progress stops where it is.',
    commands: BOTH,
  },
  naming: { asked: 'before a repair', effect: 'Nothing is written.', commands: ['repair'] },
  entry: {
    asked: 'before a repair',
    effect: 'Nothing is written. A repair that has started is not checked again.',
    commands: ['repair'],
  },
  rights: { asked: 'before a run', effect: 'Nothing is written. A dry run continues.', commands: BOTH },
  currentState: { asked: 'before every step', effect: inside, commands: BOTH },
  ownership: { asked: 'before every step', effect: inside, commands: BOTH },
  address: { asked: 'before every step of a repair', effect: inside, commands: ['repair'] },
  undo: { asked: 'before every step of an undo', effect: inside, commands: ['undo'] },
  resume: {
    asked: 'before the resume',
    effect: 'The host stays paused: resuming it would wipe it.',
    commands: BOTH,
  },
  warnings: {
    asked: 'before a run',
    effect: 'It is printed before the prompt and included in -o json and -o yaml. It stops nothing.',
    commands: [],
  },
};

/** The same for the guards that only a reenroll checks. */
const REENROLL_TIMES: Record<keyof typeof OWN_GUARDS, Time> = {
  claims: {
    asked: 'before every step of a reenroll',
    effect:
      'If the run has not started, nothing is written. A run in progress stops, attaches the host again if the operator has not detached it yet, and otherwise leaves it detached.',
    commands: ['reenroll'],
  },
  attach: {
    asked: 'before a reenroll, and before the host is attached again',
    effect: 'The host stays detached: attaching it would wipe it.',
    commands: ['reenroll'],
  },
  entry: {
    asked: 'before a reenroll',
    effect: 'Nothing is written. A reenroll that has started is not checked again.',
    commands: ['reenroll'],
  },
};
