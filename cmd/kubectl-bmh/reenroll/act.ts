import { randomUUID } from 'node:crypto';
import { showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { clearing } from '../../../lib/hosts/diagnosis/cause.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import { decideReenroll, type ReenrollDecision } from '../../../lib/hosts/reenroll/decide.ts';
import { REENROLL_GUARDS, warnings } from '../../../lib/hosts/reenroll/guards.ts';
import { presentAim, reenrollProcedure } from '../../../lib/hosts/reenroll/procedure.ts';
import { enrolmentOf } from '../../../lib/hosts/reenroll/state.ts';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import { commandText } from '../../words.ts';
import type { Access } from '../repair/access.ts';
import { execute } from './execute.ts';
import { planText } from './plan.ts';
import { previewed } from './preview.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { type ReenrollProcedure, stepsOf, VERIFY_ACCESS } from './steps.ts';
import { refused, unfinished } from './unfinished.ts';
import { verified } from './verified.ts';

/** What follows from how a host stands; undefined where a preview has said everything. */
export async function actOn(run: Run, access: Access): Promise<Report | undefined> {
  const decision = decideReenroll(access.observed, run.accepted);
  switch (decision.kind) {
    case 'healthy':
      return reportOf(run, access, { verdict: 'unchanged', message: healthyText(run, access.observed.host) });
    case 'refuse':
      return refused(run, access, decision.refusals);
    case 'attached':
      return verified(run, access, { observed: access.observed, node: access.observed.host.nodeId ?? '' });
    case 'reenroll':
      return carryOut(run, access, REASONS[decision.why]);
  }
}

const REASONS: Record<Extract<ReenrollDecision, { kind: 'reenroll' }>['why'], string> = {
  error: 'provisioned registration error',
  accepted: 'no error',
  unfinished: 'an unfinished reenroll',
};

/** An error that comes and goes is counted each time. */
const healthyText = (run: Run, host: Host): string => {
  const { errorCount = 0 } = host;
  const counted = ` at the moment; it had ${errorCount}, and this resets their number: ${commandText(clearing(host, { errorCount: 0 }), run)}`;
  return `unchanged: it has no error${errorCount > 0 ? counted : ''}; --accept healthy enrols it again all the same`;
};

/** Asks, runs the bracket and verifies, or previews it. */
async function carryOut(run: Run, found: Access, why: string): Promise<Report | undefined> {
  const { values, session, host } = run;
  const { observed } = found;
  const aim = presentAim(observed.host);
  const access = { ...found, warnings: [...found.warnings, ...warningsOf(warnings, observed, aim)] };
  for (const { name, reason, mend } of access.warnings) session.warn(`${reason}: ${mend} (${name})`);
  const denied = refusalsOf(REENROLL_GUARDS.rights, observed, { ...aim, accepted: run.accepted });
  const procedure = procedureFor(run);
  if (values.diff || values.dryRun !== 'none') {
    for (const { reason } of denied) session.warn(reason);
    return previewed(run, access, procedure);
  }
  if (denied.length > 0) return refused(run, access, denied);
  host.stderr.write(planText(observed, { why, connection: session.connection, paint: session.paint }));
  if (!values.yes && !(await confirm('Enrol the node of this host again?', host)))
    return reportOf(run, access, {
      verdict: 'declined',
      message: 'not enrolled again: nothing was changed',
    });
  return bracket(run, access, procedure);
}

async function bracket(run: Run, access: Access, procedure: ReenrollProcedure): Promise<Report> {
  const steps = stepsOf(procedure);
  const progress = await showProgress(steps.titles, run.host, run.session.paint);
  progress.done(VERIFY_ACCESS);
  try {
    const outcome = await execute(procedure, enrolmentOf(access.observed), { run, steps, progress });
    if (outcome.kind !== 'done') return await unfinished(run, access, { outcome, steps, progress });
    const { observed, last } = outcome.observed;
    const node = last?.node ?? access.observed.host.nodeId ?? '';
    return await verified(run, access, { observed, node, shown: { progress, place: steps.verification } });
  } finally {
    await progress.end();
  }
}

const procedureFor = ({ accepted, version, host }: Run): ReenrollProcedure =>
  reenrollProcedure({
    accepted,
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
