import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOT_LOADED } from '../../../lib/dashboards/export/classic.ts';
import { FORM_CHECKS } from '../../../lib/dashboards/lint/checks/forms.ts';
import { chartVersion, compareCharts } from '../../../lib/upgrades/chart-version.ts';
import { upgradeFindings } from '../../../lib/upgrades/find-issues.ts';
import { KNOWN_ISSUES } from '../../../lib/upgrades/known/all.ts';
import type { UpgradeFinding } from '../../../lib/upgrades/known-issue.ts';
import { SEVERITIES } from '../../../lib/words/finding.ts';
import { factsOf, type Given } from './facts.ts';
import { ROWS } from './known-rows.ts';

const find = (id: string, given: Given): UpgradeFinding | undefined =>
  upgradeFindings(factsOf(given)).find(({ reason }) => reason === id);

for (const { id, applies, misses } of ROWS)
  describe(`known issue ${id}`, () => {
    for (const [what, given, places] of applies)
      test(`applies: ${what}`, () => {
        const found = find(id, given);
        assert.ok(found, 'it was not found');
        if (places) assert.deepEqual(found.places, places);
      });
    for (const [what, given] of misses)
      test(`does not apply: ${what}`, () => assert.equal(find(id, given), undefined));
  });

test('every known issue has rows that apply and near misses', () => {
  const rows = Map.groupBy(ROWS, ({ id }) => id);
  for (const { id } of KNOWN_ISSUES) {
    const own = rows.get(id) ?? [];
    assert.ok(
      own.some(({ applies }) => applies.length > 0),
      `${id} has no row that applies`,
    );
    assert.ok(
      own.some(({ misses }) => misses.length > 0),
      `${id} has no near miss`,
    );
  }
  assert.deepEqual(ROWS.map(({ id }) => id).toSorted(), KNOWN_ISSUES.map(({ id }) => id).toSorted());
});

test('every known issue says what to do, in the form of the others', () => {
  for (const { id, since, until, what, before, after } of KNOWN_ISSUES) {
    assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    assert.ok(chartVersion(since));
    assert.ok(until === undefined || compareCharts(chartVersion(since), chartVersion(until)) < 0, id);
    assert.doesNotMatch(what, /[.]$|\n/, id);
    for (const { text, run, shell } of [...before, ...after]) {
      assert.match(text, /^[A-Z]/, id);
      assert.doesNotMatch(text, /[.]$|\n/, id);
      assert.ok(run === undefined || run[0] === 'kubectl', id);
      assert.doesNotMatch(shell ?? '', /kubectl|[|\n]/, id);
    }
  }
});

test('findings come by severity, and by the version that they come with', () => {
  const found = upgradeFindings(factsOf({ from: '39.0.0', kubernetes: 'v1.24.1' }));
  const severities = found.map(({ severity }) => SEVERITIES.indexOf(severity));
  assert.deepEqual(severities, severities.toSorted());
  assert.deepEqual(
    found.filter(({ severity }) => severity === 'critical').map(({ reason }) => reason),
    ['node-exporter-labels', 'kubernetes-too-old'],
  );
  for (const one of SEVERITIES) {
    const versions = found.filter(({ severity, since }) => severity === one && since !== null);
    assert.deepEqual(
      versions.map(({ since }) => since),
      versions
        .map(({ since }) => since ?? '')
        .toSorted((a, b) => compareCharts(chartVersion(a), chartVersion(b))),
    );
  }
});

test('says of the v2 schema of dashboards what the checks of dashboards say', () => {
  const classic = 'Export, Export as code, model Classic';
  const found = find('grafana-13', { from: '83.0.0', to: '84.0.0' });
  assert.ok(found?.what.endsWith(`the v2 schema, ${NOT_LOADED}`));
  assert.equal(found?.after[0]?.text, `When you export a dashboard for git, choose ${classic}`);
  for (const name of ['schema-v2', 'resource']) {
    const check = FORM_CHECKS.find((one) => one.name === name);
    assert.equal(check?.fix, `export it again: ${classic}`);
  }
});

test('nothing lies between equal versions', () => {
  assert.deepEqual(upgradeFindings(factsOf({ from: '88.5.3', kubernetes: 'v1.31.0' })), []);
});
