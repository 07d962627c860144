import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlayground } from '../playground/server.ts';
import { defaultScenario } from '../scenarios/default.ts';
import { install } from '../scenarios/install.ts';
import { monitoringScenario } from '../scenarios/monitoring.ts';
import { openMonitoring } from '../support/monitoring.ts';
import { type Front, openFront } from './front.ts';

/** What every call is made on: a server with hosts and a monitoring block, behind one that plays tricks. */
export interface Ground {
  front: Front;
  /** A folder of its own, in which every call gets one. */
  root: string;
  /** A kubeconfig that leads to `@server`. */
  kubeconfig: object;
  /** The secrets in the kubeconfigs and files. */
  secrets: string[];
  stop(): Promise<void>;
}

/** Tokens and passwords of kubeconfigs and files, each recognised wherever it is said. */
export const SECRETS = {
  token: 'sekret-token-5f1a',
  password: 'sekret-password-77c2',
  refresh: 'sekret-refresh-0b9d',
  client: 'sekret-client-e31f',
  plugin: 'sekret-plugin-44aa',
} as const;

export const NAMESPACE = 'metal3';

export async function openGround(): Promise<Ground> {
  const server = await startPlayground();
  await install(server, defaultScenario());
  const { namespace, components } = monitoringScenario();
  const monitoring = await openMonitoring(server, { namespace, components, block: {} });
  const front = await openFront(server.admin);
  const root = await mkdtemp(join(tmpdir(), 'bmh-fuzz-'));
  return {
    front,
    root,
    kubeconfig: kubeconfigOf({ token: SECRETS.token }),
    secrets: Object.values(SECRETS),
    async stop() {
      await front.stop();
      await monitoring.stop();
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A kubeconfig with this user; its only context leads to `@server`. */
export const kubeconfigOf = (user: object, cluster: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'fuzz',
  clusters: [{ name: 'fuzz', cluster: { server: '@server', ...cluster } }],
  users: [{ name: 'jane', user }],
  contexts: [{ name: 'fuzz', context: { cluster: 'fuzz', user: 'jane', namespace: NAMESPACE } }],
});
