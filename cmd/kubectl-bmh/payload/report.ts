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

/** The addresses to write files for, or why none are written. */
export function targetOrEnding(
  { connection, values }: { connection: Connection; values: PayloadValues },
  observed: Observed,
  decision: Decision,
): { target: Target } | { ending: Ending } {
  const { host, record } = observed;
  const { name, namespace } = host;
  const where = `host ${namespace}/${name}`;
  const none = (verdict: Verdict, message: string, more: Partial<Ending> = {}): { ending: Ending } => {
    const known = { ...placeOf(connection, observed.group, host), verdict, exitCode: 1, refusals: [] };
    return { ending: { ...known, message: `${message}; no files were written`, ...more } };
  };
  const goal = typeof record === 'object' ? record.goal : 'repair';
  const resuming = { next: ['kubectl bmh', goal, name, ...clusterWords({ namespace, values })].join(' ') };
  switch (decision.kind) {
    case 'refuse':
      return none('blocked', `${where} cannot be repaired`, {
        refusals: decision.refusals.map(byHand),
        ...(record !== undefined && resuming),
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
      if (decision.why === 'unfinished')
        return none('blocked', `an unfinished ${goal} holds ${where}`, resuming);
      if (isUrgent(decision.why))
        return none(
          'blocked',
          `${where} is about to be wiped: there is no time for a manual repair`,
          resuming,
        );
      return { target: decision.target };
  }
}

/** A run can work under a pause and leave it there; the manual commands remove it. */
const byHand = (refusal: Refusal): Refusal =>
  refusal.guard === 'foreign-pause'
    ? {
        ...refusal,
        hint: 'ask the owner of the pause: the manual recovery ends by removing it, no matter who set it',
      }
    : refusal;

/** The result as JSON and YAML. */
export const writtenReport = (
  connection: Connection,
  { host, group }: Observed,
  what: {
    target: Target;
    files: { status: string; spec: string };
    payloads: Payloads;
    commands: ManualStep[];
    warnings: Warning[];
  },
): Ending => ({
  ...placeOf(connection, group, host),
  refusals: [],
  verdict: 'applied' as const,
  exitCode: 0,
  message: 'the payload files were written',
  ...what,
});
