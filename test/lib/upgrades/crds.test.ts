import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upgradeFindings } from '../../../lib/upgrades/find-issues.ts';
import type { UpgradeFinding } from '../../../lib/upgrades/known-issue.ts';
import { crdsOf, factsOf, type Given, runs } from './facts.ts';

function outdated(given: Given): UpgradeFinding {
  const found = upgradeFindings(factsOf(given)).find(({ reason }) => reason === 'crds-outdated');
  assert.ok(found);
  return found;
}

const URL = 'https://raw.githubusercontent.com/prometheus-operator/prometheus-operator';

test('upgrades each CRD that is too old on the server, from the tag of the new operator', () => {
  const crds = [...crdsOf('0.92.0', ['probes']), ...crdsOf('0.93.0', KINDS_BUT_PROBES)];
  const { severity, before } = outdated({ crds });
  assert.equal(severity, 'critical');
  const [first, ...others] = before;
  assert.deepEqual(first?.run, ['kubectl', 'apply', '--server-side', '--force-conflicts']);
  assert.deepEqual(first?.last, [
    '-f',
    `${URL}/v0.93.0/example/prometheus-operator-crd/monitoring.coreos.com_probes.yaml`,
  ]);
  assert.deepEqual(
    others.map(({ shell }) => shell),
    [
      'helm show crds kube-prometheus-stack --repo https://prometheus-community.github.io/helm-charts --version VERSION',
    ],
  );
});

test('takes the tag of the operator that runs, if it is newer', () => {
  const { before } = outdated({ crds: crdsOf('0.93.0'), programs: [runs('operator', 'v0.95.1')] });
  assert.match(before[0]?.last?.[1] ?? '', /\/v0\.95\.1\//);
});

test('is a warning where Flux may upgrade them, and says how', () => {
  const source = 'Flux HelmRelease "flux-system/monitoring"';
  const { severity, before } = outdated({ crds: crdsOf('0.92.0'), source });
  assert.equal(severity, 'warning');
  assert.match(before[0]?.text ?? '', /CreateReplace/);
  assert.equal(outdated({ crds: crdsOf('0.92.0'), source: 'Helm release "a/b"' }).severity, 'critical');
});

test('tells how the job of the chart takes the fields over, before the commands', () => {
  const { before } = outdated({
    crds: crdsOf('0.92.0'),
    values: 'crds: {upgradeJob: {enabled: true}}\ngrafana: {}',
  });
  assert.equal(
    before[0]?.text,
    'Set crds.upgradeJob.forceConflicts to true: without it, the job of the chart fails on the fields that Helm owns. Otherwise',
  );
  assert.ok(before[1]?.run);
});

const general: [what: string, given: Given, message: string][] = [
  [
    'a known chart',
    { from: '72.9.1' },
    'Helm does not upgrade CRDs: those of the cluster, which were not read, must be of operator 0.93.0 or later',
  ],
  [
    'a chart that is not known',
    { from: '72.9.1', to: '99.0.0' },
    'Helm does not upgrade CRDs: those of the cluster must be of the operator of chart 99.0.0 or later',
  ],
];
for (const [what, given, message] of general)
  test(`says in general that CRDs must be upgraded for ${what}, with the command for all of them`, () => {
    const { what: said, severity, before } = outdated(given);
    assert.deepEqual([said, severity], [message, 'warning']);
    assert.deepEqual(
      before.map(({ shell }) => shell?.startsWith('helm show crds')),
      [true],
    );
  });

test('names no operator that runs for a chart that is not known: its CRDs may be too old', () => {
  const programs = [runs('operator', 'v0.93.0')];
  const { places, before } = outdated({
    from: '88.0.0',
    to: '99.0.0',
    crds: crdsOf('0.92.0', ['probes']),
    programs,
  });
  assert.equal(places[0], 'probes.monitoring.coreos.com: of operator 0.92.0');
  assert.deepEqual(
    before.map(({ last }) => last),
    [['-f', '-']],
  );
});

test('makes no address from names and versions that are not those of the operator', () => {
  for (const version of ['v0.95.1-rc.0', 'v9.9', '0.95.1/../../x', '$(id)']) {
    const crds = [{ name: '$(id).monitoring.coreos.com', operator: '0.1.0' }];
    const { before } = outdated({
      to: '99.0.0',
      crds: [...crds, ...crdsOf('0.1.0')],
      programs: [runs('operator', version), runs('operator', 'v0.94.0-x')],
    });
    for (const { last } of before) assert.doesNotMatch(last?.join(' ') ?? '', /id|\.\.|-rc|-x/);
  }
});

const KINDS_BUT_PROBES = [
  ...['alertmanagerconfigs', 'alertmanagers', 'podmonitors', 'prometheusagents', 'prometheuses'],
  ...['prometheusrules', 'scrapeconfigs', 'servicemonitors', 'thanosrulers'],
];
