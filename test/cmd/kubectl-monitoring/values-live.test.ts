import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import type { Definition } from '../../crds/definitions.ts';
import { define } from '../../scenarios/install.ts';
import { create, ensure } from '../../scenarios/requests.ts';
import { call } from '../../support/http.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const VALUES = `prometheus:
  prometheusSpec:
    replicas: 2
    storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 50Gi}}}}}
grafana:
  admin: {existingSecret: grafana-admin}
  ingress:
    enabled: true
    ingressClassName: internal
    annotations: {cert-manager.io/cluster-issuer: le}
    hosts: [g.example.com]
  grafana.ini: {server: {root_url: "http://g.example.com"}}
`;

const definition = (group: string, kind: string, scope: string): Definition => {
  const [singular, plural] = [kind.toLowerCase(), `${kind.toLowerCase()}${kind.endsWith('s') ? 'es' : 's'}`];
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope, names: { kind, plural, singular, listKind: `${kind}List` } },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  } as unknown as Definition;
};

for (const kind of servers())
  describe(`values files and the ${kind.name} server`, () => {
    let stage: MonitoringStage;
    let config: string;
    let file: string;
    before(async () => {
      stage = await openMonitoring(await kind.start());
      config = await stage.kubeconfig();
      file = join(stage.folder, 'values.yaml');
      await stage.ready();
    });
    after(async () => {
      await stage?.stop();
      await stage?.server.stop();
    });

    /** Runs a command on a file of these values, or as it is. */
    async function run(
      words: string[],
      { text = VALUES, stdin = '' }: { text?: string; stdin?: string } = {},
    ): Promise<Ran> {
      await writeFile(file, text);
      const argv = ['values', ...words, '-f', file, '--kubeconfig', config, '-n', stage.namespace];
      const { code, stdout, stderr } = await runCommand(program, argv, { stdin: Readable.from([stdin]) });
      const plain = (output: string): string =>
        plainText(output, { [config]: 'KUBECONFIG', [stage.namespace]: 'NS', [file]: 'FILE' });
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    }

    const secret = async (name: string) => {
      const path = `/api/v1/namespaces/${stage.namespace}/secrets/${name}`;
      const { status, json } = await call(stage.server.admin, { path });
      const data: Record<string, string> = json?.data ?? {};
      const texts = Object.entries(data).map(([key, value]) => [
        key,
        Buffer.from(value, 'base64').toString(),
      ]);
      return status === 404 ? undefined : Object.fromEntries(texts);
    };

    test('set-storage refuses a size that the claims do not have, and names the resize with the values', async () => {
      const { code, stdout, stderr } = await run(['set-storage', '100Gi', '--yes']);
      assert.deepEqual([code, stdout], [1, '']);
      assert.equal(
        stderr,
        `error: the values were not changed: Prometheus NS/k8s has claims of 50Gi, and a release with 100Gi would have its StatefulSet made again
Resize the volumes and the values in one run: kubectl monitoring resize-pvc 100Gi k8s -n NS --kubeconfig KUBECONFIG --values FILE
`,
      );
      assert.equal(await readFile(file, 'utf8'), VALUES);
    });

    test('set-storage writes the size that the claims have, and a component that is not there gets any', async () => {
      const text = VALUES.replace('storage: 50Gi', 'storage: 20Gi');
      const { code, stderr } = await run(['set-storage', '50Gi', '--yes'], { text });
      assert.equal(code, 0);
      assert.doesNotMatch(stderr, /not checked/);
      assert.equal(await readFile(file, 'utf8'), VALUES);
      const other = await run(['set-storage', '5Gi', '--component', 'alerts', '--yes']);
      assert.equal(other.code, 0);
      assert.doesNotMatch(other.stderr, /not checked/);
    });

    test('set-replicas refuses what scale refuses: claims that would be deleted', async () => {
      const path = stage.path('prometheuses', 'k8s');
      const policy = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } };
      await stage.patch(path, { spec: policy });
      const { code, stderr } = await run(['set-replicas', 'metrics', '1', '--yes']);
      await stage.patch(path, { spec: { persistentVolumeClaimRetentionPolicy: null } });
      assert.equal(code, 1);
      assert.match(stderr, /^error: the values were not changed: .*whenScaled.*\n/);
      assert.equal(await readFile(file, 'utf8'), VALUES);
    });

    test('set-replicas writes a number that scale accepts', async () => {
      const { code } = await run(['set-replicas', 'metrics', '3', '--yes']);
      assert.equal(code, 0);
      assert.equal(await readFile(file, 'utf8'), VALUES.replace('replicas: 2', 'replicas: 3'));
    });

    test('set-admin-password creates the Secret, names it in the values, and shows the password nowhere', async () => {
      const text = VALUES.replace('{existingSecret: grafana-admin}', '{}');
      const words = ['set-admin-password', '--existing-secret', 'ui-admin', '--yes'];
      const made = await run(words, { text, stdin: 'hunter22\n' });
      assert.equal(made.code, 0);
      assert.deepEqual(await secret('ui-admin'), { 'admin-user': 'admin', 'admin-password': 'hunter22' });
      assert.doesNotMatch(made.stdout + made.stderr, /hunter22/);
      assert.equal(
        await readFile(file, 'utf8'),
        VALUES.replace(' {existingSecret: grafana-admin}', '\n    existingSecret: ui-admin'),
      );
      // The Secret keeps its password if no other is given, and its other keys always.
      const path = `/api/v1/namespaces/${stage.namespace}/secrets/ui-admin`;
      await stage.patch(path, { data: { 'admin-user': Buffer.from('root').toString('base64') } });
      assert.equal((await run(words, { text })).code, 0);
      assert.deepEqual(await secret('ui-admin'), { 'admin-user': 'root', 'admin-password': 'hunter22' });
      assert.equal((await run([...words, '--generate'], { text })).code, 0);
      const changed = await secret('ui-admin');
      assert.equal(changed?.['admin-user'], 'root');
      assert.match(changed?.['admin-password'] ?? '', /^[\w-]{32}$/);
      // Also if the values name the Secret already.
      const named = VALUES.replace('existingSecret: grafana-admin', 'existingSecret: ui-admin');
      assert.equal((await run(words, { text: named, stdin: 'changed1' })).code, 0);
      assert.equal((await secret('ui-admin'))?.['admin-password'], 'changed1');
    });

    test('set-admin-password leaves a Secret that a GitOps source manages', async () => {
      const labels = {
        'kustomize.toolkit.fluxcd.io/name': 'apps',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux',
      };
      const metadata = { name: 'managed', labels };
      await create(stage.server.admin, `/api/v1/namespaces/${stage.namespace}/secrets`, {
        ...{ apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque' },
        data: { 'admin-password': Buffer.from('kept').toString('base64') },
      });
      const words = ['set-admin-password', '--existing-secret', 'managed', '--yes'];
      const { code, stderr } = await run(words, { stdin: 'hunter22' });
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^error: the Secret NS\/managed was not changed: Flux Kustomization "flux\/apps" manages it/,
      );
      assert.deepEqual(await secret('managed'), { 'admin-password': 'kept' });
      assert.equal((await run(words)).code, 0);
      assert.match(await readFile(file, 'utf8'), /existingSecret: managed/);
    });

    test('check --with-cluster names an ingress class and an issuer that are not there', async () => {
      const { admin } = stage.server;
      if (kind.name === 'embedded')
        await define(admin, definition('networking.k8s.io', 'IngressClass', 'Cluster'));
      await ensure(admin, '/apis/networking.k8s.io/v1/ingressclasses', {
        ...{ apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name: 'nginx' } },
        spec: { controller: 'k8s.io/ingress-nginx' },
      });
      const checked = async (): Promise<string[]> => {
        const { stdout } = await run(['check', '--with-cluster', '-o', 'json', '--level', 'info']);
        const { items, unread } = JSON.parse(stdout) as {
          items: { check: string; message: string }[];
          unread: object[];
        };
        assert.deepEqual(unread, []);
        return items
          .filter(({ check }) =>
            ['ingress-controller', 'issuer', 'external-dns', 'claim-size'].includes(check),
          )
          .map(({ check, message }) => `${check}: ${message}`);
      };
      const missing = 'ingress-controller: the cluster has no ingress class "internal" (nginx)';
      const dns = 'external-dns: no external DNS was found in the cluster: it will not publish these names';
      assert.deepEqual((await checked()).toSorted(), [
        dns,
        missing,
        'issuer: the cluster has no certificate manager',
      ]);
      await define(admin, definition('cert-manager.io', 'ClusterIssuer', 'Cluster'));
      await define(admin, definition('cert-manager.io', 'Issuer', 'Namespaced'));
      assert.deepEqual((await checked()).toSorted(), [
        dns,
        missing,
        'issuer: the cluster has no ClusterIssuer "le"',
      ]);
      await ensure(admin, '/apis/cert-manager.io/v1/clusterissuers', {
        ...{ apiVersion: 'cert-manager.io/v1', kind: 'ClusterIssuer', metadata: { name: 'le' } },
      });
      assert.deepEqual((await checked()).toSorted(), [dns, missing]);
    });

    test('set-storage refuses where only the claims have the size: the template would have the StatefulSet made again', async () => {
      const claims = Object.keys(await stage.claims());
      for (const name of claims)
        await stage.patch(stage.path('persistentvolumeclaims', name), {
          spec: { resources: { requests: { storage: '60Gi' } } },
        });
      const { code, stderr } = await run(['set-storage', '60Gi', '--yes']);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^error: the values were not changed: Prometheus NS\/k8s has a claim template of 50Gi, and /,
      );
      assert.equal(await readFile(file, 'utf8'), VALUES);
    });
  });
