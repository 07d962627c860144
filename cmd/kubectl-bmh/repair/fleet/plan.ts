import { type Access, accessTo, nodesWarning } from '../../../../lib/cluster/hosts/access.ts';
import { readSelected, type Selection } from '../../../../lib/cluster/hosts/select-hosts.ts';
import type { SharedReads } from '../../../../lib/cluster/hosts/shared-reads.ts';
import { decide, newAddresses } from '../../../../lib/hosts/decide.ts';
import { type FleetAction, fleetActionOf, isSelected, needsRepair } from '../../../../lib/hosts/fleet.ts';
import type { Target } from '../../../../lib/hosts/image.ts';
import { type Observed, observed } from '../../../../lib/hosts/observed.ts';
import { readInHostGroup } from '../../../../lib/kube/api/discovery.ts';
import { isNotFound } from '../../../../lib/kube/api/errors.ts';
import type { Warning } from '../../../../lib/procedure/guard.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { mapConcurrent } from '../../shared/map-concurrent.ts';
import type { Report } from '../../shared/report.ts';
import { settle } from '../act.ts';
import { deniedBy, heldFor, warnedOf } from '../change.ts';
import { refusalReport } from '../refusal.ts';
import type { Repair } from '../repair.ts';
import type { Cluster } from './cluster.ts';

/** A host of a fleet that needs an action. */
export interface Member {
  cluster: Cluster;
  run: Repair;
  group: string;
  action: FleetAction;
  /** Why, in one word. */
  why: string;
  /** The current image address, and the new one. */
  from: string;
  target: Target;
  /** How long its pause is kept before the resume, in milliseconds. */
  hold: number;
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
export async function planOf(
  cluster: Cluster,
  selection: Selection & { oldAddress: string | undefined },
): Promise<Plan> {
  const { client } = cluster.session;
  const nodes = await nodesWarning(client);
  const { group, found } = await readInHostGroup(client, (candidate) =>
    readSelected(client, candidate, selection).catch(nothingChanged),
  );
  const seen = found
    .map((object) => observed(object, group, { cluster: undefined }))
    .filter((one) => isSelected(one, selection.oldAddress));
  const places = new Map<Observed, Member | Settled>();
  await mapConcurrent(seen, { width: WIDTH }, async (one) => {
    places.set(one, await placed(cluster, one));
  });
  const all = seen.flatMap((one) => places.get(one) ?? []);
  return {
    cluster,
    members: all.filter((one) => 'action' in one),
    settled: all.filter((one) => 'report' in one),
    warnings: nodes ? [nodes] : [],
  };
}

/** One wrong name stops the whole fleet before anything is changed. */
function nothingChanged(error: unknown): never {
  if (!isNotFound(error)) throw error;
  throw new CommandError('api', (error as Error).message, {
    hint: 'Nothing was changed. To find your hosts: kubectl bmh list -A',
    cause: error,
  });
}

/** A host as a member of the fleet or, if it needs nothing or is refused, with its report. */
async function placed(cluster: Cluster, seen: Observed): Promise<Member | Settled> {
  const run = cluster.runOn(seen.host);
  const from = seen.host.image?.url ?? '';
  // A healthy host needs no further reads.
  if (!needsRepair(seen, run.options)) {
    const access = { observed: seen, warnings: [] };
    return { from, report: settle(run, access, { kind: 'healthy' }) as Report };
  }
  const access = await readCluster(cluster.reads, run, seen);
  const decision = decide(access.observed, run.options);
  const report = settle(run, access, decision);
  if (report || !('target' in decision)) return { from, report: report as Report };
  const hold = decision.kind === 'repair' ? heldFor(run, access.observed) : 0;
  const common = { cluster, run, group: seen.group, from, target: decision.target, hold };
  if (decision.kind === 'on-target')
    return { ...common, action: 'verify', why: 'new address, old error', warnings: access.warnings };
  const aim = { goal: 'repair' as const, target: decision.target, order: decision.order };
  const denied = deniedBy(run, access, aim);
  if (denied.length > 0) return { from, report: refusalReport(run, access, denied) };
  const { warnings } = warnedOf(access, aim).access;
  return { ...common, action: fleetActionOf(decision.why), why: decision.why, warnings };
}

/** Reads the context of a host. */
export async function readCluster(
  reads: SharedReads,
  { options, namespace }: Repair,
  seen: Observed,
): Promise<Access> {
  const target = newAddresses(seen, options);
  const [reading, probe, missing] = await Promise.all([
    reads.context(seen.host),
    target && reads.probe(namespace, target),
    reads.missing(seen.group, seen.host),
  ]);
  return accessTo(seen, { reading, probe, missing });
}
