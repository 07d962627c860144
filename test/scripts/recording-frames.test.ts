import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chunk, framesOf } from '../../scripts/recording/frames.ts';
import { LONGEST_WAIT, paced } from '../../scripts/recording/pace.ts';
import { PALETTE } from '../../scripts/recording/palette.ts';
import type { Picture } from '../../scripts/recording/screen.ts';

const ESCAPE = '\u001b';
const SIZE = { columns: 20, rows: 3 };

const program = (text: string, after = 100): Chunk => ({ after, by: 'program', text });
const person = (text: string, after = 100): Chunk => ({ after, by: 'person', text });

/** What the terminal shows in the end. */
async function pictureOf(...texts: string[]): Promise<Picture> {
  const frames = await framesOf(
    texts.map((text) => program(text)),
    SIZE,
  );
  return frames.at(-1)?.picture ?? assert.fail('there are no frames');
}

const texts = ({ lines }: Picture): string[] => lines.map((runs) => runs.map(({ text }) => text).join('|'));

test('words of one style are one run, and a wider gap starts a new one', async () => {
  const { lines } = await pictureOf('a word  another  one');
  assert.deepEqual(lines[0], [
    { column: 0, width: 6, text: 'a word', style: {} },
    { column: 8, width: 7, text: 'another', style: {} },
    { column: 17, width: 3, text: 'one', style: {} },
  ]);
});

for (const [sequence, style] of [
  ['32', { colour: PALETTE[2] }],
  ['91', { colour: PALETTE[9] }],
  ['38;5;208', { colour: '#ff8700' }],
  ['38;5;244', { colour: '#808080' }],
  ['38;2;1;2;255', { colour: '#0102ff' }],
  ['48;5;16', { background: '#000000' }],
  ['31;42;7', { colour: PALETTE[2], background: PALETTE[1] }],
  ['1;2;3;4;9', { bold: true, dim: true, italic: true, underline: true, strikethrough: true }],
] as const)
  test(`the style of ${sequence} ends where it is reset`, async () => {
    const { lines } = await pictureOf(`a${ESCAPE}[${sequence}mb${ESCAPE}[0mc`);
    assert.deepEqual(lines[0], [
      { column: 0, width: 1, text: 'a', style: {} },
      { column: 1, width: 1, text: 'b', style },
      { column: 2, width: 1, text: 'c', style: {} },
    ]);
  });

test('draws visible spaces but no hidden text', async () => {
  const { lines } = await pictureOf(`${ESCAPE}[44m   ${ESCAPE}[0m${ESCAPE}[8msecret${ESCAPE}[0m.`);
  assert.deepEqual(lines[0], [
    { column: 0, width: 3, text: '   ', style: { background: PALETTE[4] } },
    { column: 9, width: 1, text: '.', style: {} },
  ]);
});

test('a wide character is a run of two cells, and one with an accent of its own stays whole', async () => {
  const { lines } = await pictureOf('ab漢c e\u0301');
  assert.deepEqual(lines[0], [
    { column: 0, width: 2, text: 'ab', style: {} },
    { column: 2, width: 2, text: '漢', style: {} },
    { column: 4, width: 3, text: 'c e\u0301', style: {} },
  ]);
});

test('keeps lines that scroll away and moves the view', async () => {
  const picture = await pictureOf('1\r\n2\r\n3\r\n4\r\n5');
  assert.deepEqual(texts(picture), ['1', '2', '3', '4', '5']);
  assert.equal(picture.top, 2);
  assert.deepEqual(picture.cursor, { line: 4, column: 1 });
});

test('shows the cursor where the program left it, unless it is hidden', async () => {
  assert.deepEqual((await pictureOf('abc\r\nd')).cursor, { line: 1, column: 1 });
  assert.equal((await pictureOf(`abc${ESCAPE}[?25l`)).cursor, undefined);
  assert.deepEqual((await pictureOf(`abc${ESCAPE}[?25l`, `${ESCAPE}[?25h`)).cursor, { line: 0, column: 3 });
});

test('a synchronized update is one frame, with its whole duration', async () => {
  const frames = await framesOf(
    [program('old', 10), program(`${ESCAPE}[?2026h\r${ESCAPE}[K`, 20), program(`new${ESCAPE}[?2026l`, 30)],
    SIZE,
  );
  assert.deepEqual(
    frames.map(({ after, picture }) => [after, texts(picture)[0]]),
    [
      [0, ''],
      [10, 'old'],
      [50, 'new'],
    ],
  );
});

/** When each first line is first shown, in milliseconds. */
async function times(...chunks: Chunk[]): Promise<[number, string | undefined][]> {
  return paced(await framesOf(chunks, SIZE)).map(({ at, picture }) => [at, texts(picture)[0]]);
}

test('shortens waits for a program, but not the user’s time', async () => {
  assert.deepEqual(await times(program('a', 90_000), person('b', 4_000), program('c', 200)), [
    [0, ''],
    [LONGEST_WAIT, 'a'],
    [LONGEST_WAIT + 4_000, 'ab'],
    [LONGEST_WAIT + 4_200, 'abc'],
  ]);
});

test('shortens a wait with only a spinner as one, until the next change', async () => {
  const turns = Array.from({ length: 40 }, (_, turn) => program(`\r${turn % 2 ? '⠋' : '⠙'} wait`));
  const shown = await times(...turns, program('\r✔ done'), program('\r✔ next', 90_000));
  assert.equal(shown.filter(([, text]) => text?.endsWith('wait')).length, 15);
  assert.deepEqual(shown.slice(-2), [
    [100 + LONGEST_WAIT, '✔ done'],
    [100 + 2 * LONGEST_WAIT, '✔ next'],
  ]);
});

test('skips frames that would flash, except the last', async () => {
  assert.deepEqual(await times(program('a', 100), program('b', 10), program('c', 10), program('d', 100)), [
    [0, ''],
    [100, 'abc'],
    [220, 'abcd'],
  ]);
});
