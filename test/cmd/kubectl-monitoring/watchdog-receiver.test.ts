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
    stderr: `Warning: without a cluster, ${LOST}\n${NEXT}`,
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

  test('prints the defaults where there is no Alertmanager, and says why', async () => {
    const { code, stdout, stderr } = await run([URL, '-n', 'default', '--kubeconfig', opened.config]);
    assert.deepEqual([code, stdout], [0, DEFAULTS]);
    assert.equal(
      stderr.replaceAll(opened.config, 'KUBECONFIG'),
      `Warning: the running configuration cannot be read (there is no Alertmanager in namespace default), so ${LOST}\n${NEXT}`,
    );
  });

  test('refuses an Alertmanager that is not there', async () => {
    const { code, stdout, stderr } = await inStage([URL, '--alertmanager', 'other']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^error: there is no Alertmanager other in namespace NS\n/);
  });
});
