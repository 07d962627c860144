import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, type TestContext, test } from 'node:test';
import { dump } from 'js-yaml';
import { program } from '../../../../cmd/kubectl-monitoring/program.ts';
import { CLASSIC_EXPORT } from '../../../../lib/dashboards/export/classic.ts';
import { asChartTemplate } from '../../../../lib/words/chart-template.ts';
import { attach } from '../../../metrics/servers.ts';
import { folderWith } from '../../../support/folder.ts';
import type { Listener } from '../../../support/listen.ts';
import { openMonitoring } from '../../../support/monitoring.ts';
import type { MonitoringStage } from '../../../support/monitoring-stage.ts';
import { type RunOptions, runCommand } from '../../../support/run-command.ts';
import { servers } from '../../../support/servers.ts';
import { standIn, startStandIn } from './stand-in.ts';

const panel = (title: string, more: object = {}) => ({
  ...{ title, type: 'timeseries', gridPos: { x: 0, y: 0, w: 12, h: 8 } },
  targets: [{ refId: 'A', expr: `up{panel="${title}"}`, legendFormat: '{{name}}' }],
  ...more,
});
const SHOP = { uid: 'shop', title: 'Shop', schemaVersion: 42, panels: [panel('one'), panel('two')] };
const JSON_FILES = { 'shop.json': JSON.stringify(SHOP) };
const container = (data: Record<string, string>, more: object = {}) =>
  dump({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'shop', labels: { grafana_dashboard: '1' } },
    data,
    ...more,
  });

const run = (cwd: string, words: string, options: RunOptions = {}) =>
  runCommand(program, ['dashboards', 'preview', ...words.split(' ')], { cwd, ...options });

const DRAWN = { code: 0, stdout: 'shop.html: 2 panels, without data\n', stderr: '' };

describe('the file that is drawn', () => {
  const FORMS: [string, string, string, string?][] = [
    ['the JSON of a dashboard', 'shop.json', JSON.stringify(SHOP)],
    ['with a byte order mark', 'shop.json', `\ufeff${JSON.stringify(SHOP)}`],
    ['an answer of the API of the UI', 'shop.json', JSON.stringify({ meta: {}, dashboard: SHOP })],
    ['a ConfigMap', 'a.yaml', container({ 'shop.json': JSON.stringify(SHOP), 'readme.txt': 'text' })],
    [
      'a Secret',
      'a.yaml',
      container({ 'shop.json': Buffer.from(JSON.stringify(SHOP)).toString('base64') }, { kind: 'Secret' }),
    ],
    [
      'a List in JSON',
      'a.json',
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: 'a' },
            data: { 'shop.json': JSON.stringify(SHOP) },
          },
        ],
      }),
    ],
    [
      'one of several in a container',
      'a.yaml',
      container({ 'other.json': '{"panels":[]}', 'shop.json': JSON.stringify(SHOP) }),
      'shop.json',
    ],
  ];
  for (const [title, name, text, key] of FORMS)
    test(title, async (t) => {
      const folder = await folderWith(t, { [name]: text });
      const drawn = (key ?? name).replace(/\.\w+$/, '.html');
      assert.deepEqual(await run(folder, `${name} --offline${key ? ` --key ${key}` : ''}`), {
        ...DRAWN,
        stdout: `${drawn}: 2 panels, without data\n`,
      });
      const page = await readFile(join(folder, drawn), 'utf8');
      assert.match(page, /<h1>Shop<\/h1>/);
      assert.match(page, /<pre>up\{panel=&#34;one&#34;\}<\/pre>/);
      assert.deepEqual(readdirSync(folder).toSorted(), [name, drawn].toSorted());
    });

  test('a template of a chart, without its escapes', async (t) => {
    const folder = await folderWith(t, {
      'Chart.yaml': 'name: a\n',
      'templates/a.yaml': asChartTemplate(container({ 'shop.json': JSON.stringify(SHOP) })),
      'templates/b.yaml': container({ 'shop.json': JSON.stringify({ ...SHOP, title: '{{ .Values.a }}' }) }),
    });
    assert.equal((await run(folder, 'templates/a.yaml --offline')).code, 0);
    const page = await readFile(join(folder, 'a.html'), 'utf8');
    assert.match(page, /\{\{name\}\}/);
    assert.doesNotMatch(page, /\{\{`/);
    assert.deepEqual(await run(folder, 'templates/b.yaml --offline'), {
      code: 1,
      stdout: '',
      stderr:
        'error: templates/b.yaml: is a template of a chart\nPass the rendered output of the chart: helm template CHART.\n',
    });
  });

  test('stdin', async (t) => {
    const folder = await folderWith(t, {});
    const stdin = Readable.from([JSON.stringify(SHOP)]);
    const { stdout } = await run(folder, '- --offline', { stdin });
    assert.equal(stdout, 'dashboard.html: 2 panels, without data\n');
  });

  const FAULTS: [string, Record<string, string>, string, string][] = [
    [
      'a file that is not there',
      {},
      'a.json',
      'error: a.json: cannot be read: no such file or directory\nPass a file that you may read, or - for stdin.\n',
    ],
    [
      'broken JSON',
      { 'a.json': '{"panels": [' },
      'a.json',
      'error: a.json: is not valid JSON: line 1, column 13: unexpected end of file\nPass the JSON of a dashboard, or a ConfigMap or Secret with one.\n',
    ],
    [
      'JSON that is nested too deeply',
      { 'a.json': '{"a":'.repeat(50_000) },
      'a.json',
      'error: a.json: is not valid JSON: nested more than 250 levels deep\nPass the JSON of a dashboard, or a ConfigMap or Secret with one.\n',
    ],
    ['broken YAML', { 'a.yaml': 'a: [' }, 'a.yaml', ''],
    [
      'another object',
      { 'a.yaml': 'kind: Pod' },
      'a.yaml',
      'error: a.yaml has no dashboard\nPass the JSON of a dashboard, or a ConfigMap or Secret with one.\n',
    ],
    [
      'several dashboards without --key',
      { 'a.yaml': container({ 'a.json': '{"panels":[]}', 'b.json': '{"panels":[]}' }) },
      'a.yaml',
      'error: a.yaml has 2 dashboards: a.json, b.json\nChoose one with --key.\n',
    ],
    [
      'a key that is not there',
      { 'a.yaml': container({ 'a.json': '{"panels":[]}' }) },
      'a.yaml --key c.json',
      'error: a.yaml has no dashboard with the key c.json\nIt has: a.json.\n',
    ],
    [
      'a key of a dashboard that is in no container',
      { 'a.json': '{"panels":[]}' },
      'a.json --key c.json',
      'error: a.json has no dashboard with the key c.json\nIt has: a dashboard in no container.\n',
    ],
    [
      'the v2 schema',
      { 'a.json': '{"elements":{},"layout":{}}' },
      'a.json',
      `error: a.json has a dashboard of the v2 schema, which a preview cannot draw\n${CLASSIC_EXPORT}\n`,
    ],
  ];
  for (const [title, files, words, said] of FAULTS)
    test(`refuses ${title}`, async (t) => {
      const folder = await folderWith(t, files);
      const { code, stdout, stderr } = await run(folder, `${words} --offline`);
      assert.deepEqual([code, stdout], [1, '']);
      if (said === '') assert.match(stderr, /^error: a\.yaml: is not valid YAML: line 1, column \d+: /);
      else assert.equal(stderr, said);
      assert.equal(existsSync(join(folder, 'a.html')), false);
    });
});

describe('the page that is written', () => {
  test('is not replaced without --overwrite', async (t) => {
    const folder = await folderWith(t, { ...JSON_FILES, 'shop.html': 'mine' });
    assert.deepEqual(await run(folder, 'shop.json --offline'), {
      code: 1,
      stdout: '',
      stderr: `error: ${join(folder, 'shop.html')} exists already\nReplace it with --overwrite, or choose another file with --output.\n`,
    });
    assert.equal(await readFile(join(folder, 'shop.html'), 'utf8'), 'mine');
    assert.deepEqual(await run(folder, 'shop.json --offline --overwrite'), DRAWN);
    assert.match(await readFile(join(folder, 'shop.html'), 'utf8'), /^<!doctype html>/);
  });

  test('goes to --output, through a link', async (t) => {
    const folder = await folderWith(t, { ...JSON_FILES, 'real/page.html': 'old' });
    await symlink('real/page.html', join(folder, 'link.html'));
    const { stdout } = await run(folder, 'shop.json --offline --output link.html --overwrite');
    assert.equal(stdout, 'link.html: 2 panels, without data\n');
    assert.match(await readFile(join(folder, 'real/page.html'), 'utf8'), /^<!doctype html>/);
  });

  test('goes to stdout with --output -', async (t) => {
    const folder = await folderWith(t, JSON_FILES);
    const { code, stdout, stderr } = await run(folder, 'shop.json --offline --output -');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^<!doctype html>.*<\/html>\n$/s);
    assert.deepEqual(readdirSync(folder), ['shop.json']);
  });

  test('can be read by everyone who may read new files', async (t) => {
    const folder = await folderWith(t, JSON_FILES);
    await run(folder, 'shop.json --offline');
    assert.equal((await stat(join(folder, 'shop.html'))).mode & 0o777, 0o666 & ~process.umask() & 0o644);
  });

  test('keeps the permissions of the page that it replaces', async (t) => {
    const folder = await folderWith(t, { ...JSON_FILES, 'shop.html': 'old' });
    const path = join(folder, 'shop.html');
    for (const mode of [0o600, 0o664]) {
      await chmod(path, mode);
      assert.deepEqual(await run(folder, 'shop.json --offline --overwrite'), DRAWN);
      assert.equal((await stat(path)).mode & 0o777, mode);
    }
  });

  const REFUSED: [string, string, RegExp][] = [
    [
      'the dashboard itself',
      'shop.json --output shop.json --overwrite',
      /is the dashboard itself\nChoose another file with --output\.\n$/,
    ],
    ['a folder', 'shop.json --output there --overwrite', /is not a file\nChoose a file with --output\.\n$/],
    [
      'a folder that is not there',
      'shop.json --output absent/a.html',
      /absent does not exist\nCreate the folder, /,
    ],
  ];
  for (const [title, words, said] of REFUSED)
    test(`is not written over ${title}`, async (t) => {
      const folder = await folderWith(t, JSON_FILES);
      await mkdir(join(folder, 'there'));
      const { code, stderr } = await run(folder, `${words} --offline`);
      assert.equal(code, 1);
      assert.match(stderr, said);
      assert.deepEqual(readdirSync(folder).toSorted(), ['shop.json', 'there']);
      assert.equal(await readFile(join(folder, 'shop.json'), 'utf8'), JSON.stringify(SHOP));
    });
});

describe('the data', () => {
  const drawn = async (t: TestContext, dashboard: object, words: string) => {
    const folder = await folderWith(t, { 'shop.json': JSON.stringify(dashboard) });
    const ran = await run(folder, `shop.json ${words}`);
    return { ...ran, page: await readFile(join(folder, 'shop.html'), 'utf8').catch(() => '') };
  };

  test('of each query that a panel has, with its variables and its step', async (t) => {
    const { url, asked } = await standIn(
      t,
      { 'sum(rate(a{node=~"(a|b)"}[240s]))': { first: [1, 2] }, 'up{job="x"}': { second: [-3, -5.5] } },
      { node: ['a', 'b'] },
    );
    const dashboard = {
      title: 'On $node',
      time: { from: 'now-6h', to: 'now' },
      templating: {
        list: [
          {
            name: 'node',
            type: 'query',
            query: 'label_values(node)',
            includeAll: true,
            multi: true,
            current: { value: '$__all' },
          },
          { name: 'job', type: 'constant', query: 'x' },
        ],
      },
      panels: [
        panel('one', {
          interval: '1m',
          targets: [{ expr: 'sum(rate(a{node=~"$node"}[$__rate_interval]))' }],
        }),
        panel('two', {
          type: 'stat',
          targets: [
            { expr: 'up{job="$job"}', instant: true },
            { expr: 'hidden', hide: true },
          ],
        }),
        panel('three', { type: 'piechart', targets: [{ expr: 'other' }] }),
        panel('four', { datasource: { type: 'loki' }, targets: [{ expr: '{a="b"}' }] }),
      ],
    };
    const { code, stdout, stderr, page } = await drawn(t, dashboard, `--prometheus ${url}`);
    assert.deepEqual(
      { code, stdout, stderr },
      { code: 0, stdout: 'shop.html: 4 panels, 2 with data\n', stderr: '' },
    );
    assert.deepEqual(asked, ['sum(rate(a{node=~"(a|b)"}[240s]))', 'up{job="x"}']);
    assert.match(page, /<h1>On \$node<\/h1>/);
    assert.match(
      page,
      /A preview with data of http:\/\/127\.0\.0\.1:\d+, from 2026-01-01 21:04 UTC to 2026-01-02 03:04 UTC\./,
    );
    assert.match(page, /<strong><svg[^>]*><rect[^>]*\/><\/svg> -5\.5<\/strong>/);
    assert.match(page, /not drawn: it is not PromQL/);
  });

  test('is left out where a query fails, which the page and a warning say', async (t) => {
    const { url } = await standIn(t, {
      'up{panel="one"}': { error: 'no <b> here' },
      'up{panel="two"}': { a: [1, 2] },
    });
    const { code, stdout, stderr, page } = await drawn(t, SHOP, `--prometheus ${url}`);
    assert.deepEqual(
      { code, stdout, stderr },
      {
        code: 0,
        stdout: 'shop.html: 2 panels, 1 with data\n',
        stderr: 'Warning: panel "one": Query A: Prometheus rejected the query: no <b> here\n',
      },
    );
    assert.match(page, /<p class="fault">Query A: Prometheus rejected the query: no &#60;b&#62; here<\/p>/);
  });

  test('is not asked for again after a timeout', async (t) => {
    const { url, asked } = await standIn(t, { 'up{panel="one"}': 'silence' });
    const { code, stdout, stderr } = await drawn(t, SHOP, `--prometheus ${url} --request-timeout 2s`);
    assert.deepEqual([code, stdout, asked], [0, 'shop.html: 2 panels, without data\n', ['up{panel="one"}']]);
    assert.match(
      stderr,
      /^Warning: panel "one": Query A: no response within 2s\nWarning: panel "two": .*\n$/,
    );
  });

  test('of many series is cut, and the page says so', async (t) => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`s${at}`, [at, at] as [number, number]]),
    );
    const { url } = await standIn(t, { 'up{panel="one"}': many });
    const { page } = await drawn(t, { ...SHOP, panels: [panel('one')] }, `--prometheus ${url}`);
    assert.match(page, /<p class="muted">10 more series are not drawn<\/p>/);
  });

  test('of very many series is cut as well', async (t) => {
    const many = Object.fromEntries(
      Array.from({ length: 150_000 }, (_, at) => [`s${at}`, [at, at] as [number, number]]),
    );
    const { url } = await standIn(t, { 'up{panel="one"}': many, b: { b: [1, 1] } });
    const panels = [
      panel('one', { type: 'stat', targets: [{ expr: 'up{panel="one"}', instant: true }, { expr: 'b' }] }),
    ];
    const { code, page } = await drawn(t, { ...SHOP, panels }, `--prometheus ${url}`);
    assert.equal(code, 0);
    assert.match(page, /<p class="muted">149971 more series are not drawn<\/p>/);
  });

  test('is not asked for with a query that its variables make too long', async (t) => {
    const { url, asked } = await standIn(t, {});
    const long = '$long'.repeat(100_000);
    const list = [
      { name: 'long', type: 'constant', query: 'x'.repeat(20_000) },
      { name: 'node', type: 'query', query: `label_values(${long}, node)` },
    ];
    const dashboard = {
      ...SHOP,
      templating: { list },
      panels: [panel('one', { targets: [{ expr: long }] })],
    };
    const { code, stderr, page } = await drawn(t, dashboard, `--prometheus ${url}`);
    assert.deepEqual([code, asked], [0, []]);
    const why = 'with its variables, it is longer than 200,000 characters';
    assert.ok(stderr.includes(`Warning: panel "one": Query A: ${why}\n`), stderr);
    assert.ok(page.includes(`<p class="fault">Query A: ${why}</p>`));
    assert.ok(page.includes(`The values of variable node are not known: ${why}`));
  });

  test('is missing if no Prometheus answers, with a warning', async (t) => {
    const { code, stdout, stderr, page } = await drawn(t, SHOP, '--prometheus http://127.0.0.1:1');
    assert.deepEqual([code, stdout], [0, DRAWN.stdout]);
    assert.match(stderr, /^Warning: the page has no data: [^\\\n]+\n$/);
    assert.match(page, /A preview of the layout, without data\./);
  });

  test('is missing if no API server answers, with a warning on one line', async (t) => {
    const { code, stderr } = await drawn(t, SHOP, '-s https://127.0.0.1:1 -n a');
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^Warning: the page has no data: no Prometheus in namespace a can be queried: service prometheus-operated through the API server: [^\\\n]+\n$/,
    );
  });

  test('is not asked for if no panel needs it', async (t) => {
    const dashboard = { ...SHOP, panels: [panel('one', { type: 'piechart' })] };
    const { code, stdout, stderr } = await drawn(t, dashboard, '--prometheus http://127.0.0.1:1');
    assert.deepEqual([code, stdout, stderr], [0, 'shop.html: 1 panel, without data\n', '']);
  });

  for (const [words, said] of [
    [
      '--offline --prometheus http://a',
      'error: --offline and --prometheus exclude each other\nGive one of them.\n',
    ],
    [
      '--prometheus nothing',
      'error: invalid value "nothing" for --prometheus\nUse an address such as http://localhost:9090.\n',
    ],
  ] as const)
    test(`refuses ${words}`, async (t) => {
      const { code, stdout, stderr, page } = await drawn(t, SHOP, words);
      assert.deepEqual({ code, stdout, stderr, page }, { code: 1, stdout: '', stderr: said, page: '' });
    });
});

for (const kind of servers())
  describe(`dashboards preview in a cluster, on the ${kind.name} server`, () => {
    let stage: MonitoringStage;
    let metrics: Listener;
    before(async () => {
      stage = await openMonitoring(await kind.start(), { components: [{ name: 'k8s', replicas: 1 }] });
      metrics = await startStandIn({ 'up{panel="one"}': { first: [1, 2] } });
      const { status } = await stage.get(stage.path('pods', 'prometheus-k8s-0'));
      attach(stage.server, [{ ip: status.podIP }], 9090, metrics.port);
    });
    after(async () => {
      await metrics?.stop();
      await stage?.stop();
      await stage?.server.stop();
    });
    const draw = async (t: TestContext, words = '') => {
      const folder = await folderWith(t, JSON_FILES);
      const where = `--kubeconfig ${await stage.kubeconfig()} -n ${stage.namespace}${words}`;
      const ran = await run(folder, `shop.json ${where}`);
      return { ...ran, page: await readFile(join(folder, 'shop.html'), 'utf8') };
    };

    test('has data of a Prometheus through the API server', async (t) => {
      const { code, stdout, stderr, page } = await draw(t);
      assert.deepEqual([code, stdout, stderr], [0, 'shop.html: 2 panels, 1 with data\n', '']);
      assert.match(page, /A preview with data of pod prometheus-k8s-0 through the API server, from /);
    });

    test('has no data for a user without permissions, whom a warning tells why', async (t) => {
      const { code, stdout, stderr } = await draw(t, ' --as nobody');
      assert.deepEqual([code, stdout], [0, DRAWN.stdout]);
      assert.match(
        stderr,
        /^Warning: the page has no data: no Prometheus in namespace .* can be queried.*forbidden/,
      );
    });
  });
