import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casesOf, sampleOf } from '../matrix.ts';
import { faultsOf } from './faults.ts';
import { procedures } from './procedures.ts';
import { END, GROW, ORPHAN, RECORD, STOP } from './request-name.ts';
import { isDisturbed, keysOf } from './subject.ts';

const named = (purpose: string, name = purpose) => ({ purpose, name });

const looks = [named('GET pods', `GET pods after ${STOP}`), named('WATCH pods', `WATCH pods after ${STOP}`)];
const looksFirst = named('GET pods');
const behind = named('GET pods', `GET pods after ${END}`);
const ends = [END, behind.name];
const requests = [
  looksFirst,
  ...[RECORD, STOP, ...GROW, END].map((purpose) => named(purpose)),
  ...looks,
  behind,
];
const cases = procedures.flatMap((procedure) => casesOf(procedure, requests, faultsOf(procedure)));

test('disturbs reads during a wait the first time, and each time only for repeated faults', () => {
  const [procedure] = procedures;
  assert.ok(procedure);
  const counts = (purpose: string, name?: string) => isDisturbed(procedure, named(purpose, name));
  assert.ok(counts('GET pods'));
  for (const { purpose, name } of looks) {
    assert.ok(counts(purpose, name));
    assert.ok(!counts(purpose, `${name} #2`));
  }
  assert.ok(counts(behind.purpose, behind.name));
  assert.ok(!counts('WATCH pods', `WATCH pods after ${END}`), 'the pods may be ready already');
  assert.ok(!counts('GET pods', `GET pods after ${RECORD}`), 'no run waits there');
  assert.ok(counts(ORPHAN));
});

test('every fault comes at every request: another retentionSize once a run writes, what has the StatefulSet deleted only while that keeps the volumes', () => {
  for (const procedure of procedures)
    for (const { name } of requests)
      for (const fault of faultsOf(procedure).filter(({ at }) => at === undefined))
        assert.equal(
          cases.some(
            (one) => one.procedure === procedure && one.request.name === name && one.fault === fault,
          ),
          !(procedure.retains && fault.reverts && ends.includes(name)) &&
            !(fault.limits && name === looksFirst.name),
        );
  const deletions = cases.filter(({ fault }) => fault.deletes);
  assert.ok(deletions.length > 0);
  assert.ok(!deletions.some(({ procedure }) => procedure.retains));
});

test('case names are unique', () => {
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
});

test('a sample has each request, each fault of every line, and every kill at a write of a resize', () => {
  const sample = sampleOf(cases, 1, keysOf);
  const found = (of: typeof cases) => [
    ...new Set(
      of.flatMap(({ procedure, request, fault }) => [request.name, `${procedure.name} ${fault.name}`]),
    ),
  ];
  assert.deepEqual(found(sample).toSorted(), found(cases).toSorted());
  for (const { name } of procedures)
    assert.ok(sample.some(({ procedure, request }) => procedure.name === name && request.name === STOP));
  const kills = cases.filter(
    ({ procedure, request, fault }) =>
      procedure.goal === 'resize' && fault.name.startsWith('SIGKILL') && request.name === STOP,
  );
  assert.equal(kills.length, 10);
  for (const one of kills) assert.ok(sample.includes(one));
  assert.ok(sample.length < cases.length / 2);
});
