import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenHost } from '../scenarios/hosts.ts';
import { type Host, PAUSED } from './host.ts';
import { startsReconcile } from './trigger.ts';

const { host } = brokenHost('host', 1, { annotations: { some: 'value' } });
const before: Host = {
  ...host,
  metadata: { ...host.metadata, uid: 'u', generation: 1, resourceVersion: '1' },
};
const metadata = { ...before.metadata, resourceVersion: '2' };

const cases: [string, Partial<Host>, boolean][] = [
  ['nothing but the version', { metadata }, false],
  ['the status', { metadata, status: { ...before.status, errorCount: 0 } as Host['status'] }, false],
  ['a label', { metadata: { ...metadata, labels: { new: 'label' } } }, false],
  ['the spec, and with it the generation', { metadata: { ...metadata, generation: 2 } }, true],
  ['a new annotation', { metadata: { ...metadata, annotations: { some: 'value', [PAUSED]: 'true' } } }, true],
  ['a changed annotation', { metadata: { ...metadata, annotations: { some: 'other' } } }, true],
  ['a removed annotation', { metadata: { ...metadata, annotations: {} } }, true],
  ['the finalizers', { metadata: { ...metadata, finalizers: [] } }, true],
  ['a deletion', { metadata: { ...metadata, deletionTimestamp: '2030-01-01T00:00:00Z' } }, true],
  ['a new host of the same name', { metadata: { ...metadata, uid: 'v' } }, true],
];

for (const [what, change, expected] of cases) {
  test(`a change of ${what} ${expected ? 'starts' : 'does not start'} a reconcile`, () => {
    assert.equal(startsReconcile(before, { ...before, ...change }), expected);
  });
}
