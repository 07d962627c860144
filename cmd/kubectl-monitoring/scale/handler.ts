import type { Handler } from '../../../lib/cli/command.ts';
import { readHttpConfig } from '../../../lib/cluster/alerts/http-config.ts';
import { observeScaled } from '../../../lib/cluster/scaling/observe.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { decide } from '../../../lib/scaling/decide.ts';
import type { Observed } from '../../../lib/scaling/observed.ts';
import { isSet } from '../../../lib/scaling/state.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { durationOf, REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, renderReport } from '../../shared/render.ts';
import { MONITORING } from '../shared/plugin.ts';
import { componentArg, replicasArg } from '../shared/scalable-args.ts';
import { applyAfterwards, notesOf, reportOf as plannedReport } from '../shared/values/apply.ts';
import { planValues, readValues, type Values, type ValuesPlan } from '../shared/values/values.ts';
import { refusalReport, scaleChange } from './change.ts';
import type { ScaleValues } from './flags.ts';
import { RESULT, type Report, type Run } from './report.ts';
import { planNumber, REPLICAS } from './values.ts';
import { isPreview, verifyUnchanged } from './verify.ts';

/** `kubectl monitoring scale COMPONENT REPLICAS [NAME]`: §8's scaling rules as a change that can be resumed at any point. */
export const scale: Handler<ScaleValues> = async (
  { args: [word = '', number = '', given], values },
  host,
) => {
  const component = componentArg(word);
  const plan = {
    replicas: replicasArg(number),
    accepted: new Set<string>(values.accept),
    waits: values.wait && !values.noWait,
  };
  const name = given === undefined ? undefined : nameArg(given);
  const timeout = durationOf('timeout', values.timeout, { least: 1 });
  const http = readHttpConfig(values.httpConfig, host.cwd());
  const valuesFiles = await readValues(values.values, {
    ...{ commit: values.commit, cwd: host.cwd(), subject: REPLICAS },
  });
  const { namespace = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT, output } = values;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  const run: Run = { word, component, namespace, plan, values, timeout, http, session, host };
  try {
    const observed = await observeScaled(session.client, { component, namespace, name });
    const report = await decided(run, observed, valuesFiles);
    if (!report) return 0;
    await renderReport(report, host, { output, paint: session.paint, plugin: MONITORING, kind: RESULT });
    return report.exitCode;
  } catch (error) {
    await renderError(error, host, { output, plugin: MONITORING, kind: RESULT });
    throw error;
  } finally {
    session.client.close();
  }
};

async function decided(run: Run, observed: Observed, valuesFiles: Values): Promise<Report | undefined> {
  const { component, plan, values, session, host } = run;
  const decision = decide(observed, plan);
  if (decision.kind === 'refuse') return refusalReport(run, observed, decision.refusals);
  const number = planNumber({ component, replicas: plan.replicas });
  const files = await planValues(valuesFiles, number, host);
  for (const note of notesOf(files)) session.warn(note);
  if (decision.kind === 'done') return withValues(run, files, await verifyUnchanged(run, observed));
  const change = scaleChange(run, observed, files);
  // A run that only waits changes nothing that has to be confirmed.
  const yes = values.yes || isSet(observed, plan);
  const report = await carryOut(change, observed, { values: { ...values, yes }, session, host });
  return report && withValues(run, files, report);
}

/** The values files, once the number is in the cluster, so that no later release restores the old one. */
async function withValues(run: Run, plan: ValuesPlan, report: Report): Promise<Report> {
  const { session, host, values, namespace } = run;
  const isThere = ['applied', 'unchanged', 'degraded'].includes(report.verdict);
  if (!isThere || isPreview(run)) return { ...report, values: plannedReport(plan, 'planned') };
  const { component, name, replicas } = report;
  const written = await applyAfterwards(plan, {
    ...{ host, session },
    yes: values.yes,
    message: `Scale ${component} ${namespace}/${name} to ${replicas}`,
  });
  return { ...report, values: written };
}

/** The name of an object, alone or after its type, as `-o name` prints it: `deployment.apps/grafana`. */
const nameArg = (word: string): string => objectName(word.slice(word.lastIndexOf('/') + 1), 'resource name');
