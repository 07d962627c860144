import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operator, startOperator } from '../operators/baremetal.ts';
import { install } from '../scenarios/install.ts';
import { namespacesOf, placed, type Scenario } from '../scenarios/scenario.ts';
import { type Answer, call } from './http.ts';
import { startImageServer } from './images.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { Endpoint, TestServer } from './server.ts';

/** A scenario on a server, with its images served and the operator running: what a test of a command plays on. */
export interface Stage {
  server: TestServer;
  operator: Operator;
  /** The name that a namespace of the scenario has here. */
  namespace(name: string): string;
  /** Writes a kubeconfig in a private folder and gives its path. */
  kubeconfig(endpoint?: Endpoint, namespace?: string): Promise<string>;
  /** A host's record as it is now. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  host(namespace: string, name: string): Promise<any>;
  patch(namespace: string, name: string, body: object, subresource?: 'status'): Promise<Answer>;
  /** A private folder that goes with the stage. */
  folder: string;
  stop(): Promise<void>;
}

/** The operator's minute takes 0.6 s. */
const SCALE = 0.01;

/**
 * Puts `scenario` on a server, in namespaces of its own, so that several tests may share one. The operator leaves the
 * `unattended` namespaces alone, as one does that is down.
 */
export async function openStage(
  server: TestServer,
  scenario: Scenario,
  { unattended = [] }: { unattended?: string[] } = {},
): Promise<Stage> {
  const suffix = randomBytes(3).toString('hex');
  const here = placed(scenario, suffix);
  const folder = await mkdtemp(join(tmpdir(), 'bmh-test-'));
  await install(server, here);
  const images = await startImageServer(here.images);
  const { deadBmcs } = here;
  const namespaces = namespacesOf(here).filter(
    (name) => !unattended.some((idle) => name === `${idle}-${suffix}`),
  );
  const operator = await startOperator(server.admin, { images, scale: SCALE, namespaces, deadBmcs });
  const record = (namespace: string, name: string) =>
    `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
  return {
    server,
    operator,
    folder,
    namespace: (name) => `${name}-${suffix}`,
    async kubeconfig(endpoint = server.admin, namespace = 'default') {
      const file = join(folder, `${randomBytes(4).toString('hex')}.yaml`);
      await writeKubeconfig(file, endpoint, { namespace });
      return file;
    },
    host: async (namespace, name) => (await call(server.admin, { path: record(namespace, name) })).json,
    patch: (namespace, name, body, subresource) =>
      call(server.admin, {
        method: 'PATCH',
        path: record(namespace, name) + (subresource ? `/${subresource}` : ''),
        body,
      }),
    async stop() {
      await operator.stop();
      await images.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
