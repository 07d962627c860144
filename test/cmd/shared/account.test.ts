import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepAccount } from '../../../cmd/shared/change/account.ts';
import { changesOf, plannedChanges, type Written } from '../../../cmd/shared/change/changes.ts';

const SHOWN = { done() {}, skipped() {}, failed() {}, note() {}, end: async () => {} };
const TITLES = ['1/3 Pause', '2/3 Patch', '3/3 Resume', 'Verification'];
const TIME = '2026-01-02T03:04:05.000Z';

/** An account in which the first step is done, and the second fails. */
function failing() {
  const account = keepAccount(SHOWN, TITLES, () => new Date(TIME));
  account.progress.done(1, 'by us');
  account.progress.failed(2, 'refused');
  return account;
}

describe('the steps of a run', () => {
  test('that failed: with what was not reached', () => {
    assert.deepEqual(failing().stepsOf({ verdict: 'failed', exitCode: 1 }), [
      { title: '1/3 Pause', state: 'done', time: TIME, note: 'by us' },
      { title: '2/3 Patch', state: 'failed', time: TIME, note: 'refused' },
      { title: '3/3 Resume', state: 'not-reached' },
      { title: 'Verification', state: 'not-reached' },
    ]);
  });

  test('that was interrupted: the step did not fail', () => {
    const steps = failing().stepsOf({ verdict: 'interrupted', exitCode: 130 });
    assert.deepEqual(
      steps.map(({ state }) => state),
      ['done', 'interrupted', 'not-reached', 'not-reached'],
    );
  });

  test('that finished: only what it needed', () => {
    const account = keepAccount(SHOWN, TITLES, () => new Date(TIME));
    account.progress.skipped(1, 'nothing to do');
    account.progress.done(2);
    assert.deepEqual(account.stepsOf({ verdict: 'resumed', exitCode: 0 }), [
      { title: '1/3 Pause', state: 'skipped', time: TIME, note: 'nothing to do' },
      { title: '2/3 Patch', state: 'done', time: TIME },
    ]);
  });
});

const PATH = '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts/a';
const host = (spec: object, annotations?: Record<string, string>) => ({
  metadata: { name: 'a', ...(annotations && { annotations }) },
  spec,
});
const patch = (before: object, after: object, bookkeeping?: string[]): Written => ({
  request: { method: 'PATCH', path: PATH, body: {} },
  before: before as Written['before'],
  after: after as Written['after'],
  bookkeeping,
});
const resource = 'baremetalhost.metal3.io/a -n metal3';

describe('the changes of writes that were only tried', () => {
  const rows: [string, Written[], object[]][] = [
    [
      'are those from the first write to the last',
      [patch(host({ a: 1 }), host({ a: 2 })), patch(host({ a: 2 }), host({ a: 3 }))],
      [{ resource, field: 'spec.a', from: 1, to: 3 }],
    ],
    ['leave out what was put back', [patch(host({ a: 1 }), host({})), patch(host({}), host({ a: 1 }))], []],
    [
      'of a field that was not there',
      [patch(host({}), host({ a: null }))],
      [{ resource, field: 'spec.a', to: null }],
    ],
    ['of a field that is gone', [patch(host({ a: 1 }), host({}))], [{ resource, field: 'spec.a', from: 1 }]],
    ['leave out the record', [patch(host({}), host({}, { record: '{}' }), ['record'])], []],
    [
      'name an object that was created, without its content',
      [
        {
          ...patch(host({}), { metadata: { name: 'record' }, data: { 'record.json': '{}' } }),
          request: { method: 'POST', path: PATH.replace(/\/a$/, ''), body: { metadata: { name: 'record' } } },
          before: undefined,
        },
      ],
      [{ resource: 'baremetalhost.metal3.io/record -n metal3', field: 'metadata.name', to: 'record' }],
    ],
    [
      'leave out an object that was deleted again',
      [
        { ...patch(host({}), host({})), before: undefined },
        { ...patch(host({}), {}), request: { method: 'DELETE', path: PATH }, after: undefined },
      ],
      [],
    ],
  ];
  for (const [what, writes, wanted] of rows)
    test(what, () => assert.deepEqual(plannedChanges(writes), wanted));
});

describe('the changes of a run', () => {
  const write = patch(host({ a: 1 }), host({ a: 2 }));
  const rows: [string, object, object][] = [
    [
      'are those that the last observation has, also where an answer was lost',
      host({ a: 1 }),
      host({ a: 2 }),
    ],
    ['have the value that another client wrote afterwards', host({ a: 1 }), host({ a: 3 })],
  ];
  for (const [what, start, last] of rows)
    test(what, () => {
      const to = (last as { spec: { a: number } }).spec.a;
      const spanned = { ...write, start: start as Written['before'], last: last as Written['after'] };
      assert.deepEqual(changesOf([spanned]), [{ resource, field: 'spec.a', from: 1, to }]);
    });

  test('leave out a write that was refused, and what only others wrote', () => {
    const [start, last] = [host({ a: 1, b: 1 }), host({ a: 1, b: 2 })];
    assert.deepEqual(changesOf([{ ...write, start, last }]), []);
  });
});
