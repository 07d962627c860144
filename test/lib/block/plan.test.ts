import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Move,
  type PlannedFile,
  planFiles,
  plannedLock,
  writtenAfter,
} from '../../../lib/block/plan.ts';
import type { Written } from '../../../lib/block/written.ts';

const PATH = 'values.yaml';
const [OLD, NEW, OTHER] = ['old: 1\n', 'new: 1\n', 'edited: 1\n'];

/** What a run that wanted this text wrote down. */
const writtenOf = (text: string): Written => writtenAfter(planOf(text, {}), { [PATH]: text }, {});

const planOf = (
  text: string,
  { found, foundNew, written = {} }: { found?: string; foundNew?: string; written?: Written },
): PlannedFile[] =>
  planFiles({ [PATH]: text }, { written, find: (path) => (path === PATH ? found : foundNew) });

const ROWS: [title: string, move: Move, last: string | undefined, found: string | undefined][] = [
  ['is created where it never was', 'create', undefined, undefined],
  ['that a user removed stays away', 'removed', NEW, undefined],
  ['that a user removed stays away when there is a new version', 'removed', OLD, undefined],
  ['that is as wanted is unchanged', 'unchanged', NEW, NEW],
  ['that is as wanted is unchanged, whoever wrote it', 'unchanged', undefined, NEW],
  ['that a user brought up to date is unchanged', 'unchanged', OLD, NEW],
  ['with the line ends of Windows is unchanged', 'unchanged', NEW, NEW.replaceAll('\n', '\r\n')],
  ['that was not edited is updated', 'update', OLD, OLD],
  ['that git gave the line ends of Windows is updated', 'update', OLD, OLD.replaceAll('\n', '\r\n')],
  ['that was edited is kept, when there is nothing new', 'edited', NEW, OTHER],
  ['that was edited gets the new version beside it', 'beside', OLD, OTHER],
  ['of a user gets the new version beside it', 'beside', undefined, OTHER],
  ['that a user emptied gets the new version beside it', 'beside', OLD, ''],
];

for (const [title, move, last, found] of ROWS)
  test(`a file ${title}`, () => {
    const [file] = planOf(NEW, {
      ...(found !== undefined && { found }),
      ...(last !== undefined && { written: writtenOf(last) }),
    });
    const isWritten = ['create', 'update', 'beside'].includes(move);
    const isForeign = move === 'beside' && last === undefined;
    assert.deepEqual(file, {
      ...{ path: PATH, move, found },
      ...(isForeign && { isForeign }),
      ...(isWritten && { text: NEW }),
    });
  });

test('a second run after each move has nothing to write', () => {
  for (const [title, , last, found] of ROWS) {
    const written = last === undefined ? {} : writtenOf(last);
    const files = planOf(NEW, { ...(found !== undefined && { found }), written });
    const [{ move } = { move: undefined }] = files;
    const now = move === 'create' || move === 'update' ? NEW : found;
    const again = planOf(NEW, {
      ...(now !== undefined && { found: now }),
      written: writtenAfter(files, { [PATH]: NEW }, written),
    });
    assert.ok(
      again.every(({ text }) => text === undefined),
      title,
    );
  }
});

test('a file that is not wanted any more is dropped while it is there, and remembered', () => {
  const written = { [PATH]: 'digest' };
  const there = planFiles({}, { written, find: () => OLD });
  assert.deepEqual(there, [{ path: PATH, move: 'dropped', found: OLD, isEdited: true }]);
  assert.deepEqual(writtenAfter(there, {}, written), written);
  const gone = planFiles({}, { written, find: () => undefined });
  assert.deepEqual(gone, []);
  assert.deepEqual(writtenAfter(gone, {}, written), {});
});

test('a file that comes back is updated, because it is remembered', () => {
  const dropped = planFiles({}, { written: writtenOf(OLD), find: () => OLD });
  const written = writtenAfter(dropped, {}, writtenOf(OLD));
  assert.equal(planOf(NEW, { found: OLD, written })[0]?.move, 'update');
});

test('the lock is created, updated or left, and never put beside', () => {
  assert.deepEqual(plannedLock('lock', NEW, undefined), {
    path: 'lock',
    move: 'create',
    text: NEW,
    found: undefined,
  });
  assert.deepEqual(plannedLock('lock', NEW, OLD), { path: 'lock', move: 'update', text: NEW, found: OLD });
  const crlf = NEW.replaceAll('\n', '\r\n');
  assert.deepEqual(plannedLock('lock', NEW, crlf), { path: 'lock', move: 'unchanged', found: crlf });
});

test('a dropped file that was not edited is told from one that was', () =>
  assert.deepEqual(planFiles({}, { written: writtenOf(OLD), find: () => OLD }), [
    { path: PATH, move: 'dropped', found: OLD },
  ]));

for (const [title, foundNew, more] of [
  ['that an earlier run wrote is replaced', OLD, { text: NEW, foundNew: OLD }],
  ['that is there already is left', NEW, { foundNew: NEW }],
  ['is not written over a file of the user', OTHER, { foundNew: OTHER, isTaken: true }],
] as const)
  test(`a new version ${title}`, () =>
    assert.deepEqual(planOf(NEW, { found: OTHER, foundNew, written: writtenOf(OLD) }), [
      { path: PATH, move: 'beside', found: OTHER, ...more },
    ]));

test("of a user's own file, the new version is remembered, and never the file", () => {
  const written = writtenAfter(planOf(OLD, { found: OTHER }), { [PATH]: OLD }, {});
  assert.deepEqual(Object.keys(written), [`${PATH}.new`]);
  assert.deepEqual(planOf(NEW, { found: OTHER, foundNew: OLD, written }), [
    { path: PATH, move: 'beside', found: OTHER, isForeign: true, text: NEW, foundNew: OLD },
  ]);
  const dropped = planFiles({}, { written, find: (path) => (path === PATH ? OTHER : OLD) });
  assert.deepEqual(dropped, [{ path: `${PATH}.new`, move: 'dropped', found: OLD }]);
});
