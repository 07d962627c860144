import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { folderWith } from '../../support/folder.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

const CHART = 'monitoring-system/extensions';
const ALERTS = `${CHART}/templates/alerts`;
const DASHBOARDS = `${CHART}/templates/dashboards`;
const LOCK = `${CHART}/.kubectl-monitoring-rules.json`;

const rules = (
  name: string,
  alert = 'Slow',
  expr = 'up == 0',
): string => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: ${name}
  namespace: monitoring
  labels: { prometheus: theirs, role: alert-rules, app.kubernetes.io/version: 0.1.0 }
spec:
  groups:
    - name: ${name}.rules
      rules:
        - alert: ${alert}
          expr: ${expr}
          annotations: { description: '{{ $labels.pod }} is slow.' }
`;

const SHOP = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: shop
  labels:
    prometheus: k8s
    role: alert-rules
spec:
  groups:
    - name: shop.rules
      rules:
        - alert: Slow
          expr: up == 0
          annotations:
            description: "{{\`{{ $labels.pod }}\`}} is slow."
`;

const GRAFANA = `apiVersion: v1
kind: ConfigMapList
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: dashboard-pods, namespace: monitoring, labels: { app.kubernetes.io/name: grafana } }
    data:
      pods.json: |-
        { "title": "Pods", "panels": [{ "legendFormat": "{{pod}}" }] }
`;

const PODS = `apiVersion: v1
kind: ConfigMap
metadata:
  name: dashboard-pods
  labels:
    grafana_dashboard: "1"
data:
  pods.json: '{ "title": "Pods", "panels": [{ "legendFormat": "{{\`{{pod}}\`}}" }] }'
`;

const OTHERS = 'kind: Deployment\n---\nkind: Service\n---\nkind: Service\n';

const SOURCE = {
  'manifests/grafana.yaml': GRAFANA,
  'manifests/others.yaml': OTHERS,
  'manifests/shop.yaml': rules('shop'),
};
const WRITTEN = [`${ALERTS}/shop.yaml`, `${DASHBOARDS}/dashboard-pods.yaml`, LOCK];
const contentOf = (source: string): string =>
  `${source}: 1 group with 1 rule, 1 dashboard; passed over 3 other objects (Deployment, Service)\n`;
const UP_TO_DATE = 'Nothing to change: all files are up to date.\n';

const linesOf = (paths: readonly string[], words: string): string =>
  paths.map((path) => `${path} ${words}\n`).join('');

const sync = (cwd: string, words: string, options: RunOptions = {}): Promise<Ran> =>
  runCommand(program, ['rules', 'sync', ...words.split(' ')], { cwd, ...options });

/** A repository with an extension chart, and these files. */
const chartWith = (t: TestContext, files: Record<string, string | Uint8Array> = {}): Promise<string> =>
  folderWith(t, {
    [`${CHART}/Chart.yaml`]: 'apiVersion: v2\nname: monitoring-extensions\nversion: 0.1.0\n',
    ...files,
  });

const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

const write = (cwd: string, path: string, text: string): void => writeFileSync(join(cwd, path), text);

async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text);
  tar.finalize();
  return buffer(tar);
}

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const packed = Object.fromEntries(Object.entries(SOURCE).map(([path, text]) => [`set-1.0.0/${path}`, text]));
const tar = await tarOf(packed);

for (const [name, archive] of [
  ['set.tar.gz', gzipSync(tar)],
  ['set.tgz', gzipSync(tar)],
  ['set.tar', tar],
  ['set.zip', await zipOf(packed)],
] as const)
  test(`writes the rules and dashboards of ${name}, and remembers it by its sha256`, async (t) => {
    const cwd = await chartWith(t, { [name]: archive });
    assert.deepEqual(await sync(cwd, `${name} -y`), {
      code: 0,
      stdout: linesOf(WRITTEN, 'created'),
      stderr: contentOf(name),
    });
    assert.equal(read(cwd, `${ALERTS}/shop.yaml`), SHOP);
    assert.equal(read(cwd, `${DASHBOARDS}/dashboard-pods.yaml`), PODS);
    const { source, sha256, files } = JSON.parse(read(cwd, LOCK));
    assert.deepEqual(
      { source, sha256, files: Object.keys(files) },
      {
        source: name,
        sha256: createHash('sha256').update(archive).digest('hex'),
        files: ['templates/alerts/shop.yaml', 'templates/dashboards/dashboard-pods.yaml'],
      },
    );
    assert.deepEqual(await sync(cwd, name), { code: 0, stdout: UP_TO_DATE, stderr: contentOf(name) });
  });

test('writes the rules and dashboards of a folder, and of another one with the same files alike', async (t) => {
  const cwd = await chartWith(t, SOURCE);
  const { code, stdout } = await sync(cwd, 'manifests -y');
  assert.deepEqual([code, stdout], [0, linesOf(WRITTEN, 'created')]);
  mkdirSync(join(cwd, 'copy/manifests'), { recursive: true });
  for (const [path, text] of Object.entries(SOURCE)) write(cwd, `copy/${path}`, text);
  assert.equal((await sync(cwd, 'copy/manifests')).stdout, UP_TO_DATE);
});

test('the chart is found from every folder of the repository, and named from there', async (t) => {
  const cwd = await chartWith(t, { ...SOURCE, '.git/HEAD': '', 'docs/README.md': '' });
  const { stdout } = await sync(join(cwd, 'docs'), '../manifests -y');
  assert.equal(
    stdout,
    linesOf(
      WRITTEN.map((path) => `../${path}`),
      'created',
    ),
  );
  assert.equal((await sync(join(cwd, CHART), '../../manifests -y')).stdout, UP_TO_DATE);
});

test('--chart names another chart', async (t) => {
  const cwd = await folderWith(t, { ...SOURCE, 'charts/mine/Chart.yaml': '' });
  const { stdout } = await sync(cwd, 'manifests --chart charts/mine -y');
  assert.equal(
    stdout,
    linesOf(
      WRITTEN.map((path) => path.replace(CHART, 'charts/mine')),
      'created',
    ),
  );
});

test('shows the plan before it asks, and writes nothing after a no', async (t) => {
  const cwd = await chartWith(t, SOURCE);
  const stdin = Readable.from(['n\n']);
  const { code, stdout, stderr } = await sync(cwd, 'manifests', { stdin, interactive: true });
  assert.deepEqual([code, stdout], [1, '']);
  assert.ok(stderr.startsWith(contentOf('manifests') + linesOf(WRITTEN, 'will be created')), stderr);
  assert.match(stderr, /Write 3 files\? \[y\/N\] /);
  assert.ok(stderr.endsWith('Not written: nothing was changed.\n'), stderr);
  assert.deepEqual(readdirSync(join(cwd, CHART)), ['Chart.yaml']);
});

test('--diff shows what would change, without the lock, and writes nothing', async (t) => {
  const cwd = await chartWith(t, SOURCE);
  const { code, stdout, stderr } = await sync(cwd, 'manifests --diff');
  assert.deepEqual([code, stderr], [0, contentOf('manifests')]);
  const added = SHOP.trimEnd()
    .split('\n')
    .map((line) => `+${line}\n`)
    .join('');
  const path = `${ALERTS}/shop.yaml`;
  assert.ok(stdout.startsWith(`--- ${path}\n+++ ${path}\n@@ -0,0 +1,15 @@\n${added}`), stdout);
  assert.doesNotMatch(stdout, /kubectl-monitoring-rules/);
  assert.deepEqual(readdirSync(join(cwd, CHART)), ['Chart.yaml']);
});

test('-o json and yaml say what the source has, and what became of each file', async (t) => {
  const cwd = await chartWith(t, SOURCE);
  const { stdout, stderr } = await sync(cwd, 'manifests -y -o json');
  const report = JSON.parse(stdout);
  assert.equal(stderr, '');
  assert.deepEqual(report, {
    apiVersion: 'monitoring.kubectl/v1',
    kind: 'RuleSyncReport',
    verdict: 'applied',
    exitCode: 0,
    message: 'Written',
    isDryRun: false,
    source: 'manifests',
    sha256: JSON.parse(read(cwd, LOCK)).sha256,
    ...{ rules: 1, groups: 1, dashboards: 1, passedOver: 3, warnings: [] },
    items: WRITTEN.map((file) => ({ file, change: 'create' })),
  });
  const again = load((await sync(cwd, 'manifests -o yaml')).stdout) as typeof report;
  assert.deepEqual([again.verdict, again.items[0]?.change], ['unchanged', 'unchanged']);
});

/** A chart into which the source was synced, and a new version of it. */
async function synced(t: TestContext, newer: Record<string, string> = {}): Promise<string> {
  const cwd = await chartWith(t, SOURCE);
  assert.equal((await sync(cwd, 'manifests -y')).code, 0);
  for (const [path, text] of Object.entries(newer)) write(cwd, path, text);
  return cwd;
}

test('a newer source updates what was not edited', async (t) => {
  const cwd = await synced(t, { 'manifests/shop.yaml': rules('shop', 'Slower') });
  assert.equal((await sync(cwd, 'manifests -y')).stdout, linesOf([`${ALERTS}/shop.yaml`, LOCK], 'updated'));
  assert.equal(read(cwd, `${ALERTS}/shop.yaml`), SHOP.replace('Slow', 'Slower'));
});

test('a newer source with the same rules changes the lock alone', async (t) => {
  const cwd = await synced(t, { 'manifests/others.yaml': 'kind: Role\n' });
  assert.equal((await sync(cwd, 'manifests -y')).stdout, `${LOCK} updated\n`);
});

test('what was edited is kept, and the new version is beside it where Helm ignores it', async (t) => {
  const cwd = await synced(t, { 'manifests/shop.yaml': rules('shop', 'Slower') });
  const mine = SHOP.replace('up == 0', 'up < 1');
  write(cwd, `${ALERTS}/shop.yaml`, mine);
  assert.deepEqual(await sync(cwd, 'manifests -y'), {
    code: 0,
    stdout: `${CHART}/.helmignore created\n${ALERTS}/shop.yaml kept: you edited it; the new version is in ${ALERTS}/shop.yaml.new\n${LOCK} updated\n`,
    stderr: contentOf('manifests'),
  });
  assert.equal(read(cwd, `${CHART}/.helmignore`), '*.new\n');
  assert.deepEqual(
    [read(cwd, `${ALERTS}/shop.yaml`), read(cwd, `${ALERTS}/shop.yaml.new`)],
    [mine, SHOP.replace('Slow', 'Slower')],
  );
  assert.equal(
    (await sync(cwd, 'manifests')).stdout,
    `${ALERTS}/shop.yaml kept: you edited it\nNothing to change: all other files are up to date.\n`,
  );
});

test('what was removed stays away', async (t) => {
  const cwd = await synced(t, { 'manifests/shop.yaml': rules('shop', 'Slower') });
  rmSync(join(cwd, `${ALERTS}/shop.yaml`));
  assert.equal(
    (await sync(cwd, 'manifests -y')).stdout,
    `${ALERTS}/shop.yaml left out: you removed it\n${LOCK} updated\n`,
  );
});

test('what the source does not have any more is kept, and listed with what removes it', async (t) => {
  const cwd = await synced(t, { 'manifests/shop.yaml': rules('store') });
  const kept = `${ALERTS}/shop.yaml kept: it is not in manifests any more\n`;
  const remove = `To remove what is not in manifests any more, run:\n  rm ${ALERTS}/shop.yaml\n`;
  const { stdout, stderr } = await sync(cwd, 'manifests -y');
  assert.equal(stdout, `${ALERTS}/store.yaml created\n${kept}${LOCK} updated\n`);
  assert.equal(stderr, contentOf('manifests') + remove);
  assert.deepEqual(await sync(cwd, 'manifests'), {
    code: 0,
    stdout: `${kept}Nothing to change: all other files are up to date.\n`,
    stderr: contentOf('manifests') + remove,
  });
  rmSync(join(cwd, `${ALERTS}/shop.yaml`));
  assert.equal((await sync(cwd, 'manifests -y')).stdout, `${LOCK} updated\n`);
  assert.equal((await sync(cwd, 'manifests')).stdout, UP_TO_DATE);
});

test('a file of the chart with the same name stays its own, and theirs is beside it', async (t) => {
  const own = `${ALERTS}/shop.yaml`;
  const cwd = await chartWith(t, { ...SOURCE, [own]: '# mine\n' });
  const { code, stdout } = await sync(cwd, 'manifests -y');
  assert.equal(code, 0);
  assert.ok(stdout.includes(`${own} kept: it is not from manifests; the new version is in ${own}.new\n`));
  assert.deepEqual([read(cwd, own), read(cwd, `${own}.new`)], ['# mine\n', SHOP]);
  assert.match((await sync(cwd, 'manifests')).stdout, /shop\.yaml kept: it is not from manifests\n/);
  write(cwd, 'manifests/shop.yaml', rules('store'));
  const { stderr } = await sync(cwd, 'manifests -y');
  assert.ok(stderr.endsWith(`  rm ${own}.new\n`), stderr);
});

test('a dropped file that was edited is named, and nothing removes it', async (t) => {
  const cwd = await synced(t, { 'manifests/shop.yaml': rules('store') });
  write(cwd, `${ALERTS}/shop.yaml`, `${SHOP}# mine\n`);
  const { stdout, stderr } = await sync(cwd, 'manifests -y');
  assert.match(stdout, /shop\.yaml kept: it is not in manifests any more, but you edited it\n/);
  assert.equal(stderr, contentOf('manifests'));
});

test('a checkout with the line ends of Windows is up to date', async (t) => {
  const cwd = await synced(t);
  for (const path of WRITTEN) write(cwd, path, read(cwd, path).replaceAll('\n', '\r\n'));
  assert.equal((await sync(cwd, 'manifests')).stdout, UP_TO_DATE);
});

test('the objects get the names that init wrote, and the labels of its rules', async (t) => {
  const cwd = await folderWith(t, SOURCE);
  const platform =
    'init -y --names platform --group g.example.com --chart block --chart-version 1.0.0 --repository https://charts.example.com';
  assert.equal((await runCommand(program, platform.split(' '), { cwd })).code, 0);
  assert.equal((await sync(cwd, 'manifests -y')).code, 0);
  const objectAt = (path: string) => load(read(cwd, path)) as { metadata: unknown };
  const { metadata, ...rules } = objectAt(`${ALERTS}/shop.yaml`);
  assert.deepEqual(
    { metadata, ...rules, spec: undefined },
    {
      apiVersion: 'g.example.com/v1',
      kind: 'MetricsRule',
      metadata: { name: 'shop', labels: { metrics: 'k8s', role: 'alert-rules' } },
      spec: undefined,
    },
  );
  assert.deepEqual(objectAt(`${DASHBOARDS}/dashboard-pods.yaml`).metadata, {
    name: 'dashboard-pods',
    labels: { ui_dashboard: '1' },
  });
});

test('warns of alerts of the chart with other expressions, of dashboards twice, and of what cannot be used', async (t) => {
  const cwd = await folderWith(t, {
    'set/a.yaml': rules('theirs', 'Watchdog', 'vector(1)'),
    'set/b.yaml': rules('down', 'TargetDown', 'up < 1'),
    'set/c.yaml': rules('Wrong'),
    'set/d.yaml': `${GRAFANA}${GRAFANA.slice(GRAFANA.indexOf('  - ')).replace('dashboard-pods', 'other')}`,
  });
  assert.equal((await runCommand(program, ['init', '-y'], { cwd })).code, 0);
  const { code, stderr } = await sync(cwd, 'set -y');
  assert.deepEqual(
    [code, stderr],
    [
      0,
      `Warning: c.yaml: PrometheusRule Wrong has no valid name
Warning: alert Watchdog is in templates/alerts/monitoring.yaml as well, with the same expression: remove one of them
Warning: alert TargetDown is in templates/alerts/monitoring.yaml as well, with another expression: both will fire
Warning: dashboard pods.json is in ConfigMap dashboard-pods and in ConfigMap other: only one of them will be shown
set: 2 groups with 2 rules, 2 dashboards
`,
    ],
  );
});

test('an object that the source has twice, alike, is written once', async (t) => {
  const cwd = await chartWith(t, { 'set/a.yaml': rules('shop'), 'set/b.yaml': rules('shop') });
  assert.equal((await sync(cwd, 'set -y')).stdout, linesOf([`${ALERTS}/shop.yaml`, LOCK], 'created'));
});

test('chart templates, hidden folders and other files of a source are passed over', async (t) => {
  const files = {
    'a.yaml': rules('shop'),
    '.github/b.yaml': rules('hidden'),
    'node_modules/c/c.yaml': rules('module'),
    'chart/Chart.yaml': 'name: a\n',
    'chart/templates/d.yaml': '{{ if }}PrometheusRule',
    'README.md': 'PrometheusRule',
  };
  const inFolder = Object.fromEntries(Object.entries(files).map(([path, text]) => [`set/${path}`, text]));
  const cwd = await chartWith(t, { ...inFolder, 'set.tar': await tarOf(files) });
  const { stdout, stderr } = await sync(cwd, 'set -y');
  assert.equal(stdout, linesOf([`${ALERTS}/shop.yaml`, LOCK], 'created'));
  assert.equal(
    stderr,
    'Warning: set/chart/templates holds chart templates: passed over\nset: 1 group with 1 rule, 0 dashboards\n',
  );
  assert.equal(
    (await sync(cwd, 'set.tar -y')).stderr,
    'Warning: chart/templates holds chart templates: passed over\nset.tar: 1 group with 1 rule, 0 dashboards\n',
  );
});

const WHAT = 'Pass a folder or an archive (.tar.gz, .tgz, .tar, .zip) of compiled manifests.\n';
const AGAIN = 'Get it again from where it is released, or unpack it and pass the folder.\n';
const bad = async (name: string): Promise<Buffer> => tarOf({ [name]: rules('shop') });

const REFUSED: [title: string, words: string, files: Record<string, string | Uint8Array>, stderr: string][] =
  [
    ['what is not there', 'absent', {}, `error: absent cannot be read: no such file or directory\n${WHAT}`],
    [
      'a manifest',
      'a.yaml',
      { 'a.yaml': rules('a') },
      'error: a.yaml is not a .tar.gz, .tgz, .tar or .zip archive\nPass the folder that it is in.\n',
    ],
    [
      'an empty folder',
      'set',
      { 'set/README.md': '' },
      `error: no rules and no dashboards found in set\n${WHAT}`,
    ],
    [
      'nothing but a fault',
      'set',
      { 'set/a.yaml': rules('A') },
      `error: no rules and no dashboards found in set: a.yaml: PrometheusRule A has no valid name\n${WHAT}`,
    ],
    [
      'a path that leads out',
      'a.tar',
      { 'a.tar': await bad('../../evil.yaml') },
      `error: a.tar has an entry that leads out of it: ../../evil.yaml\n${AGAIN}`,
    ],
    [
      'an absolute path',
      'a.tar',
      { 'a.tar': await bad('/etc/evil.yaml') },
      `error: a.tar has an entry that leads out of it: /etc/evil.yaml\n${AGAIN}`,
    ],
    [
      'a truncated archive',
      'a.tgz',
      { 'a.tgz': gzipSync(tar).subarray(0, 200) },
      `error: a.tgz is truncated\n${AGAIN}`,
    ],
    [
      'an escape sequence in a path',
      'a.tar',
      { 'a.tar': await bad('../\x1b[31m.yaml') },
      `error: a.tar has an entry that leads out of it: ../\\x1b[31m.yaml\n${AGAIN}`,
    ],
    [
      'rules that are not YAML',
      'set',
      { 'set/a.yaml': 'kind: PrometheusRule\nspec: [' },
      'error: a.yaml of set is not valid YAML: ',
    ],
    [
      'a file that is not UTF-8',
      'set',
      { 'set/a.yaml': Buffer.from([0xff]) },
      'error: a.yaml of set is not UTF-8\nPass a folder without it, or save it as UTF-8.\n',
    ],
    [
      'two objects of one name',
      'set',
      { 'set/a.yaml': rules('a'), 'set/b.yaml': rules('a', 'B') },
      'error: set has two different objects a: in a.yaml and in b.yaml\nPass a folder with one of them: in the namespace of the release, one would replace the other.\n',
    ],
    [
      'a chart that is none',
      'set --chart charts',
      { 'set/a.yaml': rules('a') },
      'error: charts is no chart: it has no Chart.yaml\nPass the folder of a chart to --chart.\n',
    ],
    [
      'a broken lock',
      'set',
      { 'set/a.yaml': rules('a'), [LOCK]: '{}' },
      `error: ${LOCK} is not what this command writes\nRestore it with git. Without the file, nothing that is there is updated.\n`,
    ],
  ];

for (const [title, words, files, message] of REFUSED)
  test(`refuses ${title}, and writes nothing`, async (t) => {
    const cwd = await chartWith(t, files);
    const { code, stdout, stderr } = await sync(cwd, `${words} -y`);
    assert.deepEqual([code, stdout], [1, '']);
    if (message.endsWith('\n')) assert.equal(stderr, message);
    else assert.ok(stderr.startsWith(message), stderr);
    assert.equal(existsSync(join(cwd, CHART, 'templates')), false);
  });

test('says how to get a chart where there is none', async (t) => {
  const cwd = await folderWith(t, SOURCE);
  assert.deepEqual(await sync(cwd, 'manifests -y'), {
    code: 1,
    stdout: '',
    stderr:
      'error: no chart monitoring-system/extensions in this repository\nWrite it with "kubectl monitoring init", or pass the chart with --chart.\n',
  });
});

test('nothing is written through a link that leads out of the chart', async (t) => {
  const cwd = await chartWith(t, { ...SOURCE, 'outside/README.md': '' });
  mkdirSync(join(cwd, CHART, 'templates'));
  symlinkSync(join(cwd, 'outside'), join(cwd, ALERTS));
  assert.deepEqual(await sync(cwd, 'manifests -y'), {
    code: 1,
    stdout: '',
    stderr: `error: ${ALERTS} is a link that leads out of the folder: nothing was written\nReplace it by what it points to, or remove it.\n`,
  });
  assert.deepEqual(readdirSync(join(cwd, 'outside')), ['README.md']);
});

test('a link of a folder that leads out of it is not followed', async (t) => {
  const cwd = await chartWith(t, { ...SOURCE, 'secret.yaml': rules('secret') });
  symlinkSync(join(cwd, 'secret.yaml'), join(cwd, 'manifests/link.yaml'));
  const { stdout, stderr } = await sync(cwd, 'manifests -y');
  assert.equal(stdout, linesOf(WRITTEN, 'created'));
  assert.match(
    stderr,
    /^Warning: manifests\/link\.yaml is a symlink that points outside the folder: passed over\n/,
  );
});
