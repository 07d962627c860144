import type { Handler } from '../../../lib/cli/command.ts';
import { pausing } from '../../../lib/hosts/manual-pause.ts';
import type { PauseValues } from '../pause.ts';
import { changePauses } from './change-pauses.ts';

/** `kubectl bmh pause HOST...`: a pause that stays until `resume`. */
export const pause: Handler = ({ words, values }, host) =>
  changePauses(
    {
      procedure: pausing(),
      verdict: 'paused',
      title: 'Pause',
      message: 'paused; kubectl bmh resume takes it back',
      unchanged: 'unchanged: it is paused by kubectl bmh pause already',
      notDone: 'is not paused by this',
    },
    { words, values: values as PauseValues },
    host,
  );
