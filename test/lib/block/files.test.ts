import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, loadAll } from 'js-yaml';
import { blockFiles } from '../../../lib/block/files.ts';
import { LOCK } from '../../../lib/block/lock.ts';
import { SYNC_LOCK } from '../../../lib/block/sync/sync-lock.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { withoutEscapes } from '../../../lib/words/chart-template.ts';

const FILES = blockFiles();
const rulesAt = Object.keys(FILES).filter((path) => path.startsWith('extensions/templates/alerts/'));

interface RuleObject {
  metadata: { name: string };
  spec: { groups: { name: string; rules: { alert: string }[] }[] };
}
interface TestFile {
  rule_files: string[];
  tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
}

const objectAt = (path: string): RuleObject => load(withoutEscapes(FILES[path] ?? '') ?? '') as RuleObject;

test('there are rules for what the platform document names (§1)', () => {
  assert.deepEqual(
    rulesAt.map((path) => objectAt(path).metadata.name),
    ['api', 'hosts', 'monitoring', 'pods', 'resources', 'volumes'],
  );
});

for (const path of rulesAt)
  test(`${path} has one object of its own name, and a unit test for each of its alerts`, () => {
    const { metadata, spec } = objectAt(path);
    assert.equal(path, `extensions/templates/alerts/${metadata.name}.yaml`);
    assert.deepEqual(
      spec.groups.map(({ name }) => name),
      [`${metadata.name}.rules`],
    );
    const tests = load(FILES[`extensions/tests/${metadata.name}.test.yaml`] ?? '') as TestFile;
    assert.deepEqual(tests.rule_files, [`../templates/alerts/${metadata.name}.yaml`]);
    const fired = tests.tests.flatMap(({ alert_rule_test }) =>
      alert_rule_test
        .filter(({ exp_alerts }) => exp_alerts !== undefined && exp_alerts.length > 0)
        .map(({ alertname }) => alertname),
    );
    const alerts = spec.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    assert.deepEqual([...new Set(fired)].toSorted(), alerts.toSorted());
  });

test('every file is YAML, or ignores files, and ends with a line', () => {
  for (const [path, text] of Object.entries(FILES)) {
    assert.match(text, /[^\n]\n$/, path);
    if (path.endsWith('.yaml')) assert.doesNotThrow(() => loadAll(withoutEscapes(text) ?? text), path);
  }
});

test('both charts ignore new versions that wait beside edited files', () => {
  for (const path of ['.helmignore', 'extensions/.helmignore'])
    assert.ok(FILES[path]?.split('\n').includes('*.new'), path);
});

test('both charts ignore the lock files beside them', () => {
  assert.ok(FILES['.helmignore']?.split('\n').includes(LOCK));
  assert.ok(FILES['extensions/.helmignore']?.split('\n').includes(SYNC_LOCK));
});

test('without the recording rules of the chart, the dashboards that read them are left out as well', () => {
  const values = fieldsOf(load(FILES['values.yaml'] ?? ''))?.['kube-prometheus-stack'];
  const { defaultRules, grafana } = fieldsOf(values) ?? {};
  assert.deepEqual(fieldsOf(defaultRules), { create: false });
  assert.equal(fieldsOf(grafana)?.defaultDashboardsEnabled, false);
});

test('the rules of hosts say that something else has to scrape their metrics', () => {
  assert.match(
    FILES['extensions/templates/alerts/hosts.yaml'] ?? '',
    /^# Nothing in this chart scrapes baremetal-operator: /m,
  );
});
