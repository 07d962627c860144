import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { countsOf, type LiveView, viewLines } from '../../../lib/cli/live-view.ts';
import { PLAIN, paintFor } from '../../../lib/cli/style.ts';
import { VERDICTS } from '../../../lib/words/verdict.ts';

const item = fc.record({
  names: fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { minLength: 2, maxLength: 2 }),
  verdict: fc.constantFrom(...VERDICTS),
  text: fc.string({ unit: 'binary', maxLength: 90 }),
});
const view: fc.Arbitrary<LiveView> = fc
  .record({
    notes: fc.array(fc.record({ text: fc.string({ unit: 'binary', maxLength: 90 }) }), { maxLength: 3 }),
    groups: fc.array(
      fc.record({
        title: fc.string({ unit: 'binary', maxLength: 30 }),
        items: fc.array(item, { minLength: 1, maxLength: 12 }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ notes, groups }) => ({
    counts: countsOf(groups.flatMap(({ items }) => items)),
    notes,
    headers: { names: ['MACHINE', 'NAME'], text: 'REASON' },
    groups,
    noun: 'addresses',
  }));
const size = fc.record({
  columns: fc.integer({ min: 1, max: 220 }),
  rows: fc.integer({ min: 1, max: 60 }),
  unicode: fc.boolean(),
  colored: fc.boolean(),
});

test('a view is never wider or higher than the terminal, and holds no control character of others', () => {
  fc.assert(
    fc.property(view, size, (shown, { colored, ...screen }) => {
      const paint = colored ? paintFor({ write: () => {} }, { env: {} }, 'always') : PLAIN.paint;
      const lines = viewLines(shown, { ...screen, paint });
      assert.ok(lines.length <= screen.rows);
      for (const line of lines) {
        const text = stripVTControlCharacters(line);
        assert.ok(stringWidth(text) <= screen.columns, JSON.stringify(line));
        assert.doesNotMatch(text, /\p{Cc}|\p{Cf}/u);
        if (!colored) assert.equal(text, line);
      }
    }),
  );
});

test('a view of plain names counts each item of a group once: by its line, or as left out', () => {
  const plain = fc.array(fc.array(fc.constantFrom(...VERDICTS), { minLength: 1, maxLength: 30 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(plain, fc.integer({ min: 25, max: 80 }), (groups, rows) => {
      const lines = viewLines(
        {
          counts: new Map(),
          notes: [],
          headers: { names: ['NAME'], text: 'REASON' },
          groups: groups.map((verdicts, place) => ({
            title: `group-${place}`,
            items: verdicts.map((verdict) => ({ names: [`host-${place}`], verdict, text: '' })),
          })),
          noun: 'groups',
        },
        { columns: 200, rows, unicode: true, paint: PLAIN.paint },
      );
      for (const [place, { length }] of groups.entries()) {
        const first = lines.findIndex((line) => line.startsWith(`group-${place} `));
        const after = lines.findIndex((line, index) => index > first && /^group/.test(line));
        const own = lines.slice(first + 1, after === -1 ? undefined : after);
        const listed = own.filter((line) => line.includes(`host-${place}`)).length;
        const more = own.filter((line) => line.startsWith('  …')).join();
        const left = [...more.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0);
        assert.equal(listed === 0 ? length : listed + left, length);
      }
    }),
  );
});

const of = (title: string, verdicts: (typeof VERDICTS)[number][]) => ({
  title,
  items: verdicts.map((verdict, index) => ({ names: [`${title}-${index}`], verdict, text: '' })),
});
const drawn = (groups: LiveView['groups'], rows: number): string[] =>
  viewLines(
    { counts: new Map(), notes: [], headers: { names: ['NAME'], text: 'REASON' }, groups, noun: 'addresses' },
    { columns: 60, rows, unicode: false, paint: PLAIN.paint },
  );

test('counts the groups whose titles do not fit, the least severe last', () => {
  const groups = [
    of('a', ['healthy']),
    of('b', ['degraded', 'healthy']),
    of('c', ['at-risk']),
    of('d', ['degraded', 'degraded']),
    of('e', ['in-progress']),
  ];
  assert.deepEqual(drawn(groups, 9), [
    '  NAME   VERDICT      REASON',
    'c (1 at risk)',
    '  c-0    ! at risk',
    'd (2 degraded)',
    '  d-0    x degraded',
    '  d-1    x degraded',
    'b (1 degraded, 1 healthy)',
    '... 2 more addresses (1 in progress, 1 healthy)',
  ]);
});

test('shows what is in progress beside the many that wait', () => {
  const groups = [of('a', [...Array(20).fill('degraded'), 'in-progress', 'in-progress'])];
  assert.deepEqual(drawn(groups, 8), [
    '  NAME   VERDICT         REASON',
    'a (20 degraded, 2 in progress)',
    '  a-0    x degraded',
    '  a-1    x degraded',
    '  a-2    x degraded',
    '  a-20   ~ in progress',
    '  a-21   ~ in progress',
    '  ... 17 more degraded',
  ]);
});
