import { GUARDS, type Guards } from '../../../lib/volumes/guards/all.ts';
import type { Explained } from '../../shared/explain/explaining.ts';

/** Every guard, in the order in which they are checked. */
export const explained = (guards: Guards = GUARDS): Explained[] =>
  Object.entries(TIMES).flatMap(([list, { checked, effect }]) =>
    guards[list as keyof Guards].map(({ name, kind, prevents }) => ({
      name,
      kind,
      prevents,
      commands: ['resize-pvc'],
      checked,
      effect,
      ...(kind === 'overridable' && { accept: [`kubectl monitoring resize-pvc SIZE --accept ${name}`] }),
    })),
  );

const STOPS =
  'Nothing is written if the run has not started. A run in progress stops where it is, prints the current state, and resumes when the same command is run again.';
const BEFORE = 'Nothing is written. A resize that has started is not checked again.';

/** When each list of guards is checked, and the effect of one that holds. */
const TIMES: Record<keyof Guards, Pick<Explained, 'checked' | 'effect'>> = {
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
