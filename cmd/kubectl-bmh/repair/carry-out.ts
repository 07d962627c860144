import { showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { hostAfter } from '../../../lib/hosts/procedure.ts';
import { hostResource } from '../../../lib/names.ts';
import type { Access } from './access.ts';
import { deniedBy, heldFor, type Intent, runBracket, warnedOf } from './bracket.ts';
import { hostProxy } from './host-proxy.ts';
import { payloadFolder } from './payload-files.ts';
import { planText } from './plan.ts';
import { refusalReport } from './refusal.ts';
import { SHOWN } from './render.ts';
import { type Report, type Run, reportOf } from './report.ts';

/** Asks, runs the bracket and verifies, or previews it (then undefined: everything is said). */
export async function carryOut(run: Run, found: Access, intent: Intent): Promise<Report | undefined> {
  const { values, session, host, name } = run;
  const { goal, target, order, why, question } = intent;
  const { access, said } = warnedOf(found, intent);
  for (const { name: guard, reason, mend } of access.warnings) session.warn(`${reason}: ${mend} (${guard})`);
  const denied = deniedBy(run, access, intent);
  if (values.diff || values.dryRun !== 'none') {
    for (const { reason } of denied) session.warn(reason);
    return previewed(run, access, intent);
  }
  if (denied.length > 0) return refusalReport(run, access, denied);

  const { connection, paint } = session;
  const safer = said.some(({ name: guard }) => guard === 'more-writers');
  host.stderr.write(
    planText(access.observed, {
      after: hostAfter(access.observed, intent),
      why,
      order: safer ? `as documented; ${SAFER}` : ORDERS[order],
      hold: heldFor(run, access.observed),
      connection,
      paint,
    }),
  );
  if (!values.yes && !(await confirm(safer ? `${question} (${SAFER})` : question, host)))
    return reportOf(run, access, {
      verdict: 'declined',
      message: `${DECLINED[goal]}: nothing was changed`,
      target,
    });

  return runBracket(run, access, {
    intent,
    proxy: hostProxy(session, values.proxyPort),
    files: payloadFolder(values.payloadDir).filesOf(name),
    show: (titles) => showProgress(titles, host, paint),
  });
}

const SAFER = '--window-free is safer here';
const ORDERS = { documented: undefined, 'window-free': 'window-free: empty the status, spec, status' };
const DECLINED = { repair: 'not repaired', undo: 'not undone' };

async function previewed(run: Run, access: Access, intent: Intent): Promise<Report | undefined> {
  const { values, session, host } = run;
  const { previewOf } = await import('./preview.ts');
  const { writePreview } = await import('../../shared/change/preview.ts');
  const found = await previewOf(run, access, intent);
  if ('verdict' in found) return found;
  await writePreview(found.changes, host, {
    diff: values.diff,
    output: values.output,
    resource: hostResource(access.observed.group, run.name),
    paint: session.stdoutPaint,
    shown: SHOWN,
  });
  return undefined;
}
