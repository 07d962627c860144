import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { liveDisplay } from '../../../lib/cli/live-screen.ts';
import { createScreen } from '../../packed/support/screen.ts';

/** A display of `lines` on a terminal of this size, with a clock that the test turns. */
function open(columns: number, rows: number) {
  let screen = createScreen(columns);
  let writes = 0;
  const output = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    write(text: string) {
      writes += 1;
      screen.write(text.replaceAll('\n', '\r\n'));
      return true;
    },
  });
  let turn = (): void => {};
  const clock = {
    now: () => new Date(0),
    after: (_milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        turn = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const shown = { lines: ['a'] };
  const sizes: string[] = [];
  const display = liveDisplay(output, { clock, stdout: output, stderr: output }, (size) => {
    sizes.push(`${size.columns}x${size.rows}`);
    return shown.lines;
  });
  return {
    output,
    display,
    sizes,
    shown,
    screen: () => screen,
    writes: () => writes,
    /** The terminal gets another width, and wraps what it shows. */
    resize(width: number, height: number, wrapped: string[]) {
      screen = createScreen(width);
      screen.write(`${wrapped.join('\r\n')}\r\n`);
      Object.assign(output, { columns: width, rows: height });
      output.emit('resize');
    },
    /** Lets a quarter of a second pass. */
    async pass(times = 1) {
      for (let time = 0; time < times; time += 1) {
        turn();
        await new Promise(setImmediate);
      }
    },
  };
}

test('draws the first change at once, and further ones four times a second at most', async () => {
  const { display, shown, screen, sizes, pass } = open(40, 10);
  assert.deepEqual(screen().lines(), []);
  display.changed();
  assert.deepEqual(screen().lines(), ['a']);
  for (const line of ['b', 'c', 'd']) {
    shown.lines = [line, line];
    display.changed();
  }
  assert.deepEqual(screen().lines(), ['a']);
  await pass();
  assert.deepEqual(screen().lines(), ['d', 'd']);
  assert.deepEqual(sizes, ['40x9', '40x9'], 'one row is left for the cursor');
  display.end();
});

test('draws each second without a change, and writes nothing where the lines are the same', async () => {
  const { display, shown, screen, sizes, writes, pass } = open(40, 10);
  display.changed();
  const written = writes();
  await pass(4);
  assert.deepEqual([sizes.length, writes()], [2, written]);
  shown.lines = ['later'];
  await pass(3);
  assert.deepEqual(screen().lines(), ['a']);
  await pass();
  assert.deepEqual(screen().lines(), ['later']);
  display.end();
});

test('draws nothing before the first change, not even at the end', async () => {
  const { display, screen, output } = open(40, 10);
  output.emit('resize');
  process.emit('SIGCONT');
  display.end();
  assert.deepEqual(screen().lines(), []);
});

test('a narrower terminal wraps the old lines: all of them are erased', async () => {
  const { display, shown, screen, sizes, resize, pass } = open(20, 10);
  shown.lines = ['12345678901234567890', 'short'];
  display.changed();
  resize(8, 5, ['$ list', '12345678', '90123456', '7890', 'short']);
  shown.lines = ['new', 'lines'];
  await pass();
  assert.deepEqual(screen().lines(), ['$ list', 'new', 'lines']);
  assert.equal(sizes.at(-1), '8x4');
  display.end();
});

test('after Ctrl-Z and fg, it is drawn below what the shell has written', async () => {
  const { display, shown, screen, pass } = open(40, 10);
  display.changed();
  screen().write('[1]+ Stopped\r\n$ fg\r\n');
  process.emit('SIGCONT');
  shown.lines = ['b'];
  await pass();
  assert.deepEqual(screen().lines(), ['a', '[1]+ Stopped', '$ fg', 'b']);
  shown.lines = ['c'];
  display.changed();
  await pass();
  assert.deepEqual(screen().lines(), ['a', '[1]+ Stopped', '$ fg', 'c']);
  display.end();
});

test('what others write meanwhile goes above, also in the middle of the lines', async () => {
  const { display, shown, screen, output, pass } = open(40, 10);
  shown.lines = ['a', 'b'];
  display.changed();
  output.write('Warning: one\nWarning: two\n');
  assert.deepEqual(screen().lines(), ['Warning: one', 'Warning: two', 'a', 'b']);
  shown.lines = ['a', 'c'];
  display.changed();
  await pass();
  assert.deepEqual(screen().lines(), ['Warning: one', 'Warning: two', 'a', 'c']);
  display.end();
  output.write('after\n');
  await pass(4);
  assert.deepEqual(screen().lines(), ['Warning: one', 'Warning: two', 'a', 'c', 'after']);
});

test('at the end, the last state stays, with the cursor below it and shown', async () => {
  const { display, shown, screen, output, pass } = open(40, 10);
  display.changed();
  shown.lines = ['last', 'state'];
  display.end();
  assert.deepEqual([screen().lines(), screen().cursor()], [['last', 'state'], true]);
  shown.lines = ['more'];
  await pass();
  screen().write('$');
  assert.deepEqual(screen().lines(), ['last', 'state', '$']);
  assert.deepEqual([output.listenerCount('resize'), process.listenerCount('SIGCONT')], [0, 0]);
});
