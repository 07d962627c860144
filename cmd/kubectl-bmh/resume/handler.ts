import type { Handler } from '../../../lib/cli/command.ts';
import { resuming } from '../../../lib/hosts/manual-pause.ts';
import { changePauses } from '../pause/change-pauses.ts';
import type { PauseValues } from '../pause.ts';

/** `kubectl bmh resume HOST...`: takes the pause of `pause` back where that does not wipe the host. */
export const resume: Handler = ({ words, values }, host) =>
  changePauses(
    {
      procedure: resuming(),
      verdict: 'resumed',
      title: 'Resume',
      message: 'resumed',
      unchanged: 'unchanged: it is not paused',
      notDone: 'is not resumed',
    },
    { words, values: values as PauseValues },
    host,
  );
