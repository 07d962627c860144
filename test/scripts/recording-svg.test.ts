import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { framesOf } from '../../scripts/recording/frames.ts';
import { paced, type Shot } from '../../scripts/recording/pace.ts';
import { svgOf } from '../../scripts/recording/svg.ts';
import { root } from '../../scripts/root.ts';
import { type Drawing, readDrawing } from './support/drawing.ts';

const ESCAPE = '\u001b';
const SIZE = { columns: 24, rows: 3 };
const HOLD = 1000;

const DOCUMENT = {
  size: SIZE,
  title: 'A title <of> "it" & more',
  description: 'What happens',
  caption: 'a caption',
  hold: HOLD,
};

const shotsOf = async (...texts: string[]): Promise<Shot[]> =>
  paced(
    await framesOf(
      texts.map((text) => ({ after: 100, by: 'person' as const, text })),
      SIZE,
    ),
  );

const drawn = (shots: readonly Shot[]): Drawing => readDrawing(svgOf(shots, DOCUMENT));

/** The rows of the terminal in a shot, as runs. */
const rowsOf = ({ picture: { lines, top } }: Shot): string[] =>
  Array.from({ length: SIZE.rows }, (_, row) => (lines[top + row] ?? []).map(({ text }) => text).join(' '));

test('shows what the terminal showed at every moment', async () => {
  const shots = await shotsOf(
    '$ a',
    '\r\nb  c',
    '\r\nd',
    '\r\ne',
    `\r${ESCAPE}[KE`,
    '\r\nf\r\ng',
    `${ESCAPE}[2J`,
    'h',
  );
  const { rowsAt, length } = drawn(shots);
  for (const [index, shot] of shots.entries()) {
    const end = shots[index + 1]?.at ?? length;
    assert.deepEqual(rowsAt(shot.at + 1), rowsOf(shot), `from ${shot.at} ms on`);
    assert.deepEqual(rowsAt(end - 1), rowsOf(shot), `before ${end} ms`);
  }
  assert.equal(length, (shots.at(-1)?.at ?? 0) + HOLD);
});

test('shows the end without animations', async () => {
  const shots = await shotsOf('$ a', '\r\nb', '\r\nc', '\r\nd', `\r${ESCAPE}[Ke`);
  assert.deepEqual(drawn(shots).rowsAt(undefined), ['b', 'c', 'e']);
});

test('animates only without prefers-reduced-motion', async () => {
  const svg = svgOf(await shotsOf('a', 'b'), DOCUMENT);
  const media = '@media (prefers-reduced-motion:no-preference){';
  assert.deepEqual(svg.match(/[^\n]*\banimation:[^\n]*/g), [
    `${media}g{animation:1200ms step-end infinite}}`,
  ]);
});

test('escapes text', async () => {
  const shots = await shotsOf('</text><script>&amp;"\']]>\uffff');
  const { rowsAt, title } = drawn(shots);
  assert.equal(rowsAt(undefined).join('').replaceAll(' ', ''), '</text><script>&amp;"\']]>\ufffd');
  assert.equal(title, DOCUMENT.title);
});

test('replaces characters that XML does not allow', async () => {
  const svg = svgOf(await shotsOf('a'), { ...DOCUMENT, title: 'lone \ud800, control \u0001' });
  assert.equal(readDrawing(svg).title, 'lone \ufffd, control \ufffd');
});

test('fits each run to its cells and uses classes for styles', async () => {
  const { texts, classes } = drawn(await shotsOf(`ab  ${ESCAPE}[1;38;2;1;2;3mcde${ESCAPE}[0m漢`));
  assert.deepEqual(
    texts.map(({ text, x, textLength }) => [text, x, textLength]),
    [
      ['ab', 0, 24],
      ['cde', 48, 36],
      ['漢', 84, 24],
    ],
  );
  const [plain, styled] = texts;
  assert.equal(plain?.class, undefined);
  assert.equal(classes.get(styled?.class ?? ''), 'fill:#010203;font-weight:bold');
});

test('draws unchanged parts once', async () => {
  const { texts } = drawn(await shotsOf('stays\r\n', '⠋', '\r⠙', '\r⠹', '\r✔'));
  assert.deepEqual(texts.map(({ text }) => text).sort(), ['stays', '⠋', '⠙', '⠹', '✔'].sort());
});

test('is reproducible', async () => {
  const [one, other] = [await shotsOf('a', 'b'), await shotsOf('a', 'b')];
  assert.equal(svgOf(one, DOCUMENT), svgOf(other, DOCUMENT));
});

test('the recording in docs is self-contained, small and free of machine details', () => {
  const svg = readFileSync(join(root, 'docs', 'recording.svg'), 'utf8');
  const { rowsAt, title, elements, length } = readDrawing(svg);
  assert.deepEqual([...elements].sort(), ['circle', 'desc', 'g', 'rect', 'style', 'svg', 'text', 'title']);
  assert.doesNotMatch(svg.replace('http://www.w3.org/2000/svg', ''), /\b(href|url\(|@import|@font-face)/);
  assert.ok(svg.length < 250_000, `${svg.length} characters`);
  assert.notEqual(title, '');
  assert.ok(length < 60_000, `${length} ms`);
  assert.deepEqual(
    new Set(svg.match(/\d+\.\d+\.\d+\.\d+(:\d+)?/g)),
    new Set(['172.22.0.1', '127.0.0.1:8001']),
  );
  assert.doesNotMatch(svg, /\/tmp|\/home|\/root|\/Users/);
  const end = rowsAt(undefined).join('\n');
  assert.match(end, /^\$ kubectl bmh list$/m);
  assert.match(end, /^worker-0 .*healthy /m);
});
