import { type Decision, isUrgent } from '../../../lib/hosts/decide.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Payloads } from '../../../lib/hosts/payloads.ts';
import type { Connection } from '../../../lib/kube/config/connection.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Verdict } from '../../../lib/words/verdict.ts';
import type { Ending } from '../../shared/render.ts';
import { clusterWords } from '../../shared/words.ts';
import { commandToSee } from '../shared/next-commands.ts';
import { placeOf } from '../shared/report.ts';
import type { ManualStep } from './commands.ts';
import type { PayloadValues } from './flags.ts';

interface Place {
  connection: Connection;
  values: PayloadValues;
}

/** The addresses to write files for, or why there are none to write. */
export function targetOrEnding(
  place: Place,
  observed: Observed,
  decision: Decision,
): { target: Target } | { ending: Ending } {
  const { host, record } = observed;
  const { name, namespace } = host;
  const where = `host ${namespace}/${name}`;
  const none = (verdict: Verdict, message: string, more: Partial<Ending> = {}): { ending: Ending } => {
    const known = { ...about(place, observed), verdict, exitCode: 1, refusals: [] };
    return { ending: { ...known, message: `${message}; no files were written`, ...more } };
  };
  const goal = typeof record === 'object' ? record.goal : 'repair';
  const { values } = place;
  const goOn = { next: ['kubectl bmh', goal, name, ...clusterWords({ namespace, values })].join(' ') };
  switch (decision.kind) {
    case 'refuse':
      return none('blocked', `${where} cannot be repaired`, {
        refusals: decision.refusals.map(byHand),
        ...(record !== undefined && goOn),
      });
    case 'healthy':
      return none('unchanged', `${where} needs no repair`);
    case 'unknown':
      return none('unknown', `${where} has no error now, but may be between two errors`);
    case 'on-target':
      return none('unchanged', `${where} already has the new address`, {
        next: commandToSee({ name, namespace, values }),
      });
    case 'repair':
      if (decision.why === 'unfinished') return none('blocked', `an unfinished ${goal} holds ${where}`, goOn);
      if (isUrgent(decision.why))
        return none('blocked', `${where} is about to be wiped: there is no time for a manual repair`, goOn);
      return { target: decision.target };
  }
}

/** A pause that a run can work under and leave is one that the commands of the document remove. */
const byHand = (refusal: Refusal): Refusal =>
  refusal.guard === 'foreign-pause'
    ? {
        ...refusal,
        hint: 'ask the owner of the pause: the manual recovery ends by removing it, no matter who set it',
      }
    : refusal;

/** The result as data: all that the text says. */
export const writtenReport = (
  place: Place,
  { host, group }: Observed,
  what: {
    target: Target;
    files: { status: string; spec: string };
    payloads: Payloads;
    commands: ManualStep[];
    warnings: Warning[];
  },
): Ending => ({
  ...about(place, { host, group }),
  refusals: [],
  verdict: 'applied' as const,
  exitCode: 0,
  message: 'the payload files were written',
  ...what,
});

const about = ({ connection }: Place, { host, group }: Pick<Observed, 'host' | 'group'>) =>
  placeOf(connection, group, host);
