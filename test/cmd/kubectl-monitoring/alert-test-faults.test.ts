import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sendAlerts } from '../../support/alert-stage.ts';
import {
  type Answer,
  configuration,
  interrupt,
  receive,
  startAddressed,
  type Underway,
} from './alert-test-runs.ts';

const start = async (t: TestContext, answer: Answer, like: 'system' | 'newest' = 'newest') => {
  const receiver = await receive(t);
  return startAddressed(t, { config: configuration(receiver.url), answer, like });
};

const isSend = ({ method, body }: Underway): boolean => method === 'POST' && !body.includes('endsAt');
const isEnd = ({ method, body }: Underway): boolean => method === 'POST' && body.includes('endsAt');

/** Interrupts a command by what it writes on stderr. */
function interruptedAt(pattern: RegExp) {
  const interruption = new AbortController();
  const onStderr = (text: string): void => void (pattern.test(text) && interrupt(interruption));
  return { interrupted: interruption.signal, onStderr };
}

const INTERRUPTED = 'interrupted: it is not known whether the receivers were notified\n';
const RESOLVED = 'The alert is resolved at 1 of 1 replica.\n';
/** Of a wait that no test is there to see the end of. */
const LONG = ['--timeout', '1h', '--label', 'to=night'];

describe('a test alert in trouble', { concurrency: 8 }, () => {
  for (const [what, now] of [
    ['', Date.now()],
    [', whose clock is an hour ahead', Date.now() + 3_600_000],
    [', whose clock is an hour behind', Date.now() - 3_600_000],
  ] as const)
    test(`interrupted while it waits, on a machine${what}: resolves the alert`, async (t) => {
      const { run } = await start(t, () => false);
      const options = { ...interruptedAt(/^waiting for the receiver/), now: new Date(now) };
      const { code, stdout, stderr } = await run(LONG, options);
      assert.deepEqual([code, stdout], [130, INTERRUPTED + RESOLVED]);
      assert.match(
        stderr,
        /^Interrupted: resolving the alert\.\.\.\n3\/3 Resolve the alert: done \(at 1 replica\)$/m,
      );
    });

  for (const [what, passes] of [
    ['and arrives nevertheless', true],
    ['and never arrives', false],
  ] as const)
    test(`interrupted while the alert is sent ${what}: leaves none`, async (t) => {
      const interruption = new AbortController();
      const { run } = await start(t, async (underway) => {
        if (!isSend(underway)) return false;
        if (passes) await underway.pass();
        interrupt(interruption);
        return true;
      });
      const { code, stdout } = await run(LONG, { interrupted: interruption.signal });
      assert.deepEqual([code, stdout], [130, INTERRUPTED + RESOLVED]);
    });

  test('interrupted before anything is sent: sends nothing', async (t) => {
    const interruption = new AbortController();
    const posts: string[] = [];
    const { run } = await start(t, ({ method, path }) => {
      if (method === 'POST') posts.push(path);
      if (path === '/metrics') interrupt(interruption);
      return false;
    });
    const { code, stdout, stderr } = await run([], { interrupted: interruption.signal });
    assert.deepEqual([code, stdout, stderr, posts], [130, '', 'Interrupted (SIGINT).\n', []]);
  });

  test('interrupted while it waits for the end: says what is known', async (t) => {
    const { run } = await start(t, () => false);
    const options = interruptedAt(/^3\/4 Resolve the alert: done/);
    const { code, stdout } = await run(['--wait-resolved'], options);
    assert.deepEqual(
      [code, stdout],
      [
        130,
        `sent: receiver "pager" was notified through webhook after Ns
${RESOLVED}It is not known whether the receivers were notified of its end.
`,
      ],
    );
  });

  test('interrupted, it leaves the alert where it is to be kept', async (t) => {
    const { run, active } = await start(t, () => false);
    const { code, stdout } = await run([...LONG, '--keep'], interruptedAt(/^waiting for the receiver/));
    assert.deepEqual(
      [code, stdout],
      [130, `${INTERRUPTED}The alert is left: it ends by itself after resolve_timeout.\n`],
    );
    assert.deepEqual(await active(), ['TestAlert']);
  });

  test('an Alertmanager that dies before the alert is resolved: says so', async (t) => {
    let isDead = false;
    const { run, managers } = await start(t, async (underway) => {
      if (isDead) return underway.response.destroy();
      if (!isSend(underway)) return false;
      const { status, text } = await underway.pass();
      await managers.kill(0);
      isDead = true;
      return underway.response.writeHead(status).end(text);
    });
    const { code, stdout, stderr } = await run(['--timeout', '500ms']);
    assert.equal(code, 2);
    assert.match(
      stdout,
      /^pending: it is not known whether receiver "pager" was notified: http:\S+: .*no response from http:\S+: .*\nThe alert is resolved at 0 of 1 replica\.\nNot resolved at http:\S+: .*no response from .*; there it ends by itself after resolve_timeout\.\n$/,
    );
    assert.match(stderr, /^3\/3 Resolve the alert: failed \(http:\S+: .*no response from .*\)$/m);
  });

  test('an Alertmanager that loses the alert in a restart: says so', async (t) => {
    let looks = 0;
    const { run } = await start(t, ({ path, response }) => {
      const isLost = path.startsWith('/api/v2/alerts/groups') && ++looks > 2;
      if (path === '/metrics') response.end(`process_start_time_seconds ${looks > 2 ? 2 : 1}\n`);
      else if (isLost) response.end('[]');
      else return false;
      return true;
    });
    const { code, stdout } = await run(['--timeout', '1500ms']);
    assert.deepEqual(
      [code, stdout],
      [
        124,
        `pending: receiver "pager" was not notified within Ns: no replica has the alert any more
The alert is resolved at 1 of 1 replica.
`,
      ],
    );
  });

  test('access that is lost in the middle: says what it cannot do any more', async (t) => {
    let isExpired = false;
    const { run } = await start(t, async (underway) => {
      const { response } = underway;
      if (isExpired) return response.writeHead(401).end('token expired');
      if (!isSend(underway)) return false;
      isExpired = true;
      // The test checks that no alert is left, but this one cannot be resolved.
      return response.writeHead(200).end();
    });
    const { code, stdout } = await run(['--timeout', '500ms']);
    assert.equal(code, 2);
    assert.equal(
      stdout.replaceAll(/http:\S+:PORT/g, 'URL'),
      `pending: it is not known whether receiver "pager" was notified: URL: it answered 401: token expired
The alert is resolved at 0 of 1 replica.
Not resolved at URL: token expired; there it ends by itself after resolve_timeout.
`,
    );
  });

  for (const [what, text, reason] of [
    ['refuses', '"no\\u001b[2J\\nway"', 'no\\x1b[2J\\x0away'],
    ['refuses without a reason', '', 'it answered 400'],
  ] as const)
    test(`an Alertmanager that ${what} the alert: says why`, async (t) => {
      const { run } = await start(
        t,
        ({ method, response }) => method === 'POST' && response.writeHead(400).end(text),
      );
      const { code, stdout, stderr } = await run();
      assert.deepEqual(
        [code, stdout.replace(/http:\S+PORT/, 'URL')],
        [1, `failed: no replica took the alert\n  URL: ${reason}\nNo replica has the alert.\n`],
      );
      assert.match(stderr, /^3\/3 Resolve the alert: not needed \(no replica has it\)$/m);
    });

  for (const status of [400, 500])
    test(`an Alertmanager that answers ${status} although it has the alert: resolves it`, async (t) => {
      const { run } = await start(t, async (underway) => {
        if (!isSend(underway)) return false;
        await underway.pass();
        return underway.response.writeHead(status).end('"some are invalid"');
      });
      const { code, stdout } = await run();
      assert.deepEqual(
        [code, stdout.replace(/http:\S+PORT/, 'URL')],
        [1, `failed: no replica took the alert\n  URL: some are invalid\n${RESOLVED}`],
      );
    });

  test('an Alertmanager that takes the alert and closes the connection: resolves it', async (t) => {
    const { run } = await start(t, async (underway) => {
      if (!isSend(underway)) return false;
      await underway.pass();
      return underway.response.destroy();
    });
    const { code, stdout } = await run();
    assert.equal(code, 1);
    assert.match(stdout, /^failed: no replica took the alert\n {2}http:\S+: .*no response from /);
    assert.ok(stdout.endsWith(RESOLVED));
  });

  test('an Alertmanager that does not take the end: says so, and when the alert ends', async (t) => {
    const { run } = await start(
      t,
      (underway) => isEnd(underway) && underway.response.writeHead(500).end('"read-only\\nnow"'),
    );
    const { code, stdout, stderr } = await run([], { leaves: true });
    assert.equal(code, 0);
    assert.match(
      stdout,
      /\nThe alert is resolved at 0 of 1 replica\.\nNot resolved at http:\S+: read-only\\x0anow; there it ends by itself at TIME UTC\.\n/,
    );
    assert.match(stderr, /^3\/3 Resolve the alert: failed \(http:\S+: read-only\\x0anow\)$/m);
  });

  test('an old Alertmanager whose API v1 is gone: is sent the alert by v2', async (t) => {
    const { run } = await start(
      t,
      ({ path, response }) => path === '/api/v1/alerts' && response.writeHead(404).end('404 page not found'),
      'system',
    );
    const { code, stderr } = await run();
    assert.equal(code, 0);
    assert.match(stderr, /^1\/3 Send the alert: done \(1 of 1 replica by API v2, /m);
  });

  for (const [what, status, body] of [
    ['forbidden', 403, 'no\u001b[2J\nway'],
    ['of another program', 200, 'up 1\n'],
    ['empty', 200, ''],
  ] as const)
    test(`metrics that are ${what}: sends nothing`, async (t) => {
      const posts: string[] = [];
      const { run } = await start(t, ({ method, path, response }) => {
        if (method === 'POST') posts.push(path);
        return path === '/metrics' && response.writeHead(status).end(body);
      });
      const { code, stdout, stderr } = await run();
      assert.deepEqual([code, posts], [1, []]);
      assert.match(
        stdout,
        /^failed: nothing was sent: what Alertmanager has counted of notifications cannot be read\n {2}http:\S+: it answered \d+.*\n$/,
      );
      assert.match(
        stderr,
        /\nNext: Allow access to its path \/metrics, then run the same command again\.\n$/,
      );
    });

  for (const [what, config, reason] of [
    ['no YAML', 'route: [', 'it is not valid YAML: '],
    ['without routes', 'receivers: []', 'it has no route'],
    [
      'with a route to nowhere',
      'route: {receiver: "x\\e[2J"}',
      'a route uses the receiver "x\\u001b[2J", which is not defined',
    ],
  ] as const)
    test(`a configuration that is ${what}: sends nothing`, async (t) => {
      const posts: string[] = [];
      const { run } = await start(t, async ({ method, path, response, pass }) => {
        if (method === 'POST') posts.push(path);
        if (path !== '/api/v2/status') return false;
        const status = JSON.parse((await pass()).text);
        return response.end(JSON.stringify({ ...status, config: { original: config } }));
      });
      const { code, stdout, stderr } = await run();
      assert.deepEqual([code, stdout, posts], [1, '', []]);
      assert.ok(
        stderr.includes(`error: cannot read the configuration of http://127.0.0.1:PORT: ${reason}`),
        stderr,
      );
    });

  const HOSTILE: [what: string, body: string | undefined][] = [
    ['null', 'null'],
    ['a list of other types', '[1, null, "a", [], {"labels": 7}]'],
    ['deep nesting', '['.repeat(100_000)],
    ['what never ends', undefined],
  ];
  for (const at of ['/api/v2/status', '/api/v2/alerts/groups', '/metrics'])
    for (const [what, body] of HOSTILE)
      test(`${what} at ${at}: ends without a proof`, async (t) => {
        const { run } = await start(t, ({ path, response }) => {
          if (path !== at) return false;
          if (body === undefined) trickle(response);
          else response.end(body);
          return true;
        });
        const { code, stdout, stderr } = await run(['--timeout', '500ms'], { wait: () => delay(1) });
        assert.equal(code, 1);
        assert.doesNotMatch(stdout, /^(probably )?sent/);
        assert.doesNotMatch(stdout + stderr, /unexpected error/);
        assert.ok(!(stdout + stderr).includes('\u001b'));
      });
});

const EVIL = 'x\u001b[2J\u202e\nsent: receiver "x" was notified';

test('names of all kinds are shown as text, in their lines', async (t) => {
  const { url } = await receive(t, '500');
  const receivers = ['null', 'pager', 'chat', EVIL].map((name) => ({ name, webhook_configs: [{ url }] }));
  const route = {
    ...{ receiver: 'chat', group_by: ['...'], group_wait: '100ms', group_interval: '1s' },
    routes: [{ receiver: EVIL }],
  };
  const inhibit_rules = [{ source_matchers: ['role="source"'], target_matchers: ['role="target"'] }];
  const more = { route, receivers, inhibit_rules };
  const { run, managers } = await startAddressed(t, { config: configuration(url, { more }) });
  await sendAlerts(managers.ports[0] ?? 0, [{ labels: { alertname: EVIL, role: 'source' } }]);
  const evil = ['--name', EVIL, '--label', `team=${EVIL}`, '--timeout', '500ms'];
  for (const [words, begin] of [
    [['--label', 'role=target'], 'inhibited: alert x'],
    [[], 'failing: receiver "x'],
    [['--dry-run', 'client'], 'dry run: '],
  ] as const) {
    const { stdout, stderr } = await run([...evil, ...words]);
    assert.ok(stdout.startsWith(begin), stdout);
    assert.doesNotMatch(stdout + stderr, /^sent/m);
    for (const unsafe of ['\u001b', '\u202e']) assert.ok(!(stdout + stderr).includes(unsafe));
  }
});

/** Writes for ever. */
function trickle(response: Underway['response']): void {
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
}
