import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { confirm } from '../../../../lib/cli/prompt.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { selectionOf } from '../../../../lib/cluster/hosts/select-hosts.ts';
import { budgetOf } from '../../../../lib/hosts/waves.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { renderError } from '../../../shared/render.ts';
import type { Report } from '../../shared/report.ts';
import { BMH } from '../../shared/sanitize.ts';
import { RESULTS } from '../refusal.ts';
import { type Cluster, type Order, openCluster } from './cluster.ts';
import { type Member, type Plan, planOf } from './plan.ts';
import { fleetProgress } from './progress.ts';
import { type Ended, fleetReport, planText, renderFleet, warningTexts } from './report.ts';
import type { FleetValues } from './task.ts';
import { titledWaves } from './waves.ts';
import { work } from './work.ts';

/** `kubectl bmh repair` or `undo` for a fleet: its procedure on each selected host, the first one alone. */
export async function runFleet(args: string[], order: Order, machine: Machine): Promise<number> {
  const { task, values } = order;
  checkFlags(args, values);
  machine.saveMemory?.();
  const contexts = values.contexts.length > 0 ? values.contexts : [undefined];
  const clusters: Cluster[] = [];
  try {
    for (const context of contexts) clusters.push(await openCluster(order, machine, context));
    return await workIn(clusters, { args, order, machine });
  } catch (error) {
    await renderError(error, machine, { output: values.output, plugin: BMH, kind: RESULTS[task.goal] });
    throw error;
  } finally {
    for (const { close } of clusters) close();
  }
}

async function workIn(
  clusters: Cluster[],
  { args, order, machine }: { args: string[]; order: Order; machine: Machine },
): Promise<number> {
  const { task, values } = order;
  const { output, concurrency, keepGoing, waveSize, waveGrowth, maxFailures } = values;
  const { interrupted } = machine;
  const [{ session }] = clusters as [Cluster];
  const plans: Plan[] = [];
  for (const cluster of clusters) {
    const selection = selectionOf(args, values, cluster.session.connection.namespace);
    const plan = planOf(cluster, selection);
    plans.push(await (clusters.length > 1 ? orUnplanned(plan, cluster, keepGoing) : plan));
  }
  for (const text of warningTexts(plans)) session.warn(text);
  const finish = async (reports: ReadonlyMap<Member, Report>, how: Ended): Promise<number> => {
    const report = fleetReport(plans, reports, { task, interrupted: interrupted.aborted, ...how });
    await renderFleet(report, machine, { output, paint: session.paint, again: order.again });
    return report.exitCode;
  };
  if (values.diff || values.dryRun !== 'none')
    return (await import('./preview.ts')).previewFleet(plans, order, machine);

  const screen = screenOf({ ...machine, stdout: machine.stderr });
  const growth = { size: waveSize, growth: waveGrowth };
  const isEmpty = plans.every(
    ({ members, settled, failure }) => !failure && members.length + settled.length === 0,
  );
  if (!isEmpty)
    machine.stderr.write(
      planText(plans, { isEverywhere: values.allNamespaces, screen, growth, concurrency }),
    );
  const count = plans.reduce((sum, { members }) => sum + members.length, 0);
  if (count === 0) return finish(new Map(), {});
  if (!values.yes && !(await confirm(task.question(count), machine)))
    return finish(new Map(), { declined: true });

  const waves = titledWaves(plans, growth);
  const titles = waves.map(({ title }) => title);
  const progress = await fleetProgress(waves, {
    ...{ host: machine, paint: session.paint, concurrency },
    stableFor: task.stableFor,
  });
  const tell = (): void => session.warn(INTERRUPTED);
  interrupted.addEventListener('abort', tell, { once: true });
  try {
    const limits = { concurrency, keepGoing, maxFailures: budgetOf(maxFailures, count) ?? 1, interrupted };
    const { reports, failing } = await work(waves, limits, progress).finally(progress.end);
    return await finish(reports, { failing: failing === undefined ? undefined : titles[failing] });
  } finally {
    interrupted.removeEventListener('abort', tell);
  }
}

/** With `--keep-going`, a cluster that cannot be read gives a plan without hosts that says why. */
async function orUnplanned(plan: Promise<Plan>, cluster: Cluster, keepGoing: boolean): Promise<Plan> {
  try {
    return await plan;
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === 'aborted') throw error;
    const { kind, message, hint = '' } = error;
    const { context } = cluster.session.connection;
    const said = `${message} (context ${context})`;
    if (keepGoing)
      return { cluster, members: [], settled: [], warnings: [], failure: [said, hint].join('\n') };
    throw new CommandError(kind, said, {
      hint: `${hint}\nNothing was changed in any cluster; --keep-going skips this one.`.trim(),
      cause: error,
    });
  }
}

const INTERRUPTED =
  'interrupted: no new hosts are started, and waits end now; hosts in the middle of their steps are finished first, and a host whose pause is being held stays paused. A second Ctrl-C leaves all of them paused';

/** @throws {CommandError} for flags that contradict each other. */
function checkFlags(args: string[], values: FleetValues): void {
  const { contexts, context, payloadDir } = values;
  selectionOf(args, values, 'default');
  if (contexts.length > 0 && context !== undefined)
    throw usageError('--context and --contexts cannot be combined', 'Give one or the other.');
  if (contexts.length > 0 && payloadDir !== undefined)
    throw usageError('--payload-dir keeps the files of one cluster', 'Omit it, or give one --context.');
}
