import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, type TestContext, test } from 'node:test';
import { load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { holdParts } from '../../support/parts.ts';
import { type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openUiStage, type UiStageOptions } from '../../support/ui-stage.ts';

const write = (argv: readonly string[], options: RunOptions = {}) =>
  runCommand(program, ['dashboards', 'new', ...argv], options);

interface Written {
  kind: string;
  metadata: { name: string; namespace?: string; labels: object; annotations?: object };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const containerIn = (yaml: string) => load(yaml) as Written;

const dashboardIn = (yaml: string): Record<string, unknown> => {
  const { data, stringData } = containerIn(yaml);
  return JSON.parse(Object.values(data ?? stringData ?? {})[0] ?? '');
};

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboards-new-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The fields of a definition, in the order of §2.3. */
const FIELDS = [
  ...[
    'id',
    'uid',
    'title',
    'tags',
    'style',
    'timezone',
    'editable',
    'hideControls',
    'graphTooltip',
    'panels',
  ],
  ...['time', 'timepicker', 'templating', 'annotations', 'refresh', 'schemaVersion', 'version', 'links'],
];

test('writes a ConfigMap with the label of the platform and every documented field', async () => {
  const { code, stdout, stderr } = await write(['shop', '--offline']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(
    stdout.slice(0, stdout.indexOf('      "tags"')),
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: shop
  labels:
    ui_dashboard: "1"
data:
  shop.json: |-
    {
      "id": null,
      "uid": "shop",
      "title": "Shop",
`,
  );
  assert.deepEqual(Object.keys(dashboardIn(stdout)), FIELDS);
});

test('writes a Secret with the names of upstream, in a namespace and a folder, with a title', async () => {
  const words = [
    'shop',
    '--names=upstream',
    '--secret',
    '-n',
    'there',
    '--folder',
    'Shop: 1',
    '--title',
    'a"b\u001b',
  ];
  const { code, stdout, stderr } = await write(words);
  const { stringData, ...container } = containerIn(stdout);
  assert.deepEqual(container, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'shop',
      namespace: 'there',
      labels: { grafana_dashboard: '1' },
      annotations: { grafana_folder: 'Shop: 1' },
    },
  });
  assert.deepEqual(Object.keys(stringData ?? {}), ['shop.json']);
  assert.equal(dashboardIn(stdout).title, 'a"b\u001b');
  assert.ok(!stdout.includes('\u001b'));
  assert.deepEqual(
    [code, stderr],
    [
      0,
      'Warning: the folder is ignored unless the values of the dashboard UI have sidecar.dashboards.folderAnnotation: grafana_folder and sidecar.dashboards.provider.foldersFromFilesStructure: true\n',
    ],
  );
});

for (const words of [
  ['shop'],
  ['shop', '--secret'],
  ['alerts', '--shipped', 'alerts'],
  ['capacity', '--shipped', 'cluster-capacity'],
])
  test(`dashboards lint --strict has no findings in what "dashboards new ${words.join(' ')}" prints`, async () => {
    const { stdout } = await write([...words, '--offline']);
    assert.deepEqual(
      await runCommand(program, ['dashboards', 'lint', '-', '--strict'], { stdin: Readable.from([stdout]) }),
      { code: 0, stdout: 'No findings in 1 dashboard\n', stderr: '' },
    );
  });

test('a shipped dashboard keeps its title unless another one is given', async () => {
  const titles = await Promise.all(
    [[], ['--title', 'Firing']].map(async (title) =>
      dashboardIn((await write(['a', '--offline', '--shipped', 'alerts', ...title])).stdout),
    ),
  );
  assert.deepEqual(
    titles.map(({ title }) => title),
    ['Alerts', 'Firing'],
  );
});

const SAVED = {
  id: 7,
  uid: 'abc',
  title: 'Orders',
  version: 9,
  panels: [{ id: 1, title: '\u2028---\n{{a}}' }],
};
const KEPT = { id: null, uid: 'abc', title: 'Orders', panels: SAVED.panels, version: 1 };

for (const [what, content] of [
  ['a dashboard', SAVED],
  ['an answer of the API', { meta: { provisioned: false }, dashboard: SAVED }],
  [
    'a resource of the newer API',
    {
      kind: 'Dashboard',
      apiVersion: 'dashboard.grafana.app/v1',
      metadata: { name: 'abc' },
      spec: { ...SAVED, uid: undefined },
    },
  ],
] as const)
  test(`wraps ${what} from a file and from stdin`, async (t) => {
    const cwd = folderOf(t);
    const text = `\ufeff${JSON.stringify(content)}`;
    writeFileSync(join(cwd, 'orders.json'), text);
    const fromFile = await write(['shop', '--offline', '--file', 'orders.json'], { cwd });
    assert.deepEqual([fromFile.code, fromFile.stderr], [0, '']);
    assert.deepEqual(dashboardIn(fromFile.stdout), KEPT);
    assert.deepEqual(
      await write(['shop', '--offline', '--file', '-'], { stdin: Readable.from([text]) }),
      fromFile,
    );
  });

test('a dashboard without uid and title gets them from the name', async () => {
  const { stdout } = await write(['shop-api', '--offline', '--file', '-'], {
    stdin: Readable.from(['{"panels":[]}']),
  });
  assert.deepEqual(dashboardIn(stdout), {
    id: null,
    panels: [],
    version: 1,
    uid: 'shop-api',
    title: 'Shop api',
  });
});

test('says what it changed in a file, and what is left to do', async () => {
  const dashboard = {
    title: 'A',
    uid: 'a',
    panels: [{ datasource: { type: 'prometheus', uid: 'P\u001b1' } }, { libraryPanel: { name: 'CPU\n' } }],
  };
  const { code, stderr } = await write(['shop', '--offline', '--file', '-'], {
    stdin: Readable.from([JSON.stringify(dashboard)]),
  });
  assert.deepEqual(
    [code, stderr],
    [
      0,
      'Replaced the data source P\\x1b1 (prometheus) by the variable datasource.\n' +
        'Warning: the dashboard has panels of the library, which are not in the file: CPU\\x0a. Another dashboard UI does not have them: unlink them before you export the dashboard\n',
    ],
  );
});

const JSON_HINT = 'Pass the JSON of a dashboard, as the dashboard UI exports it.\n';

for (const [what, text, message] of [
  [
    'no JSON',
    '{"title": }',
    `error: stdin is not valid JSON: line 1, column 11: unexpected "}"\n${JSON_HINT}`,
  ],
  [
    'too deep',
    `${'['.repeat(300)}`,
    `error: stdin is not valid JSON: nested more than 250 levels deep\n${JSON_HINT}`,
  ],
  ['no dashboard', '[1]', `error: stdin has no dashboard\n${JSON_HINT}`],
  [
    'the v2 schema',
    '{"elements": {}, "layout": {}}',
    'error: stdin has a dashboard of the v2 schema, which many versions of the dashboard UI do not load from files\nExport it again in the dashboard UI: Export, Export as code, model Classic.\n',
  ],
  ['no text', Buffer.from([0xff, 0xfe]), 'error: stdin is not UTF-8\nSave it as UTF-8.\n'],
  [
    'more than fits',
    JSON.stringify({ panels: [{ title: 'x'.repeat(1024 * 1024) }] }),
    /^error: the dashboard has \d+ bytes, and a ConfigMap can have 1048576\nSplit it into several dashboards\.\n$/,
  ],
] as const)
  test(`refuses a file that has ${what}`, async () => {
    const { code, stdout, stderr } = await write(['shop', '--offline', '--file', '-'], {
      stdin: Readable.from([text]),
    });
    assert.deepEqual([code, stdout], [1, '']);
    if (typeof message === 'string') assert.equal(stderr, message);
    else assert.match(stderr, message);
  });

test('warns of a size that kubectl apply refuses', async () => {
  const text = JSON.stringify({ title: 'A', uid: 'a', panels: [{ title: 'x'.repeat(300_000) }] });
  const { code, stderr } = await write(['shop', '--offline', '--file', '-'], {
    stdin: Readable.from([text]),
  });
  assert.deepEqual(
    [code, stderr],
    [
      0,
      'Warning: the ConfigMap is too large for kubectl apply: use "kubectl monitoring dashboards apply", or kubectl apply --server-side\n',
    ],
  );
});

for (const [words, message] of [
  [
    'Shop_Orders',
    'error: invalid resource name "Shop_Orders"\nUse up to 253 lower case letters, digits, - and ., such as shop-orders.\n',
  ],
  [
    'shop --file shop.yaml',
    'error: shop.yaml is not the JSON of a dashboard, but a ConfigMap\nPass the JSON that is in it as a file of its own.\n',
  ],
  ['shop -n A', 'error: invalid namespace "A"'],
  ['shop --file a --shipped alerts', 'error: --file and --shipped exclude each other\n'],
  ['shop --shipped nodes', 'error: invalid value "nodes" for --shipped\n'],
  ['shop --title=', 'error: --title is empty\n'],
  ['shop --folder ../a', 'error: invalid value "../a" for --folder: it leads to another folder\n'],
  ['shop --folder /a', 'error: invalid value "/a" for --folder: a part of it is empty\n'],
  ['shop --folder=', 'error: invalid value "" for --folder: a part of it is empty\n'],
  ['shop --file absent.json', 'error: absent.json: no such file or directory\n'],
  ['shop --chart . --file -', 'error: /'],
] as const)
  test(`"dashboards new ${words}" is refused: ${message.trim()}`, async (t) => {
    const cwd = folderOf(t);
    writeFileSync(join(cwd, 'shop.yaml'), 'apiVersion: v1\nkind: ConfigMap\n');
    const { code, stdout, stderr } = await write([...words.split(' '), '--offline'], { cwd });
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(stderr.startsWith(message), stderr);
  });

test('--chart writes the dashboard escaped for Helm, and never overwrites it', async (t) => {
  const cwd = folderOf(t);
  writeFileSync(join(cwd, 'Chart.yaml'), 'name: extensions\n');
  const path = join(cwd, 'templates', 'dashboards', 'shop.yaml');
  const words = ['shop', '--offline', '--chart', '.'];
  assert.deepEqual(await write(words, { cwd }), { code: 0, stdout: `${path}\n`, stderr: '' });
  const { stdout } = await write(['shop', '--offline']);
  assert.equal(readFileSync(path, 'utf8'), stdout.replace('{{instance}}', '{{`{{instance}}`}}'));
  writeFileSync(path, 'mine');
  assert.deepEqual(await write(words, { cwd }), {
    code: 1,
    stdout: '',
    stderr: `error: ${path} exists already\nChoose another name, or remove the file.\n`,
  });
  assert.equal(readFileSync(path, 'utf8'), 'mine');
});

const ADVICE = 'check that the sidecar of the dashboard UI looks for the label of the object';

test('a cluster that cannot be reached is a warning, and the label is that of the platform', async () => {
  const { code, stdout, stderr } = await write(['shop', '-s', 'https://127.0.0.1:1']);
  assert.deepEqual([code, containerIn(stdout).metadata.labels], [0, { ui_dashboard: '1' }]);
  assert.match(stderr, new RegExp(`^Warning: [^\n]+: ${ADVICE}\n$`));
});

for (const kind of servers())
  describe(`dashboards new in a cluster, on the ${kind.name} server`, () => {
    let server: TestServer;
    let parts: { stop(): Promise<void> };
    before(async () => {
      server = await kind.start();
      parts = await holdParts(server);
    });
    after(async () => {
      await parts.stop();
      await server.stop();
    });
    const inCluster = async (options: Omit<UiStageOptions, 'handler'>, ...words: string[]) => {
      const stage = await openUiStage(server, { handler: (_, response) => response.end(), ...options });
      try {
        const ran = await write(['shop', '--kubeconfig', await stage.kubeconfig(), ...words]);
        return { ...ran, stderr: ran.stderr.replaceAll(stage.namespace, 'UI') };
      } finally {
        await stage.stop();
      }
    };

    test('the object has the label and the folder that the sidecar looks for', async () => {
      const sidecar = { LABEL: 'dash', LABEL_VALUE: 'yes', FOLDER_ANNOTATION: 'folder' };
      const provider = '    foldersFromFilesStructure: true\n';
      const { code, stdout, stderr } = await inCluster({ sidecar, provider }, '--folder', 'Shop');
      assert.deepEqual([code, stderr], [0, '']);
      const { labels, annotations } = containerIn(stdout).metadata;
      assert.deepEqual({ labels, annotations }, { labels: { dash: 'yes' }, annotations: { folder: 'Shop' } });
    });

    test('warns of what keeps the sidecar from the object', async () => {
      const sidecar = { RESOURCE: 'configmap', NAMESPACE: 'here', FOLDER_ANNOTATION: 'folder' };
      const { code, stderr } = await inCluster({ sidecar }, '--folder', 'Shop', '--secret', '-n', 'there');
      assert.equal(code, 0);
      assert.equal(
        stderr,
        [
          'Warning: the sidecar of StatefulSet UI/grafana searches only namespace here, not there. Set sidecar.dashboards.searchNamespace in the values of the UI to ALL, or add the namespace to it. Or move the Secret\n',
          'Warning: the sidecar of StatefulSet UI/grafana reads ConfigMaps, and this is a Secret. Set sidecar.dashboards.resource in the values of the UI to both, or keep the dashboard in a ConfigMap\n',
          'Warning: the annotation folder is "Shop", and the UI makes no folders of it: foldersFromFilesStructure is not set for its provider a. Set sidecar.dashboards.provider.foldersFromFilesStructure in the values of the UI, or remove the annotation\n',
        ].join(''),
      );
    });
  });
