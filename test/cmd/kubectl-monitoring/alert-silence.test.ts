import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { readSilences, SILENCES } from '../../../lib/alerts/answers.ts';
import { ask } from '../../alerts/ask.ts';
import { startManagers } from '../../alerts/manager.ts';
import { type AlertStage, MANAGERS, openAlerts } from '../../support/alert-stage.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const CONFIG = 'route: { receiver: "null" }\nreceivers: [{ name: "null" }]\n';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

for (const [kind, by] of servers().flatMap((one) => MANAGERS[one.name].map((by) => [one, by] as const)))
  describe(`alert silence on the ${kind.name} server, with the Alertmanager ${by}`, () => {
    const now = new Date();
    const until = new Date(now.getTime() + 60 * 60_000).toISOString();

    let opened: AlertStage | undefined;
    let stage: AlertStage;
    before(async () => {
      opened = await openAlerts(await kind.start(), by, { config: CONFIG, replicas: 2 });
      stage = opened;
      const alerts = ['NodeDown', 'NodeDown', 'Watchdog'].map((alertname, at) => ({
        labels: { alertname, node: `worker-${at}` },
      }));
      for (const at of [0, 1]) await stage.send(at, alerts);
    });
    after(() => opened?.stop());

    /** The ids of silences are named by their order. */
    const run = async (words: string[], options: RunOptions = {}, ids: string[] = []): Promise<Ran> => {
      const { namespace } = stage.stage;
      const argv = ['alert', 'silence', ...words, '-n', namespace, '--kubeconfig', stage.config];
      const ran = await runCommand(program, argv, { now, ...options });
      for (const [id] of (ran.stdout + ran.stderr).matchAll(ID)) if (!ids.includes(id)) ids.push(id);
      const names = Object.fromEntries(ids.map((id, at) => [id, `ID${at + 1}`]));
      const plain = { ...names, [namespace]: 'NS', [stage.config]: 'KUBECONFIG' };
      return { code: ran.code, stdout: plainText(ran.stdout, plain), stderr: plainText(ran.stderr, plain) };
    };
    const create = (words: string[], options: RunOptions = {}, ids: string[] = []): Promise<Ran> =>
      run(['create', ...words], options, ids);
    const silencesOn = async (at: number) =>
      readSilences((await ask(stage.managers.ports[at] ?? 0, { path: SILENCES })).text);
    const stateOn = async (at: number, id: string | undefined) =>
      (await silencesOn(at)).find((silence) => silence.id === id)?.state;

    test('a silence is created, listed and expired on every replica', async () => {
      const ids: string[] = [];
      const words = ['NodeDown', 'node=~"worker-.*"', '--comment', 'The disk is replaced', '--author', 'ann'];
      assert.deepEqual(await create([...words, '-y'], {}, ids), {
        code: 0,
        stdout: 'silence/ID1 created: it ends in 1h\n',
        stderr: `Silence alertname="NodeDown", node=~"worker-.*"
until ${until} (1h), by ann: The disk is replaced
It matches 2 of 3 alerts that fire now: NodeDown (2)
To end it earlier: kubectl monitoring alert silence expire ID1 -n NS --kubeconfig KUBECONFIG
`,
      });
      const [id = ''] = ids;
      assert.deepEqual([await stateOn(0, id), await stateOn(1, id)], ['active', 'active']);

      const { stdout } = await run(['list', 'NodeDown'], {}, ids);
      assert.deepEqual(
        stdout.split('\n').map((line) => line.split(/ {2,}/)),
        [
          ['ID', 'STATE', 'MATCHERS', 'ENDS', 'CREATED BY', 'COMMENT', 'REPLICAS'],
          [
            ...['ID1', 'active', 'alertname="NodeDown", node=~"worker-.*"', 'in 60m'],
            ...['ann', 'The disk is replaced', '2/2'],
          ],
          [''],
        ],
      );
      const named = await run(['list', '-o', 'name', 'NodeDown'], {}, ids);
      assert.equal(named.stdout, 'silence/ID1\n');
      assert.deepEqual(await run(['list', 'node=a']), {
        code: 0,
        stdout: '',
        stderr: 'No resources found\n',
      });
      const { items } = JSON.parse((await run(['list', 'NodeDown', '-o', 'json'], {}, ids)).stdout);
      const [{ startsAt, ...item }] = items;
      assert.ok(Date.parse(startsAt) >= now.getTime());
      assert.deepEqual(item, {
        metadata: { name: 'ID1', namespace: 'NS' },
        state: 'active',
        matchers: ['alertname="NodeDown"', 'node=~"worker-.*"'],
        endsAt: until,
        createdBy: 'ann',
        comment: 'The disk is replaced',
        replicas: ['alertmanager-main-0', 'alertmanager-main-1'],
      });

      assert.deepEqual(await run(['expire', id.slice(0, 10), `silence/${id}`], {}, ids), {
        code: 0,
        stdout: 'silence/ID1 expired\n',
        stderr: '',
      });
      assert.deepEqual([await stateOn(0, id), await stateOn(1, id)], ['expired', 'expired']);
      const later = { now: new Date(Date.now() + 5 * 60_000) };
      const again = await run(['expire', id, '-o', 'json'], later, ids);
      const { verdict, items: expired } = JSON.parse(again.stdout);
      assert.deepEqual([again.code, verdict, expired.length], [0, 'unchanged', 1]);
      assert.match(expired[0].message, /^already expired (5m|4m5\ds) ago$|^already expired 5m\d+s ago$/);
      assert.equal((await run(['list', 'NodeDown'])).stdout, '');
      assert.match(
        (await run(['list', 'NodeDown', '--expired'], later, ids)).stdout,
        /^ID1 +expired .* ago /m,
      );
    });

    test('warns before the watchdog or almost any alert is silenced, and asks', async () => {
      const before = await silencesOn(0);
      const answer = { stdin: Readable.from(['n\n']), interactive: true };
      const { code, stderr, stdout } = await create(['severity!=none', '--comment', 'All'], answer);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /It matches 3 of 3 alerts that fire now: NodeDown \(2\), Watchdog\nWarning: the silence matches almost any alert, also those that do not fire yet\nWarning: the silence matches the alert Watchdog: the outside check that waits for it will raise the alarm\n.*Create this silence\? \[y\/N\].*\r\nerror: not created: nothing was changed\n$/,
      );
      const noTerminal = await create(['a=b', '--comment', 'x']);
      assert.match(
        noTerminal.stderr,
        /It matches none of the 3 alerts that fire now\.\nerror: cannot ask for confirmation/,
      );
      assert.deepEqual(await create(['a=b', '--comment', 'x', '--dry-run', 'client', '-o', 'name']), {
        code: 0,
        stdout: 'silence\n',
        stderr: `Silence a="b"\nuntil ${until} (1h), by kubectl monitoring: x\nIt matches none of the 3 alerts that fire now.\n`,
      });
      assert.deepEqual(await silencesOn(0), before);
    });

    for (const [words, message] of [
      [['a=b'], /^error: a silence needs a comment\n/],
      [['a=b', '--comment', ' '], /^error: a silence needs a comment\n/],
      [
        ['a=~.*', '--comment', 'x'],
        /^error: a=~"\.\*" matches every alert without such a label: Alertmanager refuses/,
      ],
      [['a=b', '--comment', 'x', '--duration', '0'], /^error: invalid value "0" for --duration\n/],
      [['a=b', '--comment', 'x', '--duration', '9000y'], /^error: invalid value "9000y" for --duration\n/],
      [['a=b', '--comment', 'x', '--until', 'tomorrow'], /^error: invalid value "tomorrow" for --until\n/],
      [
        ['a=b', '--comment', 'x', '--until', '2020-01-01T00:00:00Z'],
        /^error: --until 2020\S+ is in the past\n/,
      ],
      [
        ['a=b', '--comment', 'x', '--until', '2020-01-01T00:00:00Z', '--duration', '1h'],
        /^error: --duration and/,
      ],
      [[], /^error: required argument|^error: .*MATCHER/i],
    ] as const)
      test(`refuses to create a silence: ${words.join(' ')}`, async () => {
        const { code, stdout, stderr } = await create([...words]);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(stderr, message);
      });

    test('shows why an Alertmanager refuses a silence', async () => {
      const { code, stdout, stderr } = await create(['"a b"=c', '--comment', 'x', '-y']);
      if (by !== 'system') return assert.equal(code, 0);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /\nerror: no Alertmanager takes the silence\n {2}alertmanager-main-0: silence invalid: invalid label matcher 0: /,
      );
    });

    test('a silence that is unknown, or meant by the beginning of several ids, is not expired', async () => {
      const ids: string[] = [];
      const { stdout } = await create(['c=d', '--comment', 'x', '-y', '-o', 'name'], {}, ids);
      assert.equal(stdout, 'silence/ID1\n');
      const [id = ''] = ids;
      const wrong = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
      const { code, stderr, ...ran } = await run(['expire', 'unknown', wrong, id], {}, [id]);
      assert.deepEqual([code, ran.stdout], [1, 'silence/ID1 expired\n']);
      assert.match(
        stderr,
        /^error: silence "unknown" not found\nNext: kubectl monitoring alert silence list -n NS /,
      );
      assert.match(stderr, /^error: silence "\S+" not found\nDid you mean ID1\?\n/m);
    });

    test('Ctrl-C while a silence spreads leaves it, and says so', async () => {
      const interruption = new AbortController();
      const [first = 0] = stage.managers.ports;
      // Its silences are not those of the first one.
      const other = await startManagers(by, { config: CONFIG });
      try {
        await stage.attach(1, other.ports[0] ?? 0);
        const waits = {
          elapsed: () => 0,
          after: async () => {
            interruption.abort();
            interruption.signal.throwIfAborted();
          },
        };
        const options = { waits, interrupted: interruption.signal };
        const { code, stdout, stderr } = await create(['e=f', '--comment', 'x', '-y'], options);
        assert.deepEqual([code, stdout], [130, 'silence/ID1 created: it ends in 1h\n']);
        assert.match(stderr, /^Interrupted: it is not known whether every replica has the silence\.$/m);
        assert.match(stderr, /^To end it earlier: kubectl monitoring alert silence expire ID1 /m);
        const silences = readSilences((await ask(first, { path: SILENCES })).text);
        assert.ok(silences.some(({ matchers }) => matchers[0]?.name === 'e'));
      } finally {
        await stage.attach(1, stage.managers.ports[1] ?? 0);
        await other.stop();
      }
    });

    test('replicas that are not one cluster get a silence each, and both are expired', async () => {
      const other = await startManagers(by, { config: CONFIG });
      try {
        await stage.attach(1, other.ports[0] ?? 0);
        let elapsed = 0;
        const waits = {
          elapsed: () => elapsed,
          after: async (milliseconds: number) => {
            elapsed += milliseconds;
          },
        };
        const ids: string[] = [];
        const { code, stdout, stderr } = await create(['g=h', '--comment', 'x', '-y'], { waits }, ids);
        assert.deepEqual(
          [code, stdout.split('\n')],
          [
            0,
            [
              'silence/ID1 created on alertmanager-main-0: it ends in 1h',
              'silence/ID2 created on alertmanager-main-1: it ends in 1h',
              '',
            ],
          ],
        );
        assert.match(
          stderr,
          /^Warning: alertmanager-main-1 did not hear of the silence within 5s, so it is created there as well: check that the replicas are one cluster$/m,
        );
        assert.match(stderr, /^To end it earlier: kubectl monitoring alert silence expire ID1 ID2 /m);
        const listed = await run(['list', 'g=h', '--no-headers'], {}, ids);
        assert.match(listed.stdout, /^ID\d .* 1\/2\nID\d .* 1\/2\n$/);
        const expired = await run(['expire', ...ids], { waits }, ids);
        assert.deepEqual([expired.code, expired.stdout], [0, 'silence/ID1 expired\nsilence/ID2 expired\n']);
      } finally {
        await stage.attach(1, stage.managers.ports[1] ?? 0);
        await other.stop();
      }
    });

    test('a replica that does not answer is warned of, with the exit code 2', async () => {
      await stage.managers.kill(0);
      const ids: string[] = [];
      const made = await create(['i=j', '--comment', 'x', '-y'], {}, ids);
      assert.deepEqual([made.code, made.stdout], [2, 'silence/ID1 created: it ends in 1h\n']);
      assert.match(made.stderr, /^Warning: alertmanager-main-0 is not asked: /m);
      const expired = await run(['expire', ids[0] ?? ''], {}, ids);
      assert.deepEqual([expired.code, expired.stdout], [2, 'silence/ID1 expired\n']);
    });
  });
