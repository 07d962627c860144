import type { Handler } from '../../../lib/cli/command.ts';
import { commandFor } from '../../../lib/hosts/command-for.ts';
import { pausing, resuming } from '../../../lib/hosts/manual-pause.ts';
import { changePauses } from './change.ts';
import type { PauseValues } from './flags.ts';

/** `kubectl bmh pause HOST...`: a pause that stays until `resume`. */
export const pause: Handler<PauseValues> = ({ args: words, values }, host) =>
  changePauses(
    {
      procedure: pausing(),
      verdict: 'paused',
      title: 'Pause',
      message: (host) => `paused; to remove the pause: ${commandFor(host, 'kubectl bmh resume')}`,
      unchanged: 'unchanged: it is already paused by "kubectl bmh pause"',
      notDone: 'was not paused',
    },
    { words, values },
    host,
  );

/** `kubectl bmh resume HOST...`: removes the pause of `pause` unless that wipes the host. */
export const resume: Handler<PauseValues> = ({ args: words, values }, host) =>
  changePauses(
    {
      procedure: resuming(),
      verdict: 'resumed',
      title: 'Resume',
      message: () => 'resumed',
      unchanged: 'unchanged: it is not paused',
      notDone: 'was not resumed',
    },
    { words, values },
    host,
  );
