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
  { checked, effect, commands }: Time,
): Explained {
  const all = isShared(name) ? [...commands, 'reenroll'] : commands;
  return {
    name,
    kind,
    prevents,
    commands: all,
    checked,
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
  checked: string;
  effect: string | ((wipes: boolean) => string);
  commands: string[];
}

const TIMES: Record<keyof Guards, Time> = {
  untouchable: {
    checked: 'before every write',
    effect: 'Nothing is written, not even a pause. A run in progress stops where it is.',
    commands: BOTH,
  },
  naming: { checked: 'before a repair', effect: 'Nothing is written.', commands: ['repair'] },
  entry: {
    checked: 'before a repair',
    effect: 'Nothing is written. A repair that has started is not checked again.',
    commands: ['repair'],
  },
  rights: { checked: 'before a run', effect: 'Nothing is written. A dry run continues.', commands: BOTH },
  currentState: { checked: 'before every step', effect: inside, commands: BOTH },
  ownership: { checked: 'before every step', effect: inside, commands: BOTH },
  address: { checked: 'before every step of a repair', effect: inside, commands: ['repair'] },
  undo: { checked: 'before every step of an undo', effect: inside, commands: ['undo'] },
  resume: {
    checked: 'before the resume',
    effect: 'The host stays paused: resuming it would wipe it.',
    commands: BOTH,
  },
  warnings: {
    checked: 'before a run',
    effect: 'It is printed before the prompt and included in -o json and -o yaml. It stops nothing.',
    commands: BOTH,
  },
};

/** The same for the guards that only a reenroll checks. */
const REENROLL_TIMES: Record<keyof typeof OWN_GUARDS, Time> = {
  claims: {
    checked: 'before every step of a reenroll',
    effect:
      'If the run has not started, nothing is written. A run in progress stops, attaches the host again if the operator has not detached it yet, and otherwise leaves it detached.',
    commands: ['reenroll'],
  },
  attach: {
    checked: 'before a reenroll, and before the host is attached again',
    effect: 'The host stays detached: attaching it would wipe it.',
    commands: ['reenroll'],
  },
  entry: {
    checked: 'before a reenroll',
    effect: 'Nothing is written. A reenroll that has started is not checked again.',
    commands: ['reenroll'],
  },
};
