import type { Guard } from '../../../lib/procedure/guard.ts';
import { GUARDS as SCALING, listed as scalingGuards } from '../../../lib/scaling/guards/all.ts';
import { GUARDS, type Guards, listed } from '../../../lib/volumes/guards/all.ts';
import type { Explained } from '../../shared/explain/explaining.ts';

/** Every guard, in the order in which they are checked; those that only a change of replicas checks come last. */
export const explained = (guards: Guards = GUARDS): Explained[] => [
  ...Object.entries(TIMES).flatMap(([list, time]) =>
    guards[list as keyof Guards].map((guard) => explainedOf(guard, time, RESIZE)),
  ),
  ...Object.entries(SCALING_TIMES).flatMap(([list, time]) =>
    SCALING[list as keyof typeof SCALING]
      .filter(({ name }) => !listed().some((guard) => guard.name === name))
      .map((guard) => explainedOf(guard, time, SCALE)),
  ),
];

const RESIZE = 'resize-pvc SIZE';
const SCALE = 'scale COMPONENT REPLICAS';

type Time = Pick<Explained, 'checked' | 'effect'>;

function explainedOf(
  { name, kind, prevents }: Pick<Guard<never, never>, 'name' | 'kind' | 'prevents'>,
  { checked, effect }: Time,
  command: string,
): Explained {
  const isShared = command === RESIZE && scalingGuards().some((guard) => guard.name === name);
  return {
    name,
    kind,
    prevents,
    commands: [command, ...(isShared ? [SCALE] : [])].map((words) => words.split(' ')[0] ?? ''),
    checked,
    effect,
    ...(kind === 'overridable' && { accept: [`kubectl monitoring ${command} --accept ${name}`] }),
  };
}

const STOPS =
  'Nothing is written if the run has not started. A run in progress stops where it is, prints the current state, and resumes when the same command is run again.';
const BEFORE = 'Nothing is written. A resize that has started is not checked again.';

/** When each list of guards is checked, and the effect of one that holds. */
const TIMES: Record<keyof Guards, Time> = {
  untouchable: { checked: 'before every write', effect: STOPS },
  ownership: { checked: 'before every write', effect: STOPS },
  entry: { checked: 'before a resize', effect: BEFORE },
  context: { checked: 'before a resize', effect: BEFORE },
  rights: { checked: 'before a run', effect: 'Nothing is written. A dry run continues.' },
  currentState: { checked: 'before every step of a resize', effect: STOPS },
  deletion: { checked: 'before every step that removes a StatefulSet or its pods', effect: STOPS },
  retaining: {
    checked: 'with --retain-volumes, while the claims are released from their owners',
    effect: STOPS,
  },
  growing: { checked: 'while the storage grows the volumes', effect: STOPS },
  warnings: {
    checked: 'before a run',
    effect:
      'It is printed before the prompt and included in the output of -o json and -o yaml. It stops nothing.',
  },
};

/** The same for the guards of a change of replicas. */
const SCALING_TIMES: Record<keyof typeof SCALING, Time> = {
  untouchable: TIMES.untouchable,
  during: {
    checked: 'before the replicas are set, and while the run waits for them',
    effect: STOPS,
  },
  entry: { checked: 'before the replicas are set', effect: 'Nothing is written.' },
  deletion: { checked: 'before the replicas are set', effect: 'Nothing is written.' },
  rights: TIMES.rights,
  warnings: TIMES.warnings,
};
