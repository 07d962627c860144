import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Remediation, remediationOf } from '../../../lib/hosts/remediation.ts';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';

const machine = (patch: object = {}): KubeObject =>
  applyMergePatch<KubeObject>(
    {
      apiVersion: 'cluster.x-k8s.io/v1beta1',
      kind: 'Machine',
      metadata: {
        name: 'worker-0-x7',
        namespace: 'metal',
        labels: { 'cluster.x-k8s.io/cluster-name': 'prod', pool: 'workers' },
      },
    },
    patch,
  );

const healthCheck = (patch: object = {}): KubeObject =>
  applyMergePatch<KubeObject>(
    {
      metadata: { name: 'workers', namespace: 'metal' },
      ...{ spec: { clusterName: 'prod', selector: { matchLabels: { pool: 'workers' } } } },
    },
    patch,
  );

const annotated = (key: string): object => ({
  metadata: { annotations: { [`cluster.x-k8s.io/${key}`]: '' } },
});
const conditions = (...types: string[]) => types.map((type) => ({ type, status: 'False' }));
const selector = (given: object): KubeObject[] => [
  healthCheck({ spec: { selector: { matchLabels: null, ...given } } }),
];
const expression = (operator: string, values?: string[], key = 'pool'): KubeObject[] =>
  selector({ matchExpressions: [{ key, operator, values }] });

type Verdict = 'none' | 'watched' | 'underway' | 'underway by none';
const verdict = (found: Remediation | undefined): Verdict => {
  if (!found) return 'none';
  assert.deepEqual(found.machine, { namespace: 'metal', name: 'worker-0-x7' });
  if (found.by === undefined) return found.underway ? 'underway by none' : 'none';
  assert.equal(found.by, 'workers');
  return found.underway ? 'underway' : 'watched';
};

const failed = conditions('HealthCheckSucceeded');
const handedOver = conditions('HealthCheckSucceeded', 'OwnerRemediated');
const watching = [healthCheck()];
const cases: [string, object, KubeObject[], Verdict][] = [
  ['nothing watches it', {}, [], 'none'],
  ['it is watched', {}, watching, 'watched'],
  ['the watcher is paused', {}, [healthCheck(annotated('paused'))], 'none'],
  ['the watcher is of another cluster', {}, [healthCheck({ spec: { clusterName: 'edge' } })], 'none'],
  ['the watcher is of another namespace', {}, [healthCheck({ metadata: { namespace: 'x' } })], 'none'],
  [
    'the second one watches it',
    {},
    [healthCheck({ spec: { clusterName: 'edge' } }), healthCheck()],
    'watched',
  ],
  ['the Machine is paused', annotated('paused'), watching, 'none'],
  ['the Machine is to be skipped', annotated('skip-remediation'), watching, 'none'],
  ['it failed its check', { status: { conditions: failed } }, watching, 'underway'],
  ['it failed a check that is gone', { status: { conditions: failed } }, [], 'none'],
  [
    'it failed and is to be skipped',
    { ...annotated('skip-remediation'), status: { conditions: failed } },
    watching,
    'none',
  ],
  [
    'it passed its check',
    { status: { conditions: [{ type: 'HealthCheckSucceeded', status: 'True' }] } },
    watching,
    'watched',
  ],
  ['a user marked it', annotated('remediate-machine'), watching, 'underway'],
  ['a user marked it and nothing watches it', annotated('remediate-machine'), [], 'none'],
  ['its owner is to replace it', { status: { conditions: handedOver } }, [], 'underway by none'],
  [
    'its provider has to repair it',
    { status: { conditions: conditions('ExternallyRemediated') } },
    watching,
    'underway',
  ],
  [
    'newer conditions in the older version',
    { status: { v1beta2: { conditions: handedOver } } },
    watching,
    'underway',
  ],
  [
    'older conditions in the newer version',
    { status: { deprecated: { v1beta1: { conditions: handedOver } } } },
    watching,
    'underway',
  ],
  [
    'it is being deleted',
    { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
    [],
    'underway by none',
  ],
  ['another condition is false', { status: { conditions: conditions('NodeHealthy') } }, watching, 'watched'],
  [
    'conditions of a wrong shape',
    { status: { conditions: [null, 'x', { status: 'False' }] } },
    watching,
    'watched',
  ],
  ['an empty selector', {}, selector({}), 'watched'],
  ['another label', {}, selector({ matchLabels: { pool: 'others' } }), 'none'],
  ['In', {}, expression('In', ['a', 'workers']), 'watched'],
  ['In, not listed', {}, expression('In', ['a']), 'none'],
  ['NotIn', {}, expression('NotIn', ['a']), 'watched'],
  ['NotIn, listed', {}, expression('NotIn', ['workers']), 'none'],
  ['NotIn, without the label', {}, expression('NotIn', ['a'], 'rack'), 'watched'],
  ['Exists', {}, expression('Exists'), 'watched'],
  ['Exists, without the label', {}, expression('Exists', undefined, 'constructor'), 'none'],
  ['DoesNotExist', {}, expression('DoesNotExist', undefined, 'rack'), 'watched'],
  ['DoesNotExist, with the label', {}, expression('DoesNotExist'), 'none'],
  ['an unknown operator', {}, expression('Like', ['w*']), 'none'],
];
for (const [name, patch, healthChecks, expected] of cases)
  test(`${name}: ${expected}`, () =>
    assert.equal(verdict(remediationOf(machine(patch), healthChecks)), expected));
