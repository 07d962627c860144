import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { monitoringDefinitions } from '../../crds/definitions.ts';
import { addDeployment } from '../../scenarios/deployments.ts';
import { define } from '../../scenarios/install.ts';
import { addComponent } from '../../scenarios/monitoring-ground.ts';
import { create } from '../../scenarios/requests.ts';
import { call } from '../../support/http.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { startRelay } from '../../support/relay.ts';
import { inTurn } from '../../support/relay-answers.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

const NONE =
  'Warning: no Deployment of prometheus-operator was found.\nChoose the cluster that it runs in (--context). With -n, only one namespace is searched.\n';

for (const kind of servers())
  describe(`kubectl monitoring version on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    let kubeconfig: string;
    let versions: string;
    const suffix = randomBytes(3).toString('hex');
    const [namespace, empty] = [`monitoring-${suffix}`, `nothing-${suffix}`];
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-version-'));
      kubeconfig = join(folder, 'config');
      await writeKubeconfig(kubeconfig, server.admin);
      const { gitVersion } = (await call(server.admin, { path: '/version' })).json;
      versions = `Client Version: ${program.version}\nServer Version: ${gitVersion}\n`;
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const version = (...words: string[]): Promise<Ran> =>
      runCommand(program, ['version', '--kubeconfig', kubeconfig, ...words]);

    test('warns about a cluster without the building block and its kinds', async () => {
      assert.deepEqual(await version(), { code: 0, stdout: versions, stderr: NONE });
    });

    test('shows the operator, instances by their pods or resource, and charts', async () => {
      const { admin } = server;
      await Promise.all((await monitoringDefinitions()).map((definition) => define(admin, definition)));
      for (const name of [namespace, empty])
        await create(admin, '/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name },
        });
      const labels = { chart: 'kube-prometheus-stack-88.5.0', heritage: 'Helm' };
      const source = {
        'helm.toolkit.fluxcd.io/name': 'kps',
        'helm.toolkit.fluxcd.io/namespace': 'flux-system',
      };
      await addDeployment(admin, {
        namespace,
        name: 'kps-operator',
        image: 'quay.io/prometheus-operator/prometheus-operator:v0.85.0',
        labels: { ...labels, ...source },
      });
      await addComponent(admin, namespace, { name: 'kps', labels: { ...labels, ...source } });
      const labelled = { matchLabels: { app: 'kps' } };
      const { json: made } = await create(admin, `/apis/apps/v1/namespaces/${namespace}/statefulsets`, {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'prometheus-kps' },
        spec: {
          selector: labelled,
          template: {
            metadata: { labels: labelled.matchLabels },
            spec: { containers: [{ name: 'prometheus', image: 'prometheus' }] },
          },
        },
      });
      for (const [ordinal, tag] of ['v3.5.0', 'v3.6.0'].entries())
        await addPrometheusPod(admin, namespace, {
          name: `prometheus-kps-${ordinal}`,
          image: `prometheus:${tag}`,
          set: made.metadata,
        });
      await addPrometheusPod(admin, namespace, { name: 'test-of-kps', image: 'prometheus:v9.9.9' });
      const image = 'quay.io/prometheus/alertmanager:v0.28.1';
      await addComponent(admin, namespace, { kind: 'Alertmanager', name: 'main', spec: { image } });
      await addComponent(admin, namespace, { kind: 'ThanosRuler', name: 'ruler' });

      assert.deepEqual(await version(), {
        code: 0,
        stdout: `${versions}Operator Version: prometheus-operator v0.85.0 (Deployment ${namespace}/kps-operator)
Component Version: prometheus v3.5.0 (Prometheus ${namespace}/kps)
Component Version: prometheus v3.6.0 (Prometheus ${namespace}/kps)
Component Version: alertmanager v0.28.1 (Alertmanager ${namespace}/main)
Component Version: thanos-ruler <unknown> (ThanosRuler ${namespace}/ruler)
Chart Version: kube-prometheus-stack 88.5.0 (Flux HelmRelease "flux-system/kps")
`,
        stderr: '',
      });
      const narrow = await runCommand(program, ['version', '--kubeconfig', kubeconfig], { columns: 60 });
      assert.match(narrow.stdout, /\nOperator Version: prometheus-operator v0\.85\.0 \(Deployment\n/);
      for (const line of narrow.stdout.split('\n')) assert.ok(line.length <= 60, line);
      assert.deepEqual(await version('-n', empty), { code: 0, stdout: versions, stderr: NONE });
      const { items } = JSON.parse((await version('-o', 'json')).stdout);
      assert.deepEqual(items[3], {
        metadata: { name: 'main', namespace },
        kind: 'Alertmanager',
        type: 'component',
        program: 'alertmanager',
        version: 'v0.28.1',
        image,
      });
      assert.deepEqual([items[4].version, items[4].image], [null, null]);
    });

    for (const [early, late] of [
      ['deployments', 'pods'],
      ['pods', 'deployments'],
    ])
      test(`lists unreadable kinds in a fixed order, also if ${early} fails before ${late}`, async (t) => {
        const hooks = inTurn(
          ({ path }) => path.includes(`/${early}`),
          ({ path }) => path.includes(`/${late}`),
        );
        const relay = await startRelay(server.weak, hooks);
        t.after(() => relay.stop());
        const config = join(folder, `weak-${early}`);
        await writeKubeconfig(config, relay.endpoint(server.weak));
        const { code, stdout, stderr } = await runCommand(program, ['version', '--kubeconfig', config]);
        assert.deepEqual({ code, stdout }, { code: 0, stdout: versions });
        assert.deepEqual(
          [...stderr.matchAll(/^Warning: (\S+): they could not be read: /gm)].map(([, resource]) => resource),
          ['alertmanagers', 'deployments', 'pods', 'prometheusagents', 'prometheuses', 'thanosrulers'],
        );
      });
  });

/** A pod with the labels that the operator gives those of Prometheus `kps`, of its StatefulSet or without an owner; no node runs it. */
const addPrometheusPod = (
  admin: TestServer['admin'],
  namespace: string,
  { name, image, set }: { name: string; image: string; set?: { name: string; uid: string } },
): Promise<unknown> =>
  create(admin, `/api/v1/namespaces/${namespace}/pods`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      labels: {
        'app.kubernetes.io/managed-by': 'prometheus-operator',
        'app.kubernetes.io/name': 'prometheus',
        'app.kubernetes.io/instance': 'kps',
      },
      ...(set && {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'StatefulSet', name: set.name, uid: set.uid, controller: true },
        ],
      }),
    },
    spec: { containers: [{ name: 'prometheus', image }] },
  });
