import { fieldsOf } from '../../lib/objects/fields.ts';
import { findGoProgram } from '../cluster/controller-programs.ts';
import { untilReady } from '../cluster/ready.ts';
import { type RunningServer, startServer } from '../metrics/running-server.ts';
import { freePort } from '../support/ports.ts';
import { ask } from './ask.ts';
import type { ManagerOptions, Managers, ManagerWeb } from './options.ts';

/** Starts real Alertmanagers; see `startManagers`. */
export async function startServers(
  kind: 'system' | 'newest',
  { config, replicas = 1, web = {}, peerTimeout = '1s' }: ManagerOptions,
): Promise<Managers> {
  const program = kind === 'newest' && (await findGoProgram('alertmanager'));
  const gossip = replicas === 1 ? [] : [await freePort(), await freePort()];
  const servers: RunningServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (let at = 0; at < replicas; at++)
      servers.push(
        await startServer('prometheus-alertmanager', {
          ...(program && { program }),
          flags: [
            '--config.file=alertmanager.yaml',
            '--storage.path=data',
            ...clusterFlags(at, gossip, peerTimeout),
            ...webFlags(web),
          ],
          files: { 'alertmanager.yaml': config, ...webFiles(web) },
          isReady: async (port) => (await ask(port, { path: '/-/ready' }, web)).status === 200,
        }),
      );
    const ports = servers.map(({ port }) => port);
    if (replicas === 2)
      await untilReady(
        'The cluster',
        servers.map(({ running }) => running),
        async () => (await Promise.all(ports.map((port) => knowsOther(port, web)))).every(Boolean),
      );
    return {
      ports,
      log: (at) => running(at).output(),
      kill: (at) => running(at).stop(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }

  function running(at: number): RunningServer['running'] {
    const server = servers[at];
    if (!server) throw new Error(`There is no replica ${at}.`);
    return server.running;
  }
}

/** The operator, too, has a single replica without a cluster. The first started is the first to notify. */
function clusterFlags(at: number, gossip: readonly number[], peerTimeout: string): string[] {
  if (gossip.length === 0) return ['--cluster.listen-address='];
  return [
    `--cluster.listen-address=127.0.0.1:${gossip[at]}`,
    ...gossip.slice(0, at).map((port) => `--cluster.peer=127.0.0.1:${port}`),
    `--cluster.peer-timeout=${peerTimeout}`,
    '--cluster.gossip-interval=20ms',
    '--cluster.pushpull-interval=1s',
    '--cluster.settle-timeout=10s',
  ];
}

const webFlags = ({ prefix, tls, user }: ManagerWeb): string[] => [
  ...(prefix === undefined ? [] : [`--web.route-prefix=${prefix}`]),
  ...(tls || user ? ['--web.config.file=web.yaml'] : []),
];

/** JSON is YAML. */
const webFiles = ({ tls, user }: ManagerWeb): Record<string, string> => ({
  'web.yaml': JSON.stringify({
    ...(tls && { tls_server_config: { cert_file: 'tls.crt', key_file: 'tls.key' } }),
    ...(user && { basic_auth_users: { [user.name]: user.hash } }),
  }),
  ...(tls && { 'tls.crt': tls.cert, 'tls.key': tls.key }),
});

async function knowsOther(port: number, web: ManagerWeb): Promise<boolean> {
  const { text } = await ask(port, { path: '/api/v2/status' }, web);
  const cluster = fieldsOf(fieldsOf(JSON.parse(text))?.cluster);
  return cluster?.status === 'ready' && Array.isArray(cluster.peers) && cluster.peers.length === 2;
}
