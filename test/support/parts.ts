import { NODE, startControllers } from '../cluster/controllers.ts';
import { monitoringDefinitions } from '../crds/definitions.ts';
import {
  type PrometheusOperatorOptions,
  startPrometheusOperator,
} from '../operators/monitoring/prometheus-operator.ts';
import { startStatefulSets } from '../operators/monitoring/stateful-sets.ts';
import { startBinder } from '../operators/volumes/binder.ts';
import { startKubelet } from '../operators/volumes/kubelet.ts';
import { startScheduler } from '../operators/volumes/scheduler.ts';
import { type Storage, startStorage } from '../operators/volumes/storage.ts';
import { addNode, define } from '../scenarios/install.ts';
import type { TestServer } from './server.ts';

export interface PartsOptions {
  namespace: string;
  /** Milliseconds after which the classes `slow` and `cooldown` go on by themselves; never when absent. */
  slowness?: number | undefined;
  /** Of the operator's stand-in alone. */
  beforeWrite?: PrometheusOperatorOptions['beforeWrite'];
  rules?: PrometheusOperatorOptions['rules'];
}

/** What runs beside an API server in a cluster with the monitoring building block. */
export interface Parts {
  storage: Storage;
  stop(): Promise<void>;
}

/** Something that was started. */
type Started = { stop(): Promise<void> };

/**
 * Starts all that makes pods and volumes of a namespace come and go. On the real control plane that is
 * kube-controller-manager, prometheus-operator and kwok, once for all namespaces; on the embedded server their
 * stand-ins. Scheduler and storage are our own on both.
 */
export async function startParts(
  server: TestServer,
  { namespace, slowness, beforeWrite, rules }: PartsOptions,
): Promise<Parts> {
  const { admin } = server;
  const namespaces = [namespace];
  const started: Started[] = [];
  const stop = async () => {
    for (const part of started.reverse()) await part.stop();
  };
  const keep = async <T extends Started>(part: Promise<T>): Promise<T> => {
    const running = await part;
    started.push(running);
    return running;
  };
  try {
    await keep(holdParts(server));
    if (server.name === 'embedded') await addDefinitions(server);
    const storage = await keep(
      startStorage(admin, { namespaces, ...(slowness !== undefined && { slowness }) }),
    );
    await keep(startScheduler(admin, { namespaces, node: NODE }));
    if (server.name === 'real') return { storage, stop };
    await keep(startBinder(admin, { namespaces }));
    await keep(startKubelet(admin, { namespaces, node: NODE }));
    await keep(startStatefulSets(admin, { namespaces }));
    await keep(startPrometheusOperator(admin, { namespaces, beforeWrite, rules }));
    return { storage, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addDefinitions({ admin }: TestServer): Promise<void> {
  await Promise.all((await monitoringDefinitions()).map((definition) => define(admin, definition)));
  await addNode(admin, NODE);
}

interface Held {
  holders: number;
  controllers: Promise<Started>;
}

const held = new WeakMap<TestServer, Held>();

/**
 * Starts what all namespaces of a server share, or shares it where it runs: the real controllers on the real control
 * plane, nothing on the embedded server. It ends with the last who holds it: whoever opens stages one after the other
 * holds it meanwhile.
 */
export async function holdParts(server: TestServer): Promise<Started> {
  if (server.name === 'embedded') return { stop: async () => {} };
  const entry = held.get(server) ?? { holders: 0, controllers: startControllers(server) };
  entry.holders += 1;
  held.set(server, entry);
  try {
    await entry.controllers;
  } catch (error) {
    held.delete(server);
    throw error;
  }
  return {
    async stop() {
      entry.holders -= 1;
      if (entry.holders > 0) return;
      held.delete(server);
      await (await entry.controllers).stop();
    },
  };
}
