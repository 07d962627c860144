import type { Host } from '../../../lib/cli/command.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Patch } from '../../../lib/hosts/action.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import type { PauseValues } from './flags.ts';

/** What is done to the pause of each host, and how it is put. */
export interface PauseChange {
  procedure: Procedure<Observed, Patch>;
  verdict: 'paused' | 'resumed';
  /** What it does, as a verb. */
  title: string;
  /** What came of it. */
  message: string;
  unchanged: string;
  /** What is said of a host that is refused, behind its name. */
  notDone: string;
}

/** One call of a command that changes pauses. */
export interface PauseRun {
  change: PauseChange;
  values: PauseValues;
  session: Session;
  host: Host;
}
