import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operator, startOperator } from '../operators/baremetal.ts';
import type { Generation } from '../operators/draft.ts';
import { type Host, keyOf } from '../operators/host.ts';
import type { Node } from '../operators/ironic.ts';
import { takeLease } from '../operators/lease.ts';
import { addImageService } from '../scenarios/image-service.ts';
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

/** With it, the operator's minute takes 0.6 s. */
const SCALE = 0.01;

export interface StageOptions {
  /** Namespaces that the operator leaves alone, as one does that is down: its Lease is there, and is not renewed. */
  unattended?: string[];
  /** Names of hosts whose nodes are active in Ironic from the start, so that nothing clears an error of theirs. */
  active?: string[];
  /** By names of hosts: the image address that Ironic's database has for their nodes, which their adoption fails with. */
  remembered?: Readonly<Record<string, string>>;
  /** Which generation of the operator runs; the latest when absent. */
  generation?: Generation;
  /** What the operator's periods are multiplied by. Its minute takes 0.6 s when absent, which is too short for thousands of hosts. */
  scale?: number;
}

/** Puts `scenario` on a server, in namespaces of its own, so that several tests may share one. */
export async function openStage(
  server: TestServer,
  scenario: Scenario,
  { unattended = [], active = [], remembered = {}, generation = '0.14', scale = SCALE }: StageOptions = {},
): Promise<Stage> {
  const suffix = randomBytes(3).toString('hex');
  const here = placed(scenario, suffix);
  const folder = await mkdtemp(join(tmpdir(), 'bmh-test-'));
  await install(server, here);
  const images = await startImageServer(here.images);
  const freePod = await addImageService(server, images.servicePort, namespacesOf(here));
  const { deadBmcs } = here;
  const idle = unattended.map((name) => `${name}-${suffix}`);
  for (const namespace of idle) await takeLease(server.admin, namespace);
  const namespaces = namespacesOf(here).filter((name) => !idle.includes(name));
  const known = here.hosts
    .map(({ host }): [string, Node | undefined] => {
      const { name } = host.metadata;
      const node = nodeOf(host);
      const image = remembered[name];
      if (image !== undefined) return [keyOf(host), { ...node, state: 'adopt failed', image }];
      return [keyOf(host), active.includes(name) ? node : undefined];
    })
    .filter((entry): entry is [string, Node] => entry[1] !== undefined);
  const keptImages = new Set(
    here.hosts.filter(({ host }) => host.metadata.name in remembered).map(({ host }) => keyOf(host)),
  );
  const operator = await startOperator(server.admin, {
    images,
    scale,
    generation,
    namespaces,
    nodes: new Map(known),
    keptImages,
    deadBmcs,
  });
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
        path: `${record(namespace, name)}${subresource ? `/${subresource}` : ''}?fieldManager=kubectl-patch`,
        body,
      }),
    async stop() {
      await operator.stop();
      freePod();
      await images.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The node of a host as it is in Ironic while all is well. */
const nodeOf = ({ status }: Host): Node => ({
  id: status?.provisioning.ID ?? '',
  state: 'active',
  image: status?.provisioning.image?.url,
  custom: Boolean(status?.provisioning.customDeploy?.method),
  lastError: '',
  poweredOn: true,
});
