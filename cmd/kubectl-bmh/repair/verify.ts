import { isLive } from '../../../lib/cli/progress.ts';
import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { documentChecks, otherCauses } from '../../../lib/hosts/health.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { masked } from '../../../lib/words/masked.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { StepProgress } from '../../shared/change/change.ts';
import { awaitRecovery } from '../shared/await-recovery.ts';
import { commandToClear, commandToSee } from '../shared/next-commands.ts';
import { type Ending, endingOfWait, type Wait } from '../shared/recovery-report.ts';
import { type Report, reportOf } from '../shared/report.ts';
import type { Repair } from './repair.ts';

/** The verification after §4.A step 9: the three documented checks and, unless `--no-wait`, the operator's recovery. */
export async function verify(
  run: Repair,
  access: Access,
  { observed, target, step }: { observed: Observed; target: Target; step?: StepProgress },
): Promise<Report> {
  const { name, namespace, values, timeout, stableFor, session, host, ends, following } = run;
  const where = `host ${namespace}/${name}`;
  const checks = documentChecks(observed.host, target);
  const failing = checks.filter(({ ok }) => !ok);
  if (failing.length > 0) {
    step?.failed(failing.map(({ name: field }) => field).join(', '));
    return reportOf(run, access, {
      verdict: 'degraded',
      reason: 'not-recovered',
      message: `${where} was patched but does not have the new values`,
      target,
      checks,
      causes: otherCauses(observed.host, target),
    });
  }
  if (observed.host.paused !== undefined) {
    step?.done('the three documented checks');
    const message = `patched; it stays under another user's pause (${observed.host.paused || 'no value'})`;
    return reportOf(run, access, { verdict: 'applied', message, target, checks });
  }
  if (!values.wait || values.noWait) {
    step?.done('the three documented checks');
    return reportOf(run, access, {
      verdict: 'applied',
      message: 'patched and resumed',
      next: commandToSee(run),
      target,
      checks,
    });
  }
  following?.started();
  // The display of a fleet shows each host that is waited for.
  const alone = (text: string): void => {
    if (!following) host.stderr.write(`${oneLine(text)}\n`);
  };
  const tell = step?.note ?? alone;
  const wait = await awaitRecovery(session.client, observed, {
    target,
    timeout,
    stableFor,
    live: step !== undefined && isLive(host),
    interrupted: ends.wait,
    waiting: onChange((text) => tell(masked(text))),
    warn: onChange(session.warn),
    clock: host.clock.waits,
    shared: following,
  });
  const { note, ...ending } = endingOf(run, wait, target);
  step?.[ending.verdict === 'repaired' ? 'done' : 'failed'](masked(note));
  return reportOf(run, access, { ...ending, target, checks: documentChecks(wait.host, target) });
}

/** Drops repetitions of the same text. */
function onChange(tell: (text: string) => void): (text: string) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== last) tell(text);
    last = text;
  };
}

const endingOf = (run: Repair, wait: Wait, target: Target): Ending => {
  const { name, namespace, stableFor, values } = run;
  const known = `host ${namespace}/${name} is patched and resumed`;
  // A resumed host has no record: another repair would decide without the flags of this one, so advise `wait`.
  const commands = { see: commandToSee(run), clear: commandToClear(run) };
  return endingOfWait({ name, namespace, known, timeout: values.timeout, stableFor, commands }, wait, target);
};
