import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { byFile } from '../../../../lib/dashboards/standing/by-file.ts';
import { type DashboardReason, REASONS } from '../../../../lib/dashboards/standing/problem.ts';
import { dashboard, type Situation, sidecarWith, standingIn, stored } from '../cluster.ts';

const line = (level: string, msg: string): string =>
  `2026-01-02T03:04:05.000000001Z ${JSON.stringify({ time: 'x', level, msg })}\n`;
const WRITTEN = line('INFO', 'Writing /tmp/dashboards/shop.json (ascii)');
const REFUSED = line(
  'ERROR',
  'ApiException when calling kubernetes: (403)\nReason: Forbidden\nHTTP response body: secret',
);

const other = (data: Record<string, string>, metadata: object = {}) =>
  stored(data, { name: 'other', ...metadata });
const labeled = (labels: object) => stored(undefined, { labels });
const inFolder = (folder: string) => stored(undefined, { annotations: { grafana_folder: folder } });
const FOLDERS = { FOLDER_ANNOTATION: 'grafana_folder' };
/** A dashboard as a resource: its uid is its name. */
const resource = (name: string): string =>
  `{"apiVersion": "dashboard.grafana.app/v1beta1", "kind": "Dashboard", "metadata": {"name": "${name}"}, "spec": ${dashboard({ title: 'B' })}}`;
const PROVIDER = { name: 'p', path: '/tmp/dashboards', folder: '', hasFolders: true };
const ofFile = (text: string, key = 'shop.json'): Situation => ({ container: stored({ [key]: text }) });
const notReady = { name: 'grafana-1', isReady: false, trouble: 'CrashLoopBackOff' };
const ready = { name: 'grafana-0', isReady: true, trouble: undefined };

/** Each reason: what has it, and what nearly does. */
const ROWS: Record<DashboardReason, { rows: Situation[]; misses: Situation[] }> = {
  'no-sidecar': { rows: [{ sidecars: [] }], misses: [{ sidecars: [], isComplete: false }, {}] },
  'label-missing': {
    rows: [{ container: labeled({}) }, { container: labeled({ app: '1' }) }],
    misses: [
      { container: labeled({ ui_dashboard: '1' }) },
      { container: labeled({ grafana_dashboard: '' }) },
    ],
  },
  'label-of-other-names': {
    rows: [{ container: labeled({ ui_dashboard: '1' }) }],
    misses: [{ container: labeled({ ui_dashboard: '1', grafana_dashboard: '1' }) }],
  },
  'label-value': {
    rows: [{ container: labeled({ grafana_dashboard: 'true' }) }],
    misses: [
      {
        container: labeled({ grafana_dashboard: 'true' }),
        sidecars: [sidecarWith({ LABEL_VALUE: undefined })],
      },
    ],
  },
  'namespace-not-searched': {
    rows: ['monitoring', undefined, 'monitoring, shop', ''].map((NAMESPACE) => ({
      sidecars: [sidecarWith({ NAMESPACE })],
    })),
    misses: ['monitoring,shop', 'a,ALL'].map((NAMESPACE) => ({ sidecars: [sidecarWith({ NAMESPACE })] })),
  },
  'kind-not-searched': {
    rows: [
      { container: stored(undefined, { kind: 'Secret' }), sidecars: [sidecarWith({ RESOURCE: undefined })] },
      { sidecars: [sidecarWith({ RESOURCE: 'secret' })] },
    ],
    misses: [
      { container: stored(undefined, { kind: 'Secret' }) },
      { sidecars: [sidecarWith({ RESOURCE: 'configmap' })] },
    ],
  },
  'name-not-searched': {
    rows: ['other', 'secret/shop', 'x/configmap/shop'].map((RESOURCE_NAME) => ({
      sidecars: [sidecarWith({ RESOURCE_NAME, NAMESPACE: 'shop' })],
    })),
    misses: ['other,shop', 'configmap/shop', 'shop/configmap/shop']
      .map(
        (RESOURCE_NAME): Situation => ({
          container: labeled({}),
          sidecars: [sidecarWith({ RESOURCE_NAME, NAMESPACE: 'shop' })],
        }),
      )
      // Names are not looked at where all namespaces are searched.
      .concat({ sidecars: [sidecarWith({ RESOURCE_NAME: 'other' })] }),
  },
  'not-allowed': {
    rows: [{ access: () => false }, { access: (_, { verb }) => verb !== 'watch' }],
    misses: [
      { access: () => undefined },
      { access: (_, { verb }) => verb !== 'watch', sidecars: [sidecarWith({ METHOD: 'SLEEP' })] },
    ],
  },
  'no-pod': {
    rows: [{ sidecars: [sidecarWith({}, { pods: [] })] }],
    misses: [{ sidecars: [sidecarWith({}, { pods: undefined })] }],
  },
  'pod-not-ready': { rows: [{ sidecars: [sidecarWith({}, { pods: [ready, notReady] })] }], misses: [{}] },
  'log-error': {
    rows: [
      { log: WRITTEN + line('ERROR', "Error when updating from 'shop.json' into '/tmp/dashboards'") },
      { log: line('ERROR', 'Error: insufficient privileges to create /tmp/dashboards. Skipping shop.json.') },
      { log: REFUSED },
    ],
    misses: [
      { log: REFUSED + WRITTEN },
      { log: line('ERROR', "Error when updating from 'shop.json' into '/tmp/dashboards'") + WRITTEN },
      { log: line('ERROR', "Error when updating from 'other.json' into '/tmp/dashboards'") },
      { log: '' },
    ],
  },
  'file-removed': {
    rows: [{ log: WRITTEN + line('INFO', 'Removing /tmp/dashboards/shop.json') }],
    misses: [
      { log: line('INFO', 'Removing /tmp/dashboards/shop.json') + WRITTEN },
      { log: WRITTEN + line('INFO', 'Removing /tmp/dashboards/a/shop.json') },
    ],
  },
  'no-dashboard': {
    rows: [
      { container: stored({}) },
      { container: stored({ 'README.md': '# Shop' }) },
      ofFile('{"a": 1}'),
      ofFile('[]'),
    ],
    misses: [
      { container: stored({ 'shop.json': dashboard(), 'README.md': '# Shop' }) },
      { container: stored({ 'shop.json.url': 'https://example.com' }) },
    ],
  },
  'key-not-json': {
    rows: ['shop', 'shop.JSON', 'shop.yaml'].map((key) => ofFile(dashboard(), key)),
    misses: [ofFile('a: {}', 'shop.yaml'), ofFile(dashboard(), '.json')],
  },
  'not-text': {
    rows: [{ container: { ...stored(), files: [{ ...file(), content: 'not-text' }] } }],
    misses: [ofFile('')],
  },
  'invalid-json': {
    rows: ['', '{', '{"title": "Shop",}', '['.repeat(1000)].map((text) => ofFile(text)),
    misses: [ofFile('{', 'shop.txt'), ofFile('null')],
  },
  wrapped: {
    rows: [
      ofFile(`{"dashboard": ${dashboard()}, "meta": {}}`),
      ofFile(`{"apiVersion": "dashboard.grafana.app/v1beta1", "kind": "Dashboard", "spec": ${dashboard()}}`),
    ],
    misses: [
      ofFile('{"dashboard": "shop", "title": "Shop", "panels": []}'),
      {
        ...ofFile(
          `{"apiVersion": "dashboard.grafana.app/v1beta1", "kind": "Dashboard", "spec": ${dashboard()}}`,
        ),
        sidecars: [sidecarWith({}, { uiVersion: '13.0.1' })],
      },
    ],
  },
  'v2-schema': {
    rows: [ofFile('{"title": "Shop", "elements": {}, "layout": {}}')],
    misses: [ofFile(dashboard({ elements: [] }))],
  },
  'no-title': {
    rows: [ofFile(dashboard({ title: undefined })), ofFile(dashboard({ title: ' ' }))],
    misses: [ofFile(dashboard({ title: '0' }))],
  },
  'invalid-uid': {
    rows: [ofFile(dashboard({ uid: 'a b' })), ofFile(dashboard({ uid: 'a'.repeat(41) }))],
    misses: [
      ofFile(dashboard({ uid: 'a'.repeat(40) })),
      ofFile(dashboard({ uid: 'a-B_0' })),
      ofFile(dashboard({ uid: '' })),
      ofFile(dashboard({ uid: null })),
    ],
  },
  'same-file': {
    rows: [
      { others: [other({ 'shop.json': dashboard() })] },
      { others: [stored(undefined, { namespace: 'x' })] },
      { container: stored({ 'shop.json': dashboard(), 'shop.json.url': 'https://example.com' }) },
      ...['./Shop', 'Shop/', 'a/../Shop', '/tmp/dashboards//Shop'].map((grafana_folder) => ({
        container: inFolder('Shop'),
        others: [other({ 'shop.json': dashboard() }, { annotations: { grafana_folder } })],
        sidecars: [sidecarWith(FOLDERS)],
      })),
    ],
    misses: [
      {
        others: [other({ 'shop.json': dashboard({ uid: 'b', title: 'B' }) })],
        sidecars: [sidecarWith({ UNIQUE_FILENAMES: 'true' })],
      },
      { others: [other({ 'shop.json': dashboard() }, { labels: {} })] },
      {
        others: [other({ 'shop.json': dashboard() }, { annotations: { grafana_folder: 'b' } })],
        sidecars: [sidecarWith(FOLDERS)],
      },
    ],
  },
  'duplicate-uid': {
    rows: [
      { others: [other({ 'b.json': dashboard({ title: 'B' }) })] },
      { container: stored({ 'a.json': dashboard(), 'b.json': dashboard({ title: 'B' }) }) },
      { others: [other({ 'b.json': resource('shop') })] },
    ],
    misses: [
      { others: [other({ 'b.json': dashboard({ uid: 'Shop', title: 'B' }) })] },
      { others: [other({ 'b.json': resource('other') })] },
      // Of two files of one name, there is one.
      { others: [other({ 'shop.json': dashboard({ title: 'B' }) })] },
      { others: [other({ b: dashboard({ title: 'B' }) })] },
      {
        container: stored({
          'a.json': dashboard({ uid: null }),
          'b.json': dashboard({ uid: null, title: 'B' }),
        }),
      },
    ],
  },
  'duplicate-title': {
    rows: [{ others: [other({ 'b.json': dashboard({ uid: 'b' }) })] }],
    misses: [
      { others: [other({ 'b.json': dashboard({ uid: 'b', title: 'shop' }) })] },
      {
        others: [other({ 'b.json': dashboard({ uid: 'b' }) }, { annotations: { grafana_folder: 'b' } })],
        sidecars: [sidecarWith(FOLDERS, { providers: [PROVIDER] })],
      },
    ],
  },
  'folder-not-read': {
    rows: [
      { container: inFolder('/srv'), sidecars: [sidecarWith(FOLDERS)] },
      { container: inFolder('/srv'), sidecars: [sidecarWith(FOLDERS, { providers: [] })] },
      { sidecars: [sidecarWith({}, { providers: [] })] },
      { sidecars: [sidecarWith({}, { providers: [{ ...PROVIDER, path: '/var/lib/other' }] })] },
      { container: inFolder('../../../etc'), sidecars: [sidecarWith(FOLDERS, { providers: [PROVIDER] })] },
      { container: inFolder('a/../..'), sidecars: [sidecarWith(FOLDERS, { providers: undefined })] },
    ],
    misses: [
      { container: inFolder('/tmp/dashboards/Shop'), sidecars: [sidecarWith(FOLDERS)] },
      {
        container: inFolder('/srv'),
        sidecars: [sidecarWith(FOLDERS, { providers: [], hasOwnProviders: true })],
      },
      { container: inFolder('a/../Shop'), sidecars: [sidecarWith(FOLDERS, { providers: [PROVIDER] })] },
      { sidecars: [sidecarWith({}, { providers: [{ ...PROVIDER, path: '$DASHBOARDS' }] })] },
      { sidecars: [sidecarWith({ FOLDER: {} })] },
      { container: inFolder('/srv') },
    ],
  },
  'folder-ignored': {
    rows: [{ container: inFolder('Shop'), sidecars: [sidecarWith(FOLDERS)] }],
    misses: [
      { container: inFolder('Shop'), sidecars: [sidecarWith(FOLDERS, { providers: [PROVIDER] })] },
      { container: inFolder(''), sidecars: [sidecarWith(FOLDERS)] },
      { container: inFolder('Shop') },
    ],
  },
  'read-once': {
    rows: [{ sidecars: [sidecarWith({ METHOD: 'LIST' })] }],
    misses: [
      { sidecars: [sidecarWith({ METHOD: 'SLEEP' })] },
      { sidecars: [sidecarWith({ METHOD: 'list' })] },
    ],
  },
  large: {
    rows: [ofFile(dashboard({ description: 'x'.repeat(262_144) }))],
    misses: [ofFile(dashboard({ description: 'x'.repeat(261_000) }))],
  },
};

function file() {
  const [first] = stored().files;
  assert.ok(first);
  return first;
}

const reasonsIn = (situation: Situation): string[] =>
  standingIn(situation).problems.map(({ reason }) => reason);

describe('a dashboard is not shown for each reason, and not for one that nearly holds', () => {
  for (const reason of REASONS) {
    const { rows, misses } = ROWS[reason];
    for (const [index, row] of rows.entries())
      test(`${reason}, row ${index + 1}`, () => {
        const { problems, verdict } = standingIn(row);
        const problem = problems.find((one) => one.reason === reason);
        assert.ok(problem, JSON.stringify(problems));
        assert.equal(verdict, problem.isNote ? 'healthy' : 'degraded');
        assert.doesNotMatch(problem.evidence, /\.$/);
        assert.match(problem.fix, /\.$/);
      });
    for (const [index, miss] of misses.entries())
      test(`not ${reason}, near miss ${index + 1}`, () =>
        assert.ok(!reasonsIn(miss).includes(reason), reasonsIn(miss).join()));
  }
});

describe('the verdict on a container', () => {
  test('is healthy where nothing speaks against it', () => {
    const { verdict, reason, problems, views } = standingIn({ log: WRITTEN });
    assert.deepEqual([verdict, reason, problems], ['healthy', undefined, []]);
    assert.equal(views[0]?.written, 1);
  });

  test('comes from the sidecars that find it', () => {
    const elsewhere = sidecarWith({ LABEL: 'team_dashboard' });
    const { verdict, problems, views } = standingIn({ sidecars: [elsewhere, sidecarWith()] });
    assert.deepEqual([verdict, problems], ['healthy', []]);
    assert.deepEqual(
      views.map(({ isFound }) => isFound),
      [false, true],
    );
  });

  test('names every reason, the most important first', () => {
    const container = stored({ 'shop.json': '{', b: dashboard() }, { labels: {} });
    const sidecars = [sidecarWith({ NAMESPACE: 'monitoring', RESOURCE: 'secret' })];
    assert.deepEqual(reasonsIn({ container, sidecars }), [
      'label-missing',
      'namespace-not-searched',
      'kind-not-searched',
      'key-not-json',
      'invalid-json',
    ]);
    assert.equal(standingIn({ container, sidecars }).reason, 'label-missing');
  });

  for (const [title, situation, unread] of [
    [
      'the label comes from elsewhere',
      { sidecars: [sidecarWith({ LABEL: { configMapKeyRef: {} } })] },
      /^LABEL of container grafana-sc-dashboard in Deployment monitoring\/grafana$/,
    ],
    [
      'pods cannot be read',
      { sidecars: [sidecarWith({}, { pods: undefined })] },
      /^pods in namespace monitoring$/,
    ],
    [
      'permissions cannot be read',
      { access: () => undefined },
      /^permissions of system:serviceaccount:monitoring:grafana$/,
    ],
    [
      'providers cannot be read',
      { sidecars: [sidecarWith({}, { providers: undefined })] },
      /^providers of Deployment monitoring\/grafana$/,
    ],
  ] satisfies [string, Situation, RegExp][])
    test(`is unknown where ${title}`, () => {
      const { verdict, views } = standingIn(situation);
      assert.equal(verdict, 'unknown');
      assert.match(views[0]?.unread.join() ?? '', unread);
    });

  test('is unknown where no sidecar finds it, and not all workloads could be read', () => {
    assert.equal(standingIn({ container: labeled({}), isComplete: false }).verdict, 'unknown');
    assert.equal(standingIn({ sidecars: [], isComplete: false }).verdict, 'unknown');
  });

  test('is degraded by its files even where the sidecars are unknown', () => {
    assert.equal(standingIn({ ...ofFile('{'), sidecars: [], isComplete: false }).verdict, 'degraded');
  });
});

describe('byFile', () => {
  test('a file that nothing speaks against is healthy beside one that is degraded', () => {
    const standing = standingIn({ container: stored({ 'a.json': dashboard(), 'b.json': '{' }) });
    assert.deepEqual(
      byFile(standing).map(({ file: one, verdict, problem }) => [one?.key, verdict, problem?.reason]),
      [
        ['a.json', 'healthy', undefined],
        ['b.json', 'degraded', 'invalid-json'],
      ],
    );
  });

  test('what is against the container is against each of its files', () => {
    const standing = standingIn({
      container: stored({ 'a.json': dashboard(), 'b.json': '{' }, { labels: {} }),
    });
    assert.deepEqual(
      byFile(standing).map(({ problem }) => problem?.reason),
      ['label-missing', 'label-missing'],
    );
  });

  test('names the folder of the UI', () => {
    const folderOf = (situation: Situation) => byFile(standingIn(situation))[0]?.folder;
    assert.equal(folderOf({}), '');
    assert.equal(
      folderOf({
        sidecars: [sidecarWith({}, { providers: [{ ...PROVIDER, hasFolders: false, folder: 'Ops' }] })],
      }),
      'Ops',
    );
    assert.equal(
      folderOf({
        container: inFolder('a/Shop'),
        sidecars: [sidecarWith(FOLDERS, { providers: [PROVIDER] })],
      }),
      'Shop',
    );
    assert.equal(folderOf({ sidecars: [sidecarWith({}, { providers: [] })] }), undefined);
  });

  test('a container without a dashboard has one entry', () => {
    assert.deepEqual(
      byFile(standingIn({ container: stored({}) })).map(({ file: one, verdict }) => [one, verdict]),
      [[undefined, 'degraded']],
    );
  });
});

describe('a folder that the UI does not read is said with what leads there', () => {
  const fixContainer =
    'Use a name without a slash at its begin and without .., or a folder that the UI reads.';
  const fixUi = 'Let a provider of the UI read /tmp/dashboards, the folder of its sidecar.';
  const sidecar = 'the sidecar of Deployment monitoring/grafana';
  for (const [title, situation, evidence, fix] of [
    [
      'an annotation',
      { container: inFolder('../../etc'), sidecars: [sidecarWith(FOLDERS)] },
      `the annotation grafana_folder leads ${sidecar} to /etc, and the UI reads /tmp/dashboards`,
      fixContainer,
    ],
    [
      'an annotation, and it is unknown what the UI reads',
      {
        container: inFolder('../x'),
        sidecars: [sidecarWith(FOLDERS, { providers: [], hasOwnProviders: true })],
      },
      `the annotation grafana_folder leads ${sidecar} to /tmp/x, outside of its folder /tmp/dashboards`,
      fixContainer,
    ],
    [
      'the folder of the sidecar',
      { sidecars: [sidecarWith({}, { providers: [{ ...PROVIDER, path: '/var/lib/other' }] })] },
      `${sidecar} writes to /tmp/dashboards, and the UI reads /var/lib/other`,
      fixUi,
    ],
    [
      'a UI that reads nothing',
      { sidecars: [sidecarWith({}, { providers: [] })] },
      `${sidecar} writes to /tmp/dashboards, and the UI reads no folder`,
      fixUi,
    ],
  ] as const)
    test(title, () => {
      const [problem] = standingIn(situation).problems;
      assert.deepEqual(
        [problem?.reason, problem?.evidence, problem?.fix],
        ['folder-not-read', evidence, fix],
      );
    });
});
