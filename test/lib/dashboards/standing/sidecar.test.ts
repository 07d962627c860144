import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { providerFor, providerSources, providersIn } from '../../../../lib/dashboards/standing/provider.ts';
import { sidecarsIn } from '../../../../lib/dashboards/standing/sidecar.ts';
import { pathFor } from '../../../../lib/dashboards/standing/target.ts';
import { sidecarWith, stored, uiWith } from '../cluster.ts';

const found = (...of: Parameters<typeof uiWith>) => sidecarsIn('Deployment', uiWith(...of));

describe('sidecarsIn', () => {
  test('reads the variables of the sidecar for dashboards', () => {
    assert.deepEqual(
      found({ FOLDER_ANNOTATION: 'grafana_folder', UNIQUE_FILENAMES: 'true', FOLDER: '/tmp/dashboards/' }),
      [
        {
          workload: { kind: 'Deployment', namespace: 'monitoring', name: 'grafana' },
          container: 'grafana-sc-dashboard',
          label: 'grafana_dashboard',
          labelValue: '1',
          namespaces: 'all',
          kinds: ['ConfigMap', 'Secret'],
          only: [],
          folder: '/tmp/dashboards',
          folderAnnotation: 'grafana_folder',
          hasUniqueNames: true,
          method: 'watch',
          isQuiet: false,
          account: 'grafana',
          unresolved: [],
        },
      ],
    );
  });

  test('has the defaults of the real one', () => {
    const unset = { LABEL_VALUE: undefined, NAMESPACE: undefined, RESOURCE: undefined, METHOD: undefined };
    const [sidecar] = found(unset, {}, { serviceAccountName: undefined });
    const { labelValue, namespaces, kinds, folderAnnotation, method, account } = sidecar ?? {};
    assert.deepEqual(
      [labelValue, namespaces, kinds, folderAnnotation, method, account],
      [undefined, ['monitoring'], ['ConfigMap'], 'k8s-sidecar-target-directory', 'watch', 'default'],
    );
  });

  for (const [title, env, sidecar, spec] of [
    ['an image of a mirror', {}, { image: 'registry:5000/mirror/kiwigrid-k8s-sidecar@sha256:00' }, {}],
    ['its name, if the image has another one', {}, { image: 'registry/tools:1' }, {}],
    ['its variables, if image and name are others', {}, { image: 'registry/tools:1', name: 'loader' }, {}],
    ['a label without "dashboard", by its folder', { LABEL: 'team' }, { name: 'loader' }, {}],
    [
      'an init container that keeps running',
      {},
      {},
      { containers: [], initContainers: [{ restartPolicy: 'Always', ...sidecarContainer() }] },
    ],
  ] satisfies [string, object, object, object][])
    test(`knows it by ${title}`, () => assert.equal(found(env, sidecar, spec).length, 1));

  for (const [title, env, sidecar, spec] of [
    [
      'data sources',
      { LABEL: 'grafana_datasource', FOLDER: '/etc/grafana/provisioning/datasources' },
      { name: 'grafana-sc-datasources' },
      {},
    ],
    [
      'plugins',
      { LABEL: 'grafana_plugin', FOLDER: '/etc/grafana/provisioning/plugins' },
      { name: 'grafana-sc-plugins' },
      {},
    ],
    [
      'alerts',
      { LABEL: 'grafana_alert', FOLDER: '/etc/grafana/provisioning/alerting' },
      { name: 'grafana-sc-alerts' },
      {},
    ],
    ['another program', { LABEL: undefined }, { name: 'dashboard-backup', image: 'backup:1' }, {}],
    ['an init container that ends', {}, {}, { containers: [], initContainers: [sidecarContainer()] }],
  ] satisfies [string, object, object, object][])
    test(`is not confused by a container for ${title}`, () =>
      assert.deepEqual(found(env, sidecar, spec), []));

  test('says which variables are set elsewhere', () => {
    const [sidecar] = found({
      LABEL: { configMapKeyRef: { name: 'a', key: 'b' } },
      NAMESPACE: { fieldRef: { fieldPath: 'metadata.namespace' } },
      FOLDER: '$(HOME)/dashboards',
    });
    assert.deepEqual(sidecar?.unresolved, ['LABEL', 'FOLDER']);
    assert.deepEqual(sidecar?.namespaces, ['monitoring']);
  });

  for (const [level, isQuiet] of [
    ['INFO', false],
    ['debug', false],
    ['warning', true],
    ['ERROR', true],
  ] as const)
    test(`LOG_LEVEL ${level} ${isQuiet ? 'leaves out' : 'has'} what it writes`, () =>
      assert.equal(found({ LOG_LEVEL: level })[0]?.isQuiet, isQuiet));

  test('survives objects of any shape', () => {
    for (const template of [
      undefined,
      {},
      { spec: { containers: [null, 1, { name: 1, env: [null, { name: 1 }] }] } },
    ])
      assert.deepEqual(
        sidecarsIn('StatefulSet', { metadata: { name: 'a' }, spec: { template } } as never),
        [],
      );
  });
});

function sidecarContainer() {
  return uiWith().spec.template.spec.containers[1];
}

describe('pathFor', () => {
  const annotations = (folder: string) => ({ annotations: { 'k8s-sidecar-target-directory': folder } });
  for (const [title, env, metadata, key, path] of [
    ['the folder of the sidecar', {}, {}, 'a.json', '/tmp/dashboards/a.json'],
    ['a relative folder', {}, annotations('Shop'), 'a.json', '/tmp/dashboards/Shop/a.json'],
    ['an absolute folder', {}, annotations('/srv/'), 'a.json', '/srv/a.json'],
    ['what is downloaded', {}, {}, 'a.json.url', '/tmp/dashboards/a.json'],
    [
      'unique names',
      { UNIQUE_FILENAMES: 'TRUE' },
      {},
      'a.json',
      '/tmp/dashboards/namespace_shop.configmap_shop.a.json',
    ],
  ] as const)
    test(`knows where a file goes: ${title}`, () =>
      assert.equal(pathFor(sidecarWith(env), stored(undefined, metadata), key), path));
});

describe('providers of the UI', () => {
  const PROVIDER = `apiVersion: 1
providers:
- name: sidecarProvider
  folder: ''
  type: file
  options:
    foldersFromFilesStructure: true
    path: /tmp/dashboards/
- name: broken
`;
  test('are read from what it mounts', () => {
    const mount = {
      volumeMounts: [
        { name: 'sc', mountPath: '/etc/grafana/provisioning/dashboards/sc.yaml', subPath: 'provider.yaml' },
        { name: 'tmp', mountPath: '/tmp' },
      ],
    };
    const volumes = [
      { name: 'sc', configMap: { name: 'grafana-config-dashboards' } },
      { name: 'tmp', configMap: { name: 'other' } },
    ];
    assert.deepEqual(providerSources(uiWith({}, mount, { volumes })), [
      { name: 'grafana-config-dashboards', key: 'provider.yaml' },
    ]);
    assert.deepEqual(providersIn(PROVIDER), [
      { name: 'sidecarProvider', path: '/tmp/dashboards', folder: '', hasFolders: true },
    ]);
  });

  test('the older name of their folder is read as well', () => {
    assert.deepEqual(
      providersIn('providers: [{ name: a, options: { folder: /srv/./dashboards/ } }]').map(
        ({ path }) => path,
      ),
      ['/srv/dashboards'],
    );
  });

  test('a file of another shape has none', () => {
    for (const text of ['', 'a: [', 'providers: {}', 'providers: [1, null]'])
      assert.deepEqual(providersIn(text), []);
  });

  test('the one with the longest path reads a folder', () => {
    const at = (path: string) => ({ name: path, path, folder: '', hasFolders: false });
    const providers = [at('/tmp'), at('/tmp/dashboards'), at('/tmp/dash')];
    assert.equal(providerFor(providers, '/tmp/dashboards/Shop')?.path, '/tmp/dashboards');
    assert.equal(providerFor(providers, '/tmp/dashboard')?.path, '/tmp');
    assert.equal(providerFor(providers, '/srv'), undefined);
  });
});
