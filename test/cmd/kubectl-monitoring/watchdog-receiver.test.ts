import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { startPlayground } from '../../playground/server.ts';
import { type AlertStage, openAlerts } from '../../support/alert-stage.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

const URL = 'https://hc.test/s3cret';
const NEXT =
  'Add these values to those of your release, and deploy it; they contain the ping URL. Then check: "kubectl monitoring watchdog"\n';

const run = (words: string[], options: RunOptions = {}): Promise<Ran> =>
  runCommand(program, ['watchdog', 'receiver', ...words], options);

const DEFAULTS = `alertmanager:
  config:
    route:
      routes:
        - receiver: watchdog
          matchers:
            - alertname = "Watchdog"
          group_wait: 0s
          group_interval: 1m
          repeat_interval: 1m
    receivers:
      - name: "null"
      - name: watchdog
        webhook_configs:
          - url: https://hc.test/s3cret
            send_resolved: false
`;

const LOST =
  '"null" is the only other receiver: add your own receivers and routes to the lists, which replace those that you have';

test('prints the defaults without a cluster, and says so', async () => {
  assert.deepEqual(await run([URL, '--offline']), {
    code: 0,
    stdout: DEFAULTS,
    stderr: `Warning: ${LOST}\n${NEXT}`,
  });
});

test('reads the URL from stdin, and takes the names of the platform', async () => {
  const { code, stdout } = await run(['-', '--offline', '--names', 'platform', '--grace', '10m'], {
    stdin: Readable.from([`${URL}\n`]),
  });
  assert.equal(code, 0);
  assert.equal(stdout, DEFAULTS.replace('alertmanager:', 'alerts:').replaceAll('1m', '2m'));
});

test('refuses what is no URL, without repeating it, and a grace time that is too short', async () => {
  const noUrl = await run(['hc.test/s3cret', '--offline']);
  assert.deepEqual(noUrl, {
    code: 1,
    stdout: '',
    stderr:
      'error: the ping URL is not a web address\nUse the address that the outside check gives for its pings, such as https://hc-ping.com/ID.\n',
  });
  for (const grace of ['59s', 'soon'])
    assert.deepEqual(await run([URL, '--offline', '--grace', grace]), {
      code: 1,
      stdout: '',
      stderr: `error: invalid value "${grace}" for --grace\nUse a duration of at least 1m, such as 5m.\n`,
    });
});

for (const [what, stdin] of [
  ['several lines', 'https://hc.test/s3cret\nhttps://hc.test/other\n'],
  ['an address with a space', 'https://hc.test/s3cret x'],
  ['nothing', ''],
] as const)
  test(`refuses ${what} on stdin, without repeating it`, async () => {
    const ran = await run(['-', '--offline'], { stdin: Readable.from([stdin]) });
    assert.deepEqual([ran.code, ran.stdout], [1, '']);
    assert.match(ran.stderr, /^error: the ping URL is not a web address\n/);
    assert.doesNotMatch(ran.stderr, /s3cret/);
  });

test('refuses stdin that is too large', async () => {
  const part = Buffer.alloc(1024 * 1024);
  const { code, stderr } = await run(['-', '--offline'], { stdin: Readable.from(Array(65).fill(part)) });
  assert.deepEqual(
    [code, stderr],
    [1, 'error: stdin is larger than 64 MiB\nGive the ping URL alone, in one line.\n'],
  );
});

describe('kubectl monitoring watchdog receiver on the embedded server', () => {
  let opened: AlertStage;
  before(async () => {
    opened = await openAlerts(await startPlayground(), 'stand-in', {
      config: `
route:
  receiver: "null"
  routes:
    - receiver: "null"
      matchers: ['alertname = "Watchdog"']
    - receiver: hook
      matchers: ['severity = "critical"']
receivers:
  - name: "null"
  - name: hook
    webhook_configs: [{ url: <secret> }]
`,
    });
  });
  after(() => opened?.stop());

  const inStage = async (words: string[]): Promise<Ran> => {
    const { namespace } = opened.stage;
    const { code, stdout, stderr } = await run([...words, '-n', namespace, '--kubeconfig', opened.config]);
    const plain = (text: string) => plainText(text, { [namespace]: 'NS', [opened.config]: 'KUBECONFIG' });
    return { code, stdout: plain(stdout), stderr: plain(stderr) };
  };

  test('keeps the receivers and routes of the running configuration, and says where it hides secrets', async () => {
    const { code, stdout, stderr } = await inStage([URL]);
    assert.deepEqual([code, stderr], [0, NEXT]);
    assert.equal(
      stdout,
      `alertmanager:
  config:
    route:
      routes:
        - receiver: watchdog
          matchers:
            - alertname = "Watchdog"
          group_wait: 0s
          group_interval: 1m
          repeat_interval: 1m
        - receiver: hook
          matchers:
            - severity = "critical"
    receivers:
      - name: "null"
      # Keep the values of your own file where this says <secret>: the running configuration hides them.
      - name: hook
        webhook_configs:
          - url: <secret>
      - name: watchdog
        webhook_configs:
          - url: https://hc.test/s3cret
            send_resolved: false
`,
    );
  });

  test('quotes names that Helm would not read as text, and those with invisible characters', async () => {
    const names = ['yes', '1_000', '0o7', '12:30:00', '2001-01-01', '=', 'a\u200db', 'a: b', '😀'];
    const config = JSON.stringify({
      route: { receiver: 'yes', routes: [{ receiver: 'a\u200db', matchers: ['a="b"'] }] },
      receivers: names.map((name) => ({ name })),
    });
    const named = await openAlerts(await startPlayground(), 'stand-in', { config });
    try {
      const { namespace } = named.stage;
      const { stdout } = await run([URL, '-n', namespace, '--kubeconfig', named.config]);
      assert.match(stdout, /^ {8}- receiver: "a\\u200db"$/m);
      assert.deepEqual(
        [...stdout.matchAll(/^ {6}- name: (.*)$/gm)].map(([, name]) => name),
        [
          ...['"null"', '"yes"', '"1_000"', '"0o7"', '"12:30:00"', '"2001-01-01"', '"="'],
          ...['"a\\u200db"', '"a: b"', '😀', 'watchdog'],
        ],
      );
    } finally {
      await named.stop();
    }
  });

  test('refuses where there is no Alertmanager: the lists would replace others', async () => {
    const { code, stdout, stderr } = await run([URL, '-n', 'default', '--kubeconfig', opened.config]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^error: there is no Alertmanager in namespace default\n[\s\S]*\nOr print the values for a new installation with --offline\.\n$/,
    );
  });

  test('refuses an Alertmanager that is not there', async () => {
    const { code, stdout, stderr } = await inStage([URL, '--alertmanager', 'other']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^error: there is no Alertmanager other in namespace NS\n/);
  });
});
