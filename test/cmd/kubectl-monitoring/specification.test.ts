import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { dump, load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { UPSTREAM_CHART } from '../../../lib/block/named.ts';
import { wantedFiles } from '../../../lib/block/wanted.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { upgradeFindings } from '../../../lib/upgrades/find-issues.ts';
import { factsOf } from '../../lib/upgrades/facts.ts';
import { runCommand } from '../../support/run-command.ts';

/**
 * Every field of §2.2 to §2.5 of the specification: a command writes it, and one that is missing or wrong is found by a check. What §7
 * lists is in the last suite.
 */
type Field = [path: readonly string[], bad: unknown, check: string | RegExp];

const RULE: readonly Field[] = [
  [['metadata', 'labels', 'metrics'], undefined, 'labels'],
  [['metadata', 'labels', 'role'], 'rules', 'role-label'],
  [['spec', 'groups'], 'none', 'groups'],
  [['spec', 'groups', '0', 'name'], undefined, 'groups'],
  [['spec', 'groups', '0', 'rules', '0', 'alert'], undefined, 'rule-shape'],
  [['spec', 'groups', '0', 'rules', '0', 'for'], 'soon', 'for'],
  [['spec', 'groups', '0', 'rules', '0', 'expr'], 'up{', 'promql'],
  [['spec', 'groups', '0', 'rules', '0', 'annotations', 'message'], undefined, 'message'],
];

const CONTAINER: readonly Field[] = [
  [['metadata', 'labels', 'ui_dashboard'], '0', 'label-value'],
  [['metadata', 'name'], 'Shop!', 'object-name'],
  [['data', 'shop.json'], '{', 'json'],
];

const DEFINITION: readonly Field[] = [
  [['id'], 7, 'fixed-id'],
  [['uid'], 'no uid!', 'uid-valid'],
  [['title'], undefined, 'title'],
  [['tags'], 'shop', 'field-type'],
  [['style'], 1, 'field-type'],
  [['timezone'], 1, 'field-type'],
  [['editable'], 'no', 'field-type'],
  [['hideControls'], 'no', 'field-type'],
  [['graphTooltip'], 'shared', 'field-type'],
  [['panels'], {}, 'field-type'],
  [['time', 'from'], 1, 'field-type'],
  [['time', 'to'], 1, 'field-type'],
  [['timepicker', 'time_options'], '5m', 'field-type'],
  [['timepicker', 'refresh_intervals'], '5m', 'field-type'],
  [['templating', 'list'], {}, 'field-type'],
  [['annotations', 'list'], {}, 'field-type'],
  [['refresh'], 60, 'field-type'],
  [['schemaVersion'], '42', 'schema-version'],
  [['version'], '1', 'field-type'],
  [['links'], {}, 'field-type'],
];

const stdinOf = (value: unknown) => ({ stdin: Readable.from([dump(value)]) });
const checksIn = (stdout: string): string[] =>
  JSON.parse(stdout).items.map(({ check }: { check: string }) => check);

/** The value at a path; lists have indexes. */
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (within, key) => (Array.isArray(within) ? within[Number(key)] : fieldsOf(within)?.[key]),
    value,
  );

/** A copy with another value at a path. */
function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], rest, to));
  const inner = changed(fieldsOf(value)?.[key], rest, to);
  const { [key]: _, ...others } = fieldsOf(value) ?? {};
  return inner === undefined ? others : { ...others, [key]: inner };
}

async function written(words: string): Promise<unknown> {
  const { code, stdout, stderr } = await runCommand(program, words.split(' '));
  assert.equal(code, 0, stderr);
  return load(stdout);
}

for (const { section, words, lint, fields } of [
  {
    section: 'the alert rule resource (§2.2)',
    words: 'rules new shop --offline --group rules.example.com',
    lint: ['rules', 'lint', '-', '-o', 'json'],
    fields: RULE,
  },
  {
    section: 'the dashboard container (§2.3)',
    words: 'dashboards new shop --offline',
    lint: ['dashboards', 'lint', '-', '-o', 'json'],
    fields: CONTAINER,
  },
])
  describe(section, () => {
    for (const [path, bad, check] of fields)
      test(`${path.join('.')} is written, and checked by ${check}`, async () => {
        const object = await written(words);
        assert.notEqual(at(object, path), undefined);
        const { stdout } = await runCommand(program, lint, stdinOf(changed(object, path, bad)));
        assert.ok(
          checksIn(stdout).some((found) => found === check),
          stdout,
        );
      });
  });

describe('the dashboard definition (§2.3)', () => {
  for (const [path, bad, check] of DEFINITION)
    test(`${path.join('.')} is written, and checked by ${check}`, async () => {
      const container = await written('dashboards new shop --offline');
      const file = ['data', 'shop.json'];
      const definition = JSON.parse(String(at(container, file))) as unknown;
      assert.notEqual(at(definition, path), undefined);
      const wrong = changed(container, file, JSON.stringify(changed(definition, path, bad)));
      const { stdout } = await runCommand(program, ['dashboards', 'lint', '-', '-o', 'json'], stdinOf(wrong));
      assert.ok(
        checksIn(stdout).some((found) => found === check),
        stdout,
      );
    });
});

describe('values, claims and files (§2.4, §2.5)', () => {
  const FILES = wantedFiles({
    ...{ names: 'platform', group: 'rules.example.com' },
    ...UPSTREAM_CHART,
  });
  const values = load(FILES['values.yaml'] ?? '');
  const root = UPSTREAM_CHART.chart;
  const CLAIM = ['volumeClaimTemplate', 'spec', 'resources', 'requests', 'storage'];
  const INGRESS = {
    enabled: true,
    annotations: { 'nginx.ingress.kubernetes.io/affinity': 'cookie' },
    hosts: ['grafana.example.com'],
    tls: [{ secretName: 'grafana-tls', hosts: ['grafana.example.com'] }],
  };
  const exposed = changed(changed(values, [root, 'ui', 'ingress'], INGRESS), [root, 'ui', 'ini'], {
    server: { root_url: 'https://grafana.example.com' },
  });
  const FIELDS: readonly Field[] = [
    [[root, 'ui', 'admin', 'existingSecret'], undefined, 'admin-password'],
    [[root, 'alerts', 'config', 'receivers'], [{ name: 'pager' }], /null-receiver|undefined-receiver/],
    [[root, 'ui', 'ingress', 'hosts'], ['other.example.com'], /tls-hosts|root-url/],
    [[root, 'ui', 'ingress', 'tls', '0', 'hosts'], ['other.example.com'], 'tls-hosts'],
    [[root, 'ui', 'ini', 'server', 'root_url'], 'https://other.example.com', 'root-url'],
    [[root, 'metrics', 'metricsSpec', 'storageSpec', ...CLAIM], '10Gi', 'retention-size'],
  ];
  for (const [path, bad, check] of FIELDS)
    test(`${path.slice(1).join('.')} is written, and checked by ${check}`, async () => {
      assert.notEqual(at(exposed, path), undefined);
      const words = ['values', 'check', '-f', '-', '-o', 'json'];
      const { stdout: clean } = await runCommand(program, words, stdinOf(exposed));
      const before = checksIn(clean);
      const { stdout } = await runCommand(program, words, stdinOf(changed(exposed, path, bad)));
      const found = checksIn(stdout).filter((one) => !before.includes(one));
      assert.ok(
        found.some((one) => (check instanceof RegExp ? check.test(one) : one === check)),
        stdout,
      );
    });

  test('the extension directory has rules, and the shipped dashboards are in it', () => {
    const paths = Object.keys(FILES);
    assert.ok(paths.some((path) => path.startsWith('extensions/templates/alerts/')));
    for (const name of ['alerts', 'cluster-capacity'])
      assert.ok(paths.includes(`extensions/templates/dashboards/${name}.yaml`));
  });
});

describe('errors (§7)', () => {
  const checked = async (values: string): Promise<string[]> => {
    const words = ['values', 'check', '-f', '-', '-o', 'json'];
    return checksIn((await runCommand(program, words, { stdin: Readable.from([values]) })).stdout);
  };

  test('an address that no longer answers has the rule and the error type that a repair is for', () => {
    const rule = wantedFiles({ names: 'upstream', group: '', ...UPSTREAM_CHART })[
      'extensions/templates/alerts/hosts.yaml'
    ];
    assert.match(rule ?? '', /error_type="provisioned registration error"/);
  });

  test('an admin password that is not set is found', async () =>
    assert.ok((await checked('ui: { replicas: 1 }\nalerts: {}\n')).includes('admin-password')));

  test('a receiver without the receiver "null" is found', async () =>
    assert.ok(
      (await checked('alerts: { config: { receivers: [{ name: pager }] } }\nui: {}\n')).includes(
        'null-receiver',
      ),
    ));

  test('an upgrade on 1.24 and older is told of the errors in the diff stage', () => {
    const facts = factsOf({ from: '72.0.0', to: '72.9.0', kubernetes: 'v1.24.17' });
    assert.ok(upgradeFindings(facts).some(({ what }) => /diff stage/.test(what)));
  });
});
