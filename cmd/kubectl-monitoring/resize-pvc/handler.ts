import type { Handler } from '../../../lib/cli/command.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { readInstance } from '../../../lib/cluster/volumes/access.ts';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { parseQuantity } from '../../../lib/objects/quantity.ts';
import { retentionBytes } from '../../../lib/objects/retention.ts';
import { decide } from '../../../lib/volumes/decide.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { durationOf, REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, renderReport } from '../../shared/render.ts';
import { instanceArg } from '../shared/instance-arg.ts';
import { MONITORING } from '../shared/plugin.ts';
import { refusalReport, resizeChange } from './change.ts';
import type { ResizeValues } from './flags.ts';
import { refuseAgent, refuseOther } from './refuse.ts';
import { RESULT, type Report, type Run, reportOf } from './report.ts';
import { applyValues, changesOf, notesOf, reportOf as plannedReport } from './values/apply.ts';
import { planValues, readValues, type Values, type ValuesPlan } from './values/values.ts';

/** `kubectl monitoring resize-pvc SIZE [NAME]`: §4.C as a bracket that can be resumed at any point. */
export const resizePvc: Handler<ResizeValues> = async (
  { args: [size = '', word], values },
  host,
  { version },
) => {
  const options = {
    size,
    mode: values.mode,
    retain: values.retainVolumes,
    retentionSize: values.retentionSize,
    includeOrphaned: values.includeOrphaned,
    accepted: new Set<string>(values.accept),
  };
  const timeout = validated(values, size);
  const valuesFiles = await readValues(values.values, { commit: values.commit, cwd: host.cwd() });
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  // --component has no value for an agent, which is refused by its name.
  const isAgent = word !== undefined && instanceArg(word, undefined).component === 'agent';
  const component = COMPONENTS[values.component];
  const name = word && instanceArg(word, isAgent ? 'agent' : component.name).name;
  const session = await openSession(
    { ...values, namespace, requestTimeout: values.requestTimeout ?? REQUEST_LIMIT },
    host,
  );
  const repeated = [
    ...values.values.flatMap((file) => ['--values', file]),
    ...(values.commit ? ['--commit'] : []),
    ...values.accept.flatMap((guard) => ['--accept', guard]),
  ];
  const run: ResizeRun = {
    ...{ goal: 'resize', component, namespace, options, values, repeated, valuesFiles },
    ...{ timeout, session, host, version },
  };
  try {
    if (isAgent && name) await refuseAgent(run, name);
    const observed = await readInstance(session.client, {
      component,
      namespace,
      mode: options.mode,
      name,
      given: values.replicas,
      absent: (wanted) => refuseOther(run, wanted),
    });
    const report = await decided(run, observed);
    if (!report) return 0;
    const { output } = values;
    await renderReport(report, host, { output, paint: session.paint, plugin: MONITORING, kind: RESULT });
    return report.exitCode;
  } catch (error) {
    const { output } = values;
    await renderError(error, { stdout: host.stdout, output, plugin: MONITORING, kind: RESULT });
    throw error;
  } finally {
    session.client.close();
  }
};

/** One call of `resize-pvc`. */
interface ResizeRun extends Run {
  /** The values files, read before the cluster. */
  valuesFiles: Values;
}

/** Validates args and flags; returns `--timeout` in milliseconds. */
function validated(given: ResizeValues, size: string): number {
  const { timeout, replicas, retentionSize, component } = given;
  const amount = parseQuantity(size);
  if (amount === undefined || amount <= 0n)
    throw usageError(`invalid size "${size}"`, 'Give a Kubernetes quantity such as 100Gi.');
  if (amount > MOST)
    throw usageError(`size "${size}" is too large for Kubernetes`, 'Give a size of less than 8Ei.');
  // Claims round it, the resource does not: they would differ for good.
  if (amount % BYTE !== 0n)
    throw usageError(
      `size "${size}" is not a whole number of bytes`,
      `Give a size without a fraction, such as ${amount / (BYTE << 20n) + 1n}Mi.`,
    );
  if (retentionSize !== undefined && retentionBytes({ size: retentionSize }) === undefined)
    throw usageError(
      `invalid value "${retentionSize}" for --retention-size`,
      'Give a size as Prometheus takes it, such as 80GB.',
    );
  if (retentionSize !== undefined && component !== 'metrics')
    throw usageError('only a Prometheus has a retentionSize', 'Omit --retention-size.');
  if (replicas !== undefined && replicas < 1)
    throw usageError(`invalid value "${replicas}" for --replicas`, 'Give a number of replicas, 1 or more.');
  return durationOf('timeout', timeout, { least: 1 });
}

/** In billionths, as amounts are. */
const BYTE = 10n ** 9n;

/** The most that the server counts, in billionths of a byte; it takes larger sizes for this one. */
const MOST = (2n ** 63n - 1n) * BYTE;

async function decided(run: ResizeRun, observed: Observed): Promise<Report | undefined> {
  const { component, options, namespace } = run;
  const unchanged = (why: string): Report =>
    reportOf(run, observed, { verdict: 'unchanged', message: `unchanged: ${why}` });
  const decision = decide(observed, options);
  if (decision.kind === 'refuse') return refusalReport(run, observed, decision.refusals);
  const { retentionSize } = decision.kind === 'resize' ? decision.target : options;
  const { name } = observed.instance;
  const wanted = { component: component.name, size: options.size, retentionSize, name, namespace };
  const values = await planValues(run.valuesFiles, wanted, run.host);
  for (const note of notesOf(values)) run.session.warn(note);
  if (decision.kind === 'done') return withValues(run, values, unchanged(`every volume has ${options.size}`));
  const why = decision.why === 'unfinished' ? 'an unfinished resize' : 'to be resized';
  const change = resizeChange(run, observed, { target: decision.target, why, values });
  const report = await carryOut(change, observed, run);
  return report && withValues(run, values, report);
}

/** §4.C step 5, once the volumes have the size: the values files, so that no later release restores the old size. */
async function withValues(run: Run, plan: ValuesPlan, report: Report): Promise<Report> {
  const { session, host, values, namespace, options } = run;
  const hasSize = report.verdict === 'resized' || report.verdict === 'unchanged';
  if (!hasSize || values.dryRun !== 'none' || values.diff)
    return { ...report, values: plannedReport(plan, 'planned') };
  const { kind } = run.component;
  const written = await applyValues(plan, {
    host,
    paint: session.paint,
    yes: values.yes,
    message: `Grow the volumes of ${kind.toLowerCase()} ${namespace}/${report.name} to ${options.size}`,
  });
  for (const line of written.outcome === 'written' || written.outcome === 'committed' ? changesOf(plan) : [])
    host.stderr.write(`${line}\n`);
  if (written.next) session.warn(`the values files still have the old size: ${written.next}`);
  return { ...report, values: written };
}
