import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDashboardSidecar, type Labelled } from './dashboard-sidecar.ts';

const ENV = { LABEL: 'grafana_dashboard', LABEL_VALUE: '1', FOLDER: '/tmp/dashboards' };
const AT = new Date('2026-01-02T03:04:05Z');

let versions = 0;
const nextVersion = (): string => {
  versions += 1;
  return String(versions);
};
const map = (name: string, data: Record<string, string>, metadata: object = {}): Labelled => ({
  kind: 'ConfigMap',
  metadata: {
    ...{ name, namespace: 'shop', resourceVersion: nextVersion() },
    labels: { grafana_dashboard: '1' },
    ...metadata,
  },
  data,
});

/** Its messages, without times. */
const said = (log: string): string[] =>
  [...log.matchAll(/"msg":"((?:[^"\\]|\\.)*)"/g)].map(([, message = '']) => message);

describe('the stand-in of the sidecar for dashboards', () => {
  test('writes files, removes those that are gone, and says nothing of those that are the same', () => {
    const sidecar = createDashboardSidecar(ENV, 'monitoring');
    sidecar.sync(
      [map('a', { 'a.json': '1', 'b.json': '2' }), map('other', { 'c.json': '3' }, { labels: {} })],
      AT,
    );
    assert.deepEqual(Object.fromEntries(sidecar.files), {
      '/tmp/dashboards/a.json': '1',
      '/tmp/dashboards/b.json': '2',
    });
    sidecar.sync([map('a', { 'a.json': '1' })], AT);
    assert.deepEqual(said(sidecar.log()), [
      'Writing /tmp/dashboards/a.json (ascii)',
      'Writing /tmp/dashboards/b.json (ascii)',
      'Removing /tmp/dashboards/b.json',
    ]);
    sidecar.sync([], AT);
    assert.equal(sidecar.files.size, 0);
  });

  test('logs JSON behind the timestamp of the runtime', () => {
    const sidecar = createDashboardSidecar(ENV, 'monitoring');
    sidecar.sync([map('a', { 'a.json': '1' })], AT);
    assert.equal(
      sidecar.log(),
      '2026-01-02T03:04:05.000Z {"time":"2026-01-02T03:04:05.000000+00:00","level":"INFO","msg":"Writing /tmp/dashboards/a.json (ascii)"}\n',
    );
  });

  test('overwrites a file of the same name without a word, and deletes it with either container', () => {
    const sidecar = createDashboardSidecar(ENV, 'monitoring');
    const [one, other] = [map('one', { 'a.json': '1' }), map('other', { 'a.json': '2' })];
    sidecar.sync([other, one], AT);
    assert.equal(sidecar.files.get('/tmp/dashboards/a.json'), '2');
    sidecar.sync([other], AT);
    assert.equal(sidecar.files.size, 0);
    sidecar.sync([], AT);
    assert.equal(said(sidecar.log()).at(-1), 'Unable to remove /tmp/dashboards/a.json, file not found');
  });

  test('keeps files of the same name apart with UNIQUE_FILENAMES', () => {
    const sidecar = createDashboardSidecar({ ...ENV, UNIQUE_FILENAMES: 'True' }, 'monitoring');
    sidecar.sync([map('one', { 'a.json': '1' }), map('other', { 'a.json': '2' })], AT);
    assert.deepEqual(
      [...sidecar.files.keys()],
      [
        '/tmp/dashboards/namespace_shop.configmap_one.a.json',
        '/tmp/dashboards/namespace_shop.configmap_other.a.json',
      ],
    );
  });

  test('follows the annotation for the folder, a relative and an absolute one', () => {
    const sidecar = createDashboardSidecar({ ...ENV, FOLDER_ANNOTATION: 'grafana_folder' }, 'monitoring');
    sidecar.sync(
      [
        map('one', { 'a.json': '1' }, { annotations: { grafana_folder: 'Shop' } }),
        map('other', { 'a.json': '2' }, { annotations: { grafana_folder: '/srv' } }),
      ],
      AT,
    );
    assert.deepEqual([...sidecar.files.keys()], ['/tmp/dashboards/Shop/a.json', '/srv/a.json']);
  });

  for (const [env, paths] of [
    [{}, ['/api/v1/namespaces/monitoring/configmaps?labelSelector=grafana_dashboard%3D1']],
    [
      { RESOURCE: 'both', NAMESPACE: 'ALL' },
      [
        '/api/v1/secrets?labelSelector=grafana_dashboard%3D1',
        '/api/v1/configmaps?labelSelector=grafana_dashboard%3D1',
      ],
    ],
    [
      { NAMESPACE: 'a,b', LABEL_VALUE: '' },
      [
        '/api/v1/namespaces/a/configmaps?labelSelector=grafana_dashboard',
        '/api/v1/namespaces/b/configmaps?labelSelector=grafana_dashboard',
      ],
    ],
  ] as const)
    test(`lists with ${JSON.stringify(env)} what the real one does`, () => {
      assert.deepEqual(createDashboardSidecar({ ...ENV, ...env }, 'monitoring').paths, paths);
    });
});
