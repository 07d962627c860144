import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capacityCommand } from '../../../cmd/kubectl-monitoring/capacity/command.ts';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';

const capacity = (...words: string[]) => runCommand(program, ['capacity', ...words]);

const TIME = 'Use a time from 1h to 3650d, such as 180d, 26w or 1y.';

/** Invalid arguments, and the errors before any cluster is contacted. */
const wrong: [string[], string, string][] = [
  ...['soon', '180', '0d', '30m', '11y', '-1d', '99999999d'].map((time): [string[], string, string] => [
    [`--for=${time}`],
    `invalid value "${time}" for --for`,
    TIME,
  ]),
  [['--over', '0d'], 'invalid value "0d" for --over', TIME],
  [['--over', '1month'], 'invalid value "1month" for --over', TIME],
  [['--suggest', '-o', 'json'], '--suggest and --output cannot be used together', 'Use one of them.'],
  [
    ['alertmanager/main', '--component', 'metrics'],
    '"alertmanager/main" is of kind Alertmanager, but --component is metrics',
    'Use --component alerts.',
  ],
  [
    ['--component', 'ui'],
    'invalid value "ui" for --component',
    'Valid values: metrics, alerts, ruler, agent.',
  ],
  [['-o', 'columns'], 'invalid value "columns" for --output', 'Valid values: json, yaml, jsonpath=, wide.'],
  [['k8s', 'main'], 'unexpected argument "main"', "See 'kubectl monitoring capacity --help' for usage."],
  [
    ['foo/k8s'],
    '"foo/k8s" is not a Prometheus, Alertmanager, ThanosRuler or PrometheusAgent',
    'Use the name alone, or with its kind: prometheus/NAME, alertmanager/NAME, thanosruler/NAME or prometheusagent/NAME.',
  ],
  [
    ['prometheus/..'],
    `invalid resource name "..": a lowercase RFC 1123 subdomain consists of lower case letters, digits, '-' and '.'`,
    'Give the name as kubectl get shows it.',
  ],
];

for (const [words, reason, hint] of wrong)
  test(`capacity ${words.join(' ')}: ${reason}`, async () => {
    assert.deepEqual(await capacity(...words), {
      code: 1,
      stdout: '',
      stderr: `error: ${reason}\n${hint}\n`,
    });
  });

test('--help shows the description and every flag', async () => {
  const { code, stdout, stderr } = await capacity('--help');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /The exit code is 0\s+whatever the\s+state of the volumes\./);
  assert.match(
    stdout,
    /Amounts are\s+bytes,\s+except\s+the\s+sizes\s+of\s+claims\s+\(size,\s+sizeNeeded\),\s+which\s+are\s+quantities/,
  );
  for (const flag of Object.keys(capacityCommand.flags)) assert.ok(stdout.includes(`--${flag}`), flag);
});
