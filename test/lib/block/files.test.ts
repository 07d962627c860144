import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, loadAll } from 'js-yaml';
import { blockFiles } from '../../../lib/block/files.ts';
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
