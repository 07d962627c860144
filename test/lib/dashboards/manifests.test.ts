import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'yaml';
import { dashboardManifestsIn } from '../../../lib/dashboards/manifests.ts';
import { dashboard } from './cluster.ts';

const LABELS = { grafana_dashboard: '1' };
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const objectWith = (kind: string, fields: object, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind },
  metadata: { name: 'shop', labels: LABELS, ...metadata },
  ...fields,
});
const configMap = objectWith('ConfigMap', { data: { 'shop.json': dashboard() } });

describe('dashboardManifestsIn', () => {
  for (const [title, text, names] of [
    ['a container in YAML', stringify(configMap), ['shop']],
    ['a container in JSON', JSON.stringify(configMap), ['shop']],
    ['the items of a List', JSON.stringify({ kind: 'List', items: [configMap] }), ['shop']],
    ['a container without a label', stringify({ ...configMap, metadata: { name: 'bare' } }), ['bare']],
    [
      'no ConfigMap with other data',
      stringify({ ...configMap, metadata: { name: 'app' }, data: { 'app.json': '{}' } }),
      [],
    ],
    ['no other kind', stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } }), []],
    ['no dashboard as it is', dashboard(), []],
    ['no template without containers', 'a: {{ if }}\n: {', []],
  ] as const)
    test(`finds ${title}`, () =>
      assert.deepEqual(
        dashboardManifestsIn(text).map(({ metadata }) => metadata.name),
        names,
      ));

  for (const [title, given, fields] of [
    ['plain texts are encoded', { stringData: { 'a.json': '{}' } }, { data: { 'a.json': encoded('{}') } }],
    [
      'a plain text replaces an encoded one, as in the API server',
      { data: { 'a.json': encoded('1') }, stringData: { 'a.json': '2' } },
      { data: { 'a.json': encoded('2') } },
    ],
    [
      'line breaks in Base64 are removed, which the server does, too',
      { data: { 'a.json': `${encoded('{  }').slice(0, 4)}\n${encoded('{  }').slice(4)}\n` } },
      { data: { 'a.json': encoded('{  }') } },
    ],
    ['what is no Base64 is left to the server', { data: { 'a.json': '{}' } }, { data: { 'a.json': '{}' } }],
    [
      'what is no text is left to the server',
      { stringData: { 'a.json': 1 } },
      { stringData: { 'a.json': 1 } },
    ],
    [
      'what is no map is left to the server',
      { data: 'a', stringData: { 'a.json': '{}' } },
      { data: 'a', stringData: { 'a.json': '{}' } },
    ],
    [
      'other fields stay',
      { type: 'Opaque', immutable: true, data: { 'a.json': '' } },
      { type: 'Opaque', immutable: true, data: { 'a.json': '' } },
    ],
  ] as const)
    test(`of a Secret, ${title}`, () =>
      assert.deepEqual(dashboardManifestsIn(JSON.stringify(objectWith('Secret', given))), [
        objectWith('Secret', fields),
      ]));

  test('leaves out what the server and kubectl have added', () => {
    const added = {
      ...{ uid: 'u', resourceVersion: '1', generation: 1, managedFields: [], creationTimestamp: 't' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', team: 'shop' },
    };
    const { data } = configMap as { data?: object };
    assert.deepEqual(
      dashboardManifestsIn(JSON.stringify({ ...objectWith('ConfigMap', { data }, added), status: {} })),
      [objectWith('ConfigMap', { data }, { annotations: { team: 'shop' } })],
    );
  });
});
