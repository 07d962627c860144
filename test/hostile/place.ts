import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { openSupply as openHosts } from '../faults/hosts/supply.ts';
import { openSupply as openVolumes } from '../faults/volumes/supply.ts';
import { startPlayground } from '../playground/server.ts';
import { defaultScenario } from '../scenarios/default.ts';
import { install } from '../scenarios/install.ts';
import { monitoringScenario } from '../scenarios/monitoring.ts';
import { kubeconfig } from '../support/kubeconfig.ts';
import { openMonitoring } from '../support/monitoring.ts';
import { startRelay } from '../support/relay.ts';
import type { Endpoint } from '../support/server.ts';
import { hooksOf, type Mode, type Moment } from './mode.ts';
import { type Programs, type Run, run } from './run.ts';

export const NAMESPACE = 'metal3';
export const MONITORING = 'monitoring-system';

/** Where commands are run: a server for those that only read, which stays as it is, and one for those that change. */
export interface Place {
  still: Endpoint;
  hosts: ReturnType<typeof openHosts>;
  volumes: ReturnType<typeof openVolumes>;
  /** Runs a command, disturbed where there is a mode. */
  run(called: Called): Promise<Run>;
  stop(): Promise<void>;
}

export interface Called {
  endpoint: Endpoint;
  namespace: string;
  program: keyof Programs;
  words: readonly string[];
  interruptAfter?: number | undefined;
  mode?: Mode | undefined;
  moment?: Moment | undefined;
}

/** What all who play share. */
export async function openGround(programs: Programs, patience?: number) {
  const [still, moving] = await Promise.all([startPlayground(), startPlayground()]);
  await install(still, defaultScenario());
  const { components } = monitoringScenario();
  const monitoring = await openMonitoring(still, { namespace: MONITORING, components, block: {} });
  const root = await mkdtemp(join(tmpdir(), 'bmh-hostile-'));
  const key = await still.clientCertificate('unused');

  async function runOn(called: Called): Promise<Run> {
    const { endpoint, namespace, mode, moment = 'first', ...call } = called;
    const relay = await startRelay(endpoint, mode ? hooksOf(mode, moment) : {});
    const file = join(root, `kubeconfig-${randomUUID()}`);
    await writeFile(file, withSecrets(kubeconfig({ ...relay.endpoint(endpoint), ...key }, { namespace })), {
      mode: 0o600,
    });
    try {
      const secrets = [endpoint.token ?? '', PASSWORD, key.key.split('\n')[1] ?? ''].filter(Boolean);
      const ran = await run(programs, root, { ...call, kubeconfig: file, secrets, patience });
      return { ...ran, requests: relay.passed.length };
    } finally {
      await relay.stop();
      await rm(file);
    }
  }

  return {
    /** A place for one who plays case after case. */
    place(): Place {
      const hosts = openHosts(moving);
      const volumes = openVolumes(moving);
      return {
        still: still.admin,
        hosts,
        volumes,
        run: runOn,
        async stop() {
          await hosts.stop();
          await volumes.stop();
        },
      };
    },
    async stop() {
      await monitoring.stop();
      await Promise.all([still.stop(), moving.stop()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

const PASSWORD = 'sekret-in-the-url-41d7';

/** The same with a login in the address, which a token comes before. */
function withSecrets(text: string): string {
  const config = parse(text);
  const [{ cluster }] = config.clusters;
  cluster.server = cluster.server.replace('https://', `https://operator:${PASSWORD}@`);
  return stringify(config);
}
