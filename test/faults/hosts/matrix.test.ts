import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import type { Passed } from '../../support/relay.ts';
import { casesOf, sampleOf } from '../matrix.ts';
import { faults, faultsOf } from './faults.ts';
import { procedures } from './procedures.ts';
import { PATCH_SPEC, PAUSE, RESUME, requestNames } from './request-name.ts';
import { isDisturbed, keysOf } from './subject.ts';

const requests = ['GET nodes', 'GET baremetalhosts', PAUSE, PATCH_SPEC, RESUME].map((purpose) => ({
  purpose,
  name: purpose,
}));
const waiting = { purpose: 'WATCH baremetalhosts', name: 'WATCH baremetalhosts after the resume' };
const cases = procedures.flatMap((procedure) => {
  const sent = procedure.waits ? [...requests, waiting] : requests;
  return casesOf(
    procedure,
    sent.filter((request) => isDisturbed(procedure, request)),
    faultsOf(procedure),
  );
});

test('every fault comes at every request, and those that are meant for some only there', () => {
  const [repair] = procedures;
  const ofRepair = cases.filter(({ procedure }) => procedure === repair);
  const everywhere = faults.filter(({ at }) => at === undefined);
  for (const { name } of requests)
    for (const fault of everywhere)
      assert.ok(ofRepair.some((one) => one.request.name === name && one.fault === fault));
  const reapplied = ofRepair.filter(({ fault }) => fault.name.startsWith('GitOps'));
  assert.deepEqual([...new Set(reapplied.map(({ request }) => request.name))], [RESUME]);
});

test('where a procedure waits, what it does meanwhile is disturbed', () => {
  const found = cases.filter(({ procedure }) => procedure.waits).map(({ request }) => request);
  assert.deepEqual([...new Set(found)], [waiting]);
});

test('how often a host is looked at while an operator has it is not counted on', () => {
  const procedureOf = (goal: string, waits = false) =>
    procedures.find((one) => one.goal === goal && Boolean(one.waits) === waits) ?? assert.fail();
  const name = requestNames();
  const snapshot = {
    method: 'GET',
    path: '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts/host-1',
  };
  const patched = (annotations: object) => ({
    ...snapshot,
    method: 'PATCH',
    body: JSON.stringify({ metadata: { annotations } }),
  });
  const rows: [request: object, reenroll: boolean, recovery: boolean][] = [
    [snapshot, true, false],
    [patched({ [REENROLL_ANNOTATION]: '{}' }), true, false],
    [snapshot, true, false],
    [{ ...snapshot, path: `${snapshot.path}?watch=1` }, false, false],
    [patched({ [REENROLL_ANNOTATION]: null }), true, false],
    [snapshot, false, true],
    [snapshot, false, false],
  ];
  for (const [request, ofReenroll, ofRecovery] of rows) {
    const named = name({ body: '', ...request } as Passed);
    assert.equal(isDisturbed(procedureOf('reenroll'), named), ofReenroll, named.name);
    assert.equal(isDisturbed(procedureOf('repair', true), named), ofRecovery, named.name);
  }
});

test('case names are unique', () => {
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
});

test('a sample has the size asked for, each request, each fault and the kills, and is always the same', () => {
  const size = 300;
  const sample = sampleOf(cases, size, keysOf);
  assert.equal(sample.length, size);
  assert.equal(new Set(sample).size, size);
  const found = (of: typeof cases) => [
    ...new Set(
      of.flatMap(({ procedure, request, fault }) => [
        `${procedure.title} ${request.name}`,
        `${procedure.name} ${fault.name}`,
        ...(fault.kills && !procedure.finds ? [`${procedure.name} ${request.name} ${fault.name}`] : []),
      ]),
    ),
  ];
  assert.deepEqual(found(sample).toSorted(), found(cases).toSorted());
  assert.deepEqual(sampleOf(cases.toReversed(), size, keysOf), sample);
});

test('a sample is never too small for that', () => {
  assert.ok(sampleOf(cases, 1, keysOf).length > faults.length);
});
