import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { type SharedReads, sharedReads } from '../../../../lib/cluster/hosts/shared-reads.ts';
import { openSession, type Session } from '../../../../lib/cluster/session.ts';
import type { Host } from '../../../../lib/hosts/host.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { TIMERS } from '../../../shared/timers.ts';
import { type PayloadFolder, payloadFolder } from '../../shared/payload-files.ts';
import type { Run } from '../../shared/report.ts';
import { type HostProxy, hostProxy } from '../host-proxy.ts';
import { type Expected, type Follower, followHosts } from './follow.ts';
import { patience } from './patient.ts';
import type { FleetTask, FleetValues } from './task.ts';

/** What a fleet was asked for, the same for every cluster and host. */
export interface Order {
  task: FleetTask;
  values: FleetValues;
  /** The command that goes through all that is left, as a user types it. */
  again: string;
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
  /** Remembers what the shared watch shows of a host from now on. */
  expect(host: Pick<Host, 'namespace' | 'name'>, group: string): Expected;
  /** The run on one of its hosts. */
  runOn(host: Pick<Host, 'namespace' | 'name'>): Run;
  close(): void;
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
  const { interrupted } = machine;
  const patient = patience({
    clock: machine.clock.waits ?? TIMERS,
    interrupted,
    lost: ({ message }) => session.warn(`${message}; waiting for the API server to answer again`),
  });
  const steady = patient(session.steady);
  const proxy = hostProxy(session, values.proxyPort);
  const over = new AbortController();
  let follower: Follower | undefined;
  return {
    task,
    session: { ...session, steady },
    reads: sharedReads(session.client, interrupted),
    proxy: {
      async openTo(observed) {
        const passage = await proxy.openTo(observed);
        return { ...passage, client: patient(passage.client) };
      },
    },
    expect(host, group) {
      follower ??= followHosts(session.steady, group, over.signal);
      return follower.expect(host);
    },
    close() {
      over.abort();
      session.client.close();
    },
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
        client: steady,
        warn: (text) => session.warn(`host ${namespace}/${name}: ${text}`),
      },
      host: machine,
      ends: { bracket: new AbortController().signal, wait: interrupted },
    }),
  };
}
