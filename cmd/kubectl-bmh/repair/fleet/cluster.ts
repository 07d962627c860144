import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { type SharedReads, sharedReads } from '../../../../lib/cluster/hosts/shared-reads.ts';
import { openSession, type Session } from '../../../../lib/cluster/session.ts';
import type { Host } from '../../../../lib/hosts/host.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { type PayloadFolder, payloadFolder } from '../../shared/payload-files.ts';
import type { Run } from '../../shared/report.ts';
import { type HostProxy, hostProxy } from '../host-proxy.ts';
import type { FleetTask, FleetValues } from './task.ts';

/** What a fleet was asked for, the same for every cluster and host. */
export interface Order {
  task: FleetTask;
  values: FleetValues;
  /** In milliseconds. */
  hold: number | undefined;
  /** This tool's version. */
  version: string;
}

/** One cluster of a fleet: its session, and what its hosts share. */
export interface Cluster {
  task: FleetTask;
  session: Session;
  reads: SharedReads;
  proxy: HostProxy;
  payloads: PayloadFolder;
  /** The run on one of its hosts. */
  runOn(host: Pick<Host, 'namespace' | 'name'>): Run;
}

/** Opens the cluster of a context; without one, the cluster that the flags and the kubeconfig name. */
export async function openCluster(
  order: Order,
  machine: Machine,
  context: string | undefined,
): Promise<Cluster> {
  const { task, hold, version } = order;
  const { requestTimeout = REQUEST_LIMIT } = order.values;
  const values = { ...order.values, requestTimeout, ...(context !== undefined && { context }) };
  const session = await openSession(values, machine);
  return {
    task,
    session,
    reads: sharedReads(session.client, machine.interrupted),
    proxy: hostProxy(session, values.proxyPort),
    payloads: payloadFolder(values.payloadDir),
    runOn: ({ namespace, name }) => ({
      goal: task.goal,
      hold,
      version,
      name,
      namespace,
      values: { ...order.values, ...(context !== undefined && { context }) },
      accepted: new Set<string>(values.accept),
      // An open bracket is finished even after Ctrl-C: only the wait after it ends.
      session: {
        ...session,
        client: session.steady,
        warn: (text) => session.warn(`host ${namespace}/${name}: ${text}`),
      },
      host: machine,
      ends: { bracket: new AbortController().signal, wait: machine.interrupted },
    }),
  };
}
