import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { choose, confirm } from '../../../lib/cli/prompt.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { readInstance } from '../../../lib/cluster/volumes/access.ts';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { parseQuantity } from '../../../lib/objects/quantity.ts';
import { retentionBytes } from '../../../lib/objects/retention.ts';
import { decide } from '../../../lib/volumes/decide.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import type { Mode } from '../../../lib/volumes/record.ts';
import { recordOf } from '../../../lib/volumes/state.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { durationOf, REQUEST_LIMIT } from '../../shared/durations.ts';
import { guardsOf, renderError, renderReport } from '../../shared/render.ts';
import { instanceArg } from '../shared/instance-arg.ts';
import { MONITORING } from '../shared/plugin.ts';
import { applyAfterwards, notesOf, reportOf as plannedReport } from '../shared/values/apply.ts';
import { planValues, readValues, type Values, type ValuesPlan } from '../shared/values/values.ts';
import { declinedReport, refusalReport, resizeChange } from './change.ts';
import type { ResizeValues } from './flags.ts';
import { refuseAgent, refuseOther } from './refuse.ts';
import { RESULT, type Report, type Run, reportOf } from './report.ts';
import { planSizes, VOLUMES } from './values.ts';
import { hasWays, refusalsIn, waysText } from './ways.ts';

/** `kubectl monitoring resize-pvc SIZE [NAME]`: §4.C as a bracket that can be resumed at any point. */
export const resizePvc: Handler<ResizeValues> = async (
  { args: [given = '', word], values },
  host,
  { version },
) => {
  const size = await sizeOf(given, values, host);
  const options = {
    size,
    mode: values.mode ?? 'offline',
    retain: values.retainVolumes,
    retentionSize: values.retentionSize,
    includeOrphaned: values.includeOrphaned,
    accepted: new Set<string>(values.accept),
  };
  const timeout = validated(values, size);
  const valuesFiles = await readValues(values.values, {
    ...{ commit: values.commit, cwd: host.cwd(), subject: VOLUMES },
  });
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
  const call: ResizeRun = {
    ...{ goal: 'resize', component, namespace, options, values, repeated, valuesFiles },
    ...{ timeout, session, host, version },
  };
  try {
    if (isAgent && name) await refuseAgent(call, name);
    const read = (mode: Mode | undefined): Promise<Observed> =>
      readInstance(session.client, {
        ...{ component, namespace, mode, name, given: values.replicas },
        absent: (wanted) => refuseOther(call, wanted),
      });
    const report = await reported(call, await read(values.mode), read);
    if (!report) return 0;
    const { output } = values;
    await renderReport(report, host, { output, paint: session.paint, plugin: MONITORING, kind: RESULT });
    return report.exitCode;
  } catch (error) {
    const { output } = values;
    await renderError(error, host, { output, plugin: MONITORING, kind: RESULT });
    throw error;
  } finally {
    session.client.close();
  }
};

/** One call of `resize-pvc`. */
interface ResizeRun extends Run {
  values: ResizeValues;
  /** The values files, read before the cluster. */
  valuesFiles: Values;
}

/** The size as given; a number without a unit is meant in Gi, if the user agrees. */
async function sizeOf(given: string, { yes }: ResizeValues, host: Host): Promise<string> {
  if (!/^\d+(\.\d+)?$/.test(given) || Number(given) <= 0 || Number(given) >= LEAST) return given;
  const size = `${given}Gi`;
  if (host.interactive && !yes && (await confirm(`Do you mean ${size}?`, host))) return size;
  throw usageError(`size "${given}" has no unit`, `For ${given} gibibytes, give ${size}.`);
}

/** A number of bytes that may be meant as such: 1Gi. */
const LEAST = 2 ** 30;

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

/** Decides the mode, if no flag and no unfinished run says it, and resizes. */
async function reported(
  call: ResizeRun,
  observed: Observed,
  read: (mode: Mode) => Promise<Observed>,
): Promise<Report | undefined> {
  const { values, host } = call;
  if (values.mode !== undefined) return decided(call, observed);
  const mode = recordOf(observed)?.mode ?? 'offline';
  const run: ResizeRun = { ...call, options: { ...call.options, mode }, modeBy: 'default' };
  const isAsked = host.interactive && !values.yes && !values.diff && values.dryRun === 'none';
  if (!isAsked || !hasWays(observed, decide(observed, run.options))) return decided(run, observed);
  const ways = { offline: observed, online: await read('online') };
  const [offline, online] = [refusalsIn(run, 'offline', observed), refusalsIn(run, 'online', ways.online)];
  // What refuses both leaves nothing to choose.
  if (offline.length > 0 && guardsOf(offline) === guardsOf(online)) return decided(run, observed);
  host.stderr.write(folded(waysText(run, ways), host.stderr));
  const chosen = await choose('Which one?', ['offline', 'online'], host);
  if (!chosen) return declinedReport(run, observed);
  const wanted: ResizeRun = { ...run, options: { ...run.options, mode: chosen }, modeBy: 'answer' };
  return decided(wanted, await read(chosen));
}

async function decided(run: ResizeRun, observed: Observed): Promise<Report | undefined> {
  const { component, options, namespace } = run;
  const unchanged = (why: string): Report =>
    reportOf(run, observed, { verdict: 'unchanged', message: `unchanged: ${why}` });
  const decision = decide(observed, options);
  if (decision.kind === 'refuse') return refusalReport(run, observed, decision.refusals);
  const { retentionSize } = decision.kind === 'resize' ? decision.target : options;
  const { name } = observed.instance;
  const wanted = { component: component.name, size: options.size, retentionSize, name, namespace };
  const values = await planValues(run.valuesFiles, planSizes(wanted), run.host);
  for (const note of notesOf(values)) run.session.warn(note);
  if (decision.kind === 'done') return withValues(run, values, unchanged(`every volume has ${options.size}`));
  const why = decision.why === 'unfinished' ? 'a resize is unfinished' : '';
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
  const written = await applyAfterwards(plan, {
    ...{ host, session },
    yes: values.yes,
    message: `Grow the volumes of ${kind.toLowerCase()} ${namespace}/${report.name} to ${options.size}`,
  });
  return { ...report, values: written };
}
