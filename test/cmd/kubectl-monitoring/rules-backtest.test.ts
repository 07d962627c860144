import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { attach } from '../../metrics/servers.ts';
import { folderWith } from '../../support/folder.ts';
import { type Listener, listen } from '../../support/listen.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { freePort } from '../../support/ports.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const RULES = `groups:
  - name: shop
    rules:
      - { alert: PodDown, expr: up == 0, for: 10m }
      - { alert: Never, expr: up == 2 }
      - { record: 'shop:up', expr: up }
`;
const FROM = Date.UTC(2025, 11, 26, 3, 4, 5) / 1000;

/** What a range query gets: a body, or what is done with the response. */
type Answer = string | ((response: ServerResponse) => void);

const matrix = (result: object[], more: object = {}): string =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result }, ...more });

/** Samples at these minutes of the period. */
const minutes = (...ranges: [from: number, to: number][]): [number, string][] =>
  ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at): [number, string] => [FROM + (from + at) * 60, 'NaN']),
  );

/** A hundred minutes of the second day, half of the fourth day, and the last twenty minutes. */
const DOWN = matrix([
  { metric: { __name__: 'up', pod: 'a' }, values: minutes([1_440, 1_539], [10_060, 10_080]) },
  { metric: { __name__: 'up', pod: 'b' }, histograms: minutes([4_320, 5_040]).map(([at]) => [at, {}]) },
]);

/** A Prometheus that answers range queries by their expression, and has no samples for others. */
async function prometheus(answers: Record<string, Answer>): Promise<Listener & { asked: URLSearchParams[] }> {
  const asked: URLSearchParams[] = [];
  const listener = await listen(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const isRange = pathname.endsWith('/api/v1/query_range');
    if (isRange) asked.push(searchParams);
    const answer = isRange
      ? (answers[searchParams.get('query') ?? ''] ?? matrix([]))
      : '{"status":"success"}';
    if (typeof answer !== 'string') return answer(response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  return { ...listener, asked };
}

/** Runs it on a file `a.yaml` with such a Prometheus at an address of its own. */
async function run(
  t: TestContext,
  answers: Record<string, Answer>,
  words = 'a.yaml',
  { files = { 'a.yaml': RULES }, ...options }: RunOptions & { files?: Record<string, string> } = {},
): Promise<Ran & { asked: URLSearchParams[] }> {
  const { port, stop, asked } = await prometheus(answers);
  t.after(stop);
  const cwd = await folderWith(t, files);
  const argv = ['rules', 'backtest', ...words.split(' '), '--prometheus', `http://127.0.0.1:${port}`];
  const { code, stdout, stderr } = await runCommand(program, argv, { cwd, ...options });
  return { code, stdout: plainText(stdout, {}), stderr: plainText(stderr, {}), asked };
}

const HEAD = 'from 2025-12-26T03:04Z to 2026-01-02T03:04Z\n';
const FIRED = `PodDown (shop) fired 3 times (2 series): the longest from 2025-12-29T03:14Z for 11h, the latest from 2026-01-02T02:54Z for 10m (still firing)
  ...........#.....................#######.....................................#
Never (shop) never fired
1 of 2 alerts fired; 1 recording rule left out
`;

test('shows how often an alert would have fired, when and for how long', async (t) => {
  const { asked, ...ran } = await run(t, { 'up == 0': DOWN });
  assert.deepEqual(ran, { code: 0, stdout: `Asked http://127.0.0.1:PORT, ${HEAD}${FIRED}`, stderr: '' });
  assert.deepEqual(
    asked.map((one) => [
      one.get('query'),
      Number(one.get('start')) - FROM,
      Number(one.get('end')) - FROM,
      one.get('step'),
    ]),
    [
      ['up == 0', 0, 604_800, '60'],
      ['up == 2', 0, 604_800, '60'],
    ],
  );
});

for (const [columns, bar] of [
  [60, /^ {2}░{8}█░{15}█{6}░{27}█$/m],
  [120, /^ {2}░{16}█{3}░{31}█{10}░{57}█$/m],
] as const)
  test(`its timeline and text fit ${columns} columns`, async (t) => {
    const { stdout } = await run(t, { 'up == 0': DOWN }, 'a.yaml', { columns, env: { LANG: 'C.UTF-8' } });
    assert.match(stdout, bar);
    for (const line of stdout.split('\n')) assert.ok(line.length <= columns, line);
  });

test('-o json has every firing with its labels', async (t) => {
  const { code, stdout } = await run(t, { 'up == 0': DOWN }, 'a.yaml -o json');
  const { items, ...result } = JSON.parse(stdout);
  assert.deepEqual(
    [code, result],
    [
      0,
      {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'BacktestReport',
        verdict: 'findings',
        exitCode: 0,
        from: '2025-12-26T03:04:05.000Z',
        to: '2026-01-02T03:04:05.000Z',
        source: result.source,
        recordings: 1,
        unread: [],
      },
    ],
  );
  assert.deepEqual(
    items.map(({ alert, verdict }: Record<string, string>) => [alert, verdict]),
    [
      ['PodDown', 'findings'],
      ['Never', 'clean'],
    ],
  );
  assert.deepEqual(items[0].firings, [
    { start: '2025-12-27T03:14:05.000Z', end: '2025-12-27T04:44:05.000Z', labels: { pod: 'a' } },
    { start: '2025-12-29T03:14:05.000Z', end: '2025-12-29T15:05:05.000Z', labels: { pod: 'b' } },
    { start: '2026-01-02T02:54:05.000Z', end: null, labels: { pod: 'a' } },
  ]);
});

test('splits a period that has more points than Prometheus returns, and joins the answers', async (t) => {
  const always: Answer = (response) => response.end(matrix([{ metric: {}, values: [] }]));
  const { asked } = await run(t, { 'up == 0': always }, 'a.yaml --over 30d');
  assert.equal(asked.length, 8);
  for (const one of asked) assert.ok((Number(one.get('end')) - Number(one.get('start'))) / 60 < 11_000);
});

const ERROR = JSON.stringify({
  status: 'error',
  errorType: 'bad_data',
  error: '1:4: parse error:\n\u001b[31mno',
});
const answered =
  (body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, headers).end(body);

for (const [what, answer, reason] of [
  ['rejects it', ERROR, 'Prometheus rejected the query: 1:4: parse error:\\x0a\\x1b[31mno'],
  ['answers HTML', '<html>', 'not a Prometheus response: <html>'],
  ['answers half of JSON', matrix([]).slice(0, 40), `not a Prometheus response: ${matrix([]).slice(0, 40)}`],
  [
    'answers a vector',
    matrix([]).replace('matrix', 'vector'),
    `not a Prometheus response: ${matrix([]).replace('matrix', 'vector')}`,
  ],
  [
    'ends the answer early',
    answered('{', { 'content-length': '9' }),
    'the response from 127.0.0.1:PORT to GET ',
  ],
  [
    'has 50,000 series',
    () =>
      matrix(
        Array.from({ length: 50_000 }, (_, pod) => ({ metric: { pod: `${pod}` }, values: minutes([0, 3]) })),
      ),
    'its expression is true for more than 10000 series: aggregate it, or use a shorter --over',
  ],
  [
    'has too many samples',
    () =>
      matrix(
        Array.from({ length: 3_000 }, (_, pod) => ({ metric: { pod: `${pod}` }, values: minutes([0, 700]) })),
      ),
    'its expression is true for more than 2000000 samples: aggregate it, or use a shorter --over',
  ],
  [
    'answers more than 64 MiB',
    () => `"${'x'.repeat(64 * 1024 * 1024)}"`,
    'the response is larger than 64 MiB',
  ],
] as const)
  test(`a Prometheus that ${what} is one line, and the exit code is 2`, async (t) => {
    const body =
      typeof answer === 'function' && answer.length === 0 ? (answer as () => string)() : (answer as Answer);
    const { code, stdout, stderr } = await run(t, { 'up == 0': body });
    assert.deepEqual([code, stderr.split('\n').length], [2, 2], stderr);
    assert.ok(stderr.startsWith(`error: PodDown: ${reason}`), stderr);
    assert.match(stdout, /\nNever \(shop\) never fired\n0 of 1 alert fired; 1 recording rule left out\n$/);
  });

test('one reason for several alerts is one line', async (t) => {
  const { code, stderr } = await run(t, { 'up == 0': '<html>', 'up == 2': '<html>' });
  assert.deepEqual([code, stderr], [2, 'error: PodDown, Never: not a Prometheus response: <html>\n']);
});

test('after a timeout, no other alert is asked about', async (t) => {
  const { code, stderr, asked } = await run(t, { 'up == 0': () => {} }, 'a.yaml --request-timeout 2s');
  assert.deepEqual([code, asked.length], [2, 1]);
  assert.equal(
    stderr,
    'error: PodDown, Never: no response within 2s; use a shorter --over, or allow more time with --request-timeout\n',
  );
});

test('Ctrl-C ends a query', async (t) => {
  const interruption = new AbortController();
  const hangs = () => interruption.abort(new CommandError('aborted', 'Interrupted.'));
  const { code, stderr } = await run(t, { 'up == 0': hangs }, 'a.yaml', { interrupted: interruption.signal });
  assert.deepEqual([code, stderr], [130, 'Interrupted.\n']);
});

test('warnings of Prometheus are shown, and the result counts', async (t) => {
  const warned = matrix([], { warnings: ['a part\nis missing'] });
  const { code, stderr } = await run(t, { 'up == 0': warned, 'up == 2': warned });
  assert.deepEqual([code, stderr], [0, 'Warning: PodDown, Never: Prometheus warns: a part\\x0ais missing\n']);
});

for (const [what, content, reason] of [
  ['has an alert that is not loaded', 'groups: [{ name: g, rules: [{ alert: A }] }]', 'A: it has no expr'],
  ['has no alerts', 'kind: ConfigMap', 'a.yaml: no alerts found; pass rule objects or rule files'],
  ['is no YAML', 'a: [', 'a.yaml: is not valid YAML: '],
] as const)
  test(`a file that ${what} is one line, and the exit code is 2`, async (t) => {
    const { code, stderr } = await run(t, {}, 'a.yaml', { files: { 'a.yaml': content } });
    assert.deepEqual([code, stderr.split('\n').length], [2, 2]);
    assert.ok(stderr.startsWith(`error: ${reason}`), stderr);
  });

test('a Prometheus that cannot be reached is an error, as a result too, and the exit code is 2', async (t) => {
  const cwd = await folderWith(t, { 'a.yaml': RULES });
  const address = `http://127.0.0.1:${await freePort()}`;
  const argv = ['rules', 'backtest', 'a.yaml', '--prometheus', address];
  const { code, stdout, stderr } = await runCommand(program, argv, { cwd });
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^error: no response from http:.*\nCheck that Prometheus runs there.*\n$/);
  const { verdict, message } = JSON.parse(
    (await runCommand(program, [...argv, '-o', 'json'], { cwd })).stdout,
  );
  assert.deepEqual([verdict, message.split(':')[0]], ['unknown', 'error']);
});

for (const words of ['--over 1m', '--over x', '--prometheus ftp://x'])
  test(`"rules backtest a.yaml ${words}" is refused`, async (t) => {
    const cwd = await folderWith(t, { 'a.yaml': RULES });
    const { code, stderr } = await runCommand(program, ['rules', 'backtest', 'a.yaml', ...words.split(' ')], {
      cwd,
    });
    assert.equal(code, 1);
    assert.match(stderr, /^error: invalid value "/);
  });

for (const kind of servers())
  describe(`rules backtest in a cluster, on the ${kind.name} server`, () => {
    let stage: MonitoringStage;
    let metrics: Listener;
    before(async () => {
      stage = await openMonitoring(await kind.start(), { components: [{ name: 'k8s', replicas: 1 }] });
      metrics = await prometheus({ 'up == 0': DOWN });
      const { status } = await stage.get(stage.path('pods', 'prometheus-k8s-0'));
      attach(stage.server, [{ ip: status.podIP }], 9090, metrics.port);
    });
    after(async () => {
      await metrics?.stop();
      await stage?.stop();
      await stage?.server.stop();
    });
    const ask = async (t: TestContext, ...words: string[]): Promise<Ran> => {
      const cwd = await folderWith(t, { 'a.yaml': RULES });
      const where = ['--kubeconfig', await stage.kubeconfig(), '-n', stage.namespace];
      return runCommand(program, ['rules', 'backtest', 'a.yaml', ...where, ...words], { cwd });
    };

    test('asks a Prometheus through the API server', async (t) =>
      assert.deepEqual(await ask(t), {
        code: 0,
        stdout: `Asked pod prometheus-k8s-0 through the API server, ${HEAD}${FIRED}`,
        stderr: '',
      }));

    test('says what a user without permissions lacks, and the exit code is 2', async (t) => {
      const { code, stdout, stderr } = await ask(t, '--as', 'nobody');
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^error: no Prometheus in namespace .* can be queried\n.*forbidden/);
    });
  });
