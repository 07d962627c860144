import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { monitoringDefinitions } from '../crds/definitions.ts';
import { defaultScenario } from '../scenarios/default.ts';
import { define, install } from '../scenarios/install.ts';
import { addComponent, addGround } from '../scenarios/monitoring-ground.ts';
import { ensure } from '../scenarios/requests.ts';
import { placed } from '../scenarios/scenario.ts';
import { writeKubeconfig } from '../support/kubeconfig.ts';
import { type Ran, runCommand } from '../support/run-command.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';

/** What is offered, and that nothing else is said. */
const offers = (...values: string[]): Ran => ({
  code: 0,
  stdout: [...values, ':4', ''].join('\n'),
  stderr: '',
});

for (const kind of servers())
  describe(`names from the cluster, on the ${kind.name} server`, () => {
    const suffix = randomBytes(3).toString('hex');
    const namespace = `metal3-${suffix}`;
    const metrics = `metrics-${suffix}`;
    let server: TestServer;
    let folder: string;
    let env: { KUBECONFIG: string };
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-completion-'));
      env = { KUBECONFIG: await kubeconfigOf(server.admin) };
      await install(server, placed(defaultScenario(), suffix));
      for (const definition of await monitoringDefinitions()) await define(server.admin, definition);
      await addGround(server.admin, metrics);
      await addComponent(server.admin, metrics, { name: 'k8s' });
      await addComponent(server.admin, metrics, { name: 'main', kind: 'Alertmanager' });
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const kubeconfigOf = async (endpoint: Endpoint): Promise<string> => {
      const file = join(folder, `${randomBytes(4).toString('hex')}.yaml`);
      await writeKubeconfig(file, endpoint, { namespace, context: 'here' });
      return file;
    };
    const complete = (program: Program, line: string, given: { KUBECONFIG: string } = env): Promise<Ran> =>
      runCommand(program, ['__complete', ...line.split(' ')], { env: given });

    test('offers the hosts of the current namespace', async () => {
      const hosts = ['control-plane-0', 'edge-0', 'spare-0', 'worker-0', 'worker-1', 'worker-2', 'worker-3'];
      assert.deepEqual(await complete(bmh, 'repair '), offers(...hosts));
      assert.deepEqual(await complete(bmh, 'undo -y wo'), offers(...hosts.slice(3)));
      const others = hosts.filter((name) => name !== 'worker-0');
      assert.deepEqual(await complete(bmh, 'undo worker-0 '), offers(...others));
      assert.deepEqual(await complete(bmh, 'repair worker-0 '), offers(...others));
    });

    test('offers the ConfigMaps with the label of a dashboard', async () => {
      for (const [name, labels] of [
        ['shop', { grafana_dashboard: '1' }],
        ['capacity', { ui_dashboard: '1' }],
        ['settings', {}],
      ] as const)
        await ensure(server.admin, `/api/v1/namespaces/${metrics}/configmaps`, {
          ...{ apiVersion: 'v1', kind: 'ConfigMap' },
          metadata: { name, labels },
        });
      assert.deepEqual(
        await complete(monitoring, `dashboards doctor -n ${metrics} `),
        offers('capacity', 'shop'),
      );
    });

    test('uses the connection flags on the line', async () => {
      assert.deepEqual(await complete(bmh, `repair -n default-${suffix} `), offers('node-0', 'node-1'));
      assert.deepEqual(await complete(bmh, `-ndefault-${suffix} repair node-1`), offers('node-1'));
      assert.deepEqual(await complete(bmh, 'repair -n nowhere '), offers());
      assert.deepEqual(await complete(bmh, 'repair --context nowhere '), offers());
      assert.deepEqual(await complete(bmh, 'repair --server https://127.0.0.1:1 '), offers());
      assert.deepEqual(await complete(bmh, 'repair --request-timeout soon '), offers());
    });

    test('offers namespaces', async () => {
      assert.deepEqual(await complete(bmh, 'repair -n metal3-'), offers(namespace));
      assert.deepEqual(await complete(bmh, 'list --namespace=metal3-'), offers(namespace));
      assert.deepEqual(await complete(monitoring, '-n metrics-'), offers(metrics));
    });

    test('offers the resources of a component', async () => {
      const resize = (line: string) => complete(monitoring, `resize-pvc -n ${metrics} ${line}`);
      assert.deepEqual(await resize(''), offers());
      assert.deepEqual(await resize('60Gi '), offers('k8s'));
      assert.deepEqual(await resize('60Gi --component=alerts '), offers('main'));
      assert.deepEqual(await resize('--component alerts 60Gi x'), offers());
      assert.deepEqual(await resize('--component ruler 60Gi '), offers());
      assert.deepEqual(await resize('--component of-none 60Gi '), offers());
      const scale = (line: string) => complete(monitoring, `scale -n ${metrics} ${line}`);
      assert.deepEqual(await scale('m'), offers('metrics'));
      assert.deepEqual(await scale('metrics '), offers());
      assert.deepEqual(await scale('metrics 2 '), offers('k8s'));
      assert.deepEqual(await scale('alertmanager 2 '), offers('main'));
      assert.deepEqual(await scale('ui 2 '), offers());
      assert.deepEqual(await scale('none 2 '), offers());
    });

    test('offers the resources of every component if none is named', async () => {
      const capacity = (line: string) => complete(monitoring, `capacity -n ${metrics} ${line}`);
      assert.deepEqual(await capacity(''), offers('k8s', 'main'));
      assert.deepEqual(await capacity('--component alerts '), offers('main'));
    });

    test('defaults to the namespace of the building block', async () => {
      const ensured = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring-system' } };
      await ensure(server.admin, '/api/v1/namespaces', ensured);
      await addComponent(server.admin, 'monitoring-system', { name: 'usual' });
      assert.deepEqual(await complete(monitoring, 'resize-pvc 60Gi '), offers('usual'));
    });

    test('offers nothing to a user without the right to list', async () => {
      const weak = { KUBECONFIG: await kubeconfigOf(server.weak) };
      assert.deepEqual(await complete(bmh, 'repair ', weak), offers());
      assert.deepEqual(await complete(bmh, 'list -n ', weak), offers());
      assert.deepEqual(await complete(bmh, 'repair --context ', weak), offers('here'));
    });
  });
