import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Container, containerOf } from '../../../../lib/dashboards/container.ts';
import {
  arrivalOf,
  expectedFrom,
  filesToWrite,
  unexpected,
  type Watched,
} from '../../../../lib/dashboards/standing/arrival.ts';
import type { Sighting } from '../../../../lib/dashboards/standing/sighting.ts';
import type { Standing, View } from '../../../../lib/dashboards/standing/standing.ts';
import { sidecarWith, stored } from '../cluster.ts';

const sighting = (verdict: Sighting['verdict'], message = '', pod = 'grafana-0'): Sighting => ({
  ...{ pod, namespace: 'monitoring', verdict, message },
});
const watched = (sightings: Sighting[], fields: Partial<Watched> = {}): Watched => ({
  ...{ sidecar: sidecarWith(), isSure: true, writes: true, sightings },
  ...fields,
});

describe('arrivalOf', () => {
  for (const [title, given, isLate, verdict, message] of [
    [
      'one pod',
      [watched([sighting('seen')])],
      false,
      'written',
      'written by the sidecar in pod monitoring/grafana-0',
    ],
    [
      'two pods',
      [watched([sighting('seen'), sighting('seen', '', 'grafana-1')])],
      false,
      'written',
      'written by the sidecars in pods monitoring/grafana-0, monitoring/grafana-1',
    ],
    [
      'one of two pods',
      [watched([sighting('seen'), sighting('not-yet', 'later', 'grafana-1')])],
      true,
      'waiting',
      'pod monitoring/grafana-1: later',
    ],
    [
      'a log that cannot be read',
      [watched([sighting('seen'), sighting('unknown', 'no', 'grafana-1')])],
      false,
      'unknown',
      'pod monitoring/grafana-1: no',
    ],
    [
      'an error',
      [watched([sighting('not-yet'), sighting('failed', 'full', 'grafana-1')])],
      false,
      'failed',
      'pod monitoring/grafana-1: full',
    ],
    [
      'nothing to write',
      [watched([sighting('not-yet', 'later')], { writes: false })],
      false,
      'unknown',
      'pod monitoring/grafana-0: its log does not show when it wrote the files',
    ],
    [
      'no ready pod',
      [watched([])],
      true,
      'waiting',
      'no ready pod has the sidecar of Deployment monitoring/grafana',
    ],
    [
      'pods that cannot be read',
      [watched([], { sidecar: sidecarWith({}, { pods: undefined }) })],
      false,
      'unknown',
      'the pods with the sidecar of Deployment monitoring/grafana could not be read',
    ],
    [
      'a sidecar whose label is not known, before the end',
      [watched([sighting('not-yet', 'later')], { isSure: false })],
      false,
      'waiting',
      'pod monitoring/grafana-0: later',
    ],
    [
      'a sidecar whose label is not known, at the end',
      [watched([sighting('not-yet', 'later')], { isSure: false, sidecar: sidecarWith({ LABEL: {} }) })],
      true,
      'unknown',
      'pod monitoring/grafana-0: its log does not show the files, and LABEL of the sidecar of Deployment monitoring/grafana cannot be read',
    ],
  ] as const)
    test(`${verdict}: ${title}`, () => {
      const arrival = arrivalOf(given, isLate);
      assert.deepEqual([arrival.verdict, arrival.message], [verdict, message]);
    });
});

describe('a container that no sidecar will write', () => {
  const view = (fields: Partial<View>): View => ({
    ...{
      sidecar: sidecarWith(),
      isFound: true,
      verdict: 'healthy',
      problems: [],
      unread: [],
      written: undefined,
    },
    ...fields,
  });
  const problem = (reason: View['problems'][number]['reason']) => ({
    reason,
    evidence: `seen: ${reason}`,
    fix: '',
  });
  const standing = (views: View[], problems: Standing['problems'] = []): Standing => ({
    ...{ container: stored(), views, verdict: 'unknown', reason: undefined, problems },
  });
  const forbidden = [{ what: 'deployments', reason: 'no' }];

  test('a sidecar is expected to write if it finds the container, or may find it', () => {
    const [found, maybe] = [view({}), view({ isFound: false, verdict: 'unknown' })];
    const lost = view({ isFound: false, verdict: 'degraded', problems: [problem('label-missing')] });
    const refused = view({ verdict: 'degraded', problems: [problem('not-allowed')] });
    const clashing = view({ verdict: 'degraded', problems: [problem('same-file')] });
    assert.deepEqual(expectedFrom(standing([found, maybe, lost, refused, clashing])), [
      found,
      maybe,
      clashing,
    ]);
    assert.deepEqual(expectedFrom(undefined), []);
  });

  for (const [title, given, unread, verdict, message] of [
    [
      'the label',
      standing([view({ isFound: false, problems: [problem('label-missing')] })]),
      [],
      'not-found',
      'seen: label-missing',
    ],
    [
      'permissions of the one that finds it, not the label of another',
      standing([
        view({ isFound: false, problems: [problem('label-missing')] }),
        view({ problems: [problem('same-file'), problem('not-allowed')] }),
      ]),
      [],
      'not-found',
      'seen: not-allowed',
    ],
    ['no sidecar', standing([], [problem('no-sidecar')]), [], 'not-found', 'seen: no-sidecar'],
    [
      'workloads that cannot be read',
      standing([]),
      forbidden,
      'unknown',
      'deployments could not be read: no',
    ],
    [
      'workloads that cannot be read, and one sidecar that does not find it',
      standing([view({ isFound: false, problems: [problem('label-missing')] })]),
      forbidden,
      'unknown',
      'deployments could not be read: no; seen: label-missing',
    ],
  ] as const)
    test(`${verdict}: ${title}`, () => {
      const arrival = unexpected(given, unread);
      assert.deepEqual([arrival.verdict, arrival.message], [verdict, message]);
    });
});

describe('filesToWrite', () => {
  const given = (data: Record<string, string>, metadata: object = {}): Container & { namespace: string } => {
    const container = containerOf({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', data },
      metadata: { name: 'shop', labels: { grafana_dashboard: '1' }, ...metadata },
    });
    if (!container) throw new Error('no container');
    return { ...container, namespace: 'shop' };
  };
  const sidecar = sidecarWith();
  const both = { 'a.json': '1', 'b.json': '2' };

  for (const [title, before, after, files] of [
    ['all of a new container', undefined, given(both), ['a.json', 'b.json']],
    ['none if nothing changes', given(both), given(both), []],
    ['the one whose content changes', given(both), given({ ...both, 'b.json': '3' }), ['b.json']],
    ['one that is added', given({ 'a.json': '1' }), given(both), ['b.json']],
    [
      'all if the sidecar did not find it before',
      given(both, { labels: {} }),
      given(both),
      ['a.json', 'b.json'],
    ],
    [
      'all if they move to another folder',
      given(both),
      given(both, { annotations: { 'k8s-sidecar-target-directory': 'shop' } }),
      ['a.json', 'b.json'],
    ],
    ['none for another annotation', given(both), given(both, { annotations: { team: 'shop' } }), []],
  ] as const)
    test(`has ${title}`, () => assert.deepEqual(filesToWrite(sidecar, before, after), files));
});
