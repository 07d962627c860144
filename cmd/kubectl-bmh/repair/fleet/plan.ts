import { type Access, accessTo, nodesWarning } from '../../../../lib/cluster/hosts/access.ts';
import { contextOf } from '../../../../lib/cluster/hosts/read-context.ts';
import { type Selection, selectedPages } from '../../../../lib/cluster/hosts/select-hosts.ts';
import type { SharedReads } from '../../../../lib/cluster/hosts/shared-reads.ts';
import { type Observed, observed } from '../../../../lib/hosts/observed.ts';
import { readInHostGroup } from '../../../../lib/kube/api/discovery.ts';
import { isNotFound } from '../../../../lib/kube/api/errors.ts';
import type { Warning } from '../../../../lib/procedure/guard.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { mapConcurrent } from '../../shared/map-concurrent.ts';
import type { Report, Run } from '../../shared/report.ts';
import { deniedBy, warnedOf } from '../change.ts';
import { refusalReport } from '../refusal.ts';
import type { Cluster } from './cluster.ts';
import type { FleetTask, Placed } from './task.ts';

/** A host of a fleet that needs an action. */
export interface Member extends Omit<Placed, 'aim'> {
  cluster: Cluster;
  run: Run;
  group: string;
  /** The current image address. */
  from: string;
  warnings: Warning[];
}

/** `metal3/worker-0`. */
export const nameOf = ({ run }: Member): string => `${run.namespace}/${run.name}`;

/** A host whose report is known before anything is changed. */
export interface Settled {
  report: Report;
  from: string;
}

/** What to do in one cluster. */
export interface Plan {
  cluster: Cluster;
  members: Member[];
  /** Hosts that need nothing, or are refused. */
  settled: Settled[];
  warnings: Warning[];
  /** Why the cluster could not be read. */
  failure?: string;
}

/** How many hosts to read in parallel. */
const WIDTH = 8;

/** Reads the selected hosts and the context of those that need an action; changes nothing. */
export async function planOf(cluster: Cluster, selection: Selection): Promise<Plan> {
  const { client } = cluster.session;
  const nodes = await nodesWarning(client);
  const { found: all } = await readInHostGroup(client, (candidate) =>
    placesOf(cluster, candidate, selection).catch(nothingChanged),
  );
  return {
    cluster,
    members: all.filter((one) => 'action' in one),
    settled: all.filter((one) => 'report' in one),
    warnings: nodes ? [nodes] : [],
  };
}

/** Hosts are placed page by page, and then forgotten, to keep memory flat. */
async function placesOf(
  cluster: Cluster,
  group: string,
  selection: Selection,
): Promise<(Member | Settled)[]> {
  const all: (Member | Settled)[] = [];
  for await (const page of selectedPages(cluster.session.client, group, selection)) {
    const seen = page
      .map((object) => observed(object, group, contextOf(cluster.session.client)))
      .filter(cluster.task.isSelected);
    all.push(...(await mapConcurrent(seen, { width: WIDTH }, (one) => placed(cluster, one))));
  }
  return all;
}

/** One wrong name stops the whole fleet before anything is changed. */
function nothingChanged(error: unknown): never {
  if (!isNotFound(error)) throw error;
  const { message, hint = '' } = error as CommandError;
  throw new CommandError('api', message, { hint: `Nothing was changed. ${hint}`, cause: error });
}

/** A host as a member of the fleet or, if it needs nothing or is refused, with its report. */
async function placed(cluster: Cluster, seen: Observed): Promise<Member | Settled> {
  const { task, reads } = cluster;
  const run = cluster.runOn(seen.host);
  const from = seen.host.image?.url ?? '';
  const alone = task.settledAlone(run, seen);
  if (alone) return { from, report: alone };
  const access = await readCluster(reads, task, seen);
  const place = task.place(run, access);
  if ('report' in place) return { from, ...place };
  const { aim, ...action } = place;
  const common = { cluster, run, group: seen.group, from, ...action };
  if (!aim) return { ...common, warnings: access.warnings };
  const denied = deniedBy(run, access, aim);
  if (denied.length > 0) return { from, report: refusalReport(run, access, denied) };
  const { warnings } = warnedOf(access, aim).access;
  return { ...common, warnings };
}

/** Reads the context of a host. */
export async function readCluster(
  reads: SharedReads,
  { addresses }: Pick<FleetTask, 'addresses'>,
  seen: Observed,
): Promise<Access> {
  const { namespace } = seen.host;
  const target = addresses(seen);
  const [reading, probe, missing] = await Promise.all([
    reads.context(seen.host),
    target && reads.probe(namespace, target),
    reads.missing(seen.group, seen.host),
  ]);
  return accessTo(seen, { reading, probe, missing });
}
