/**
 * npm run recording: records how a host is repaired, with the packed program in a real shell, through kubectl where there
 * is one, against the embedded API server and the stand-in operator. Writes docs/recording.svg. It takes two minutes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chunk, framesOf } from './recording/frames.ts';
import { paced } from './recording/pace.ts';
import { openSession } from './recording/session.ts';
import { openStage } from './recording/stage.ts';
import { descriptionOf, play } from './recording/story.ts';
import { svgOf } from './recording/svg.ts';
import { root } from './root.ts';

/** A row of "kubectl bmh list" is as wide as that. */
const SIZE = { columns: 116, rows: 28 };

/** How long the end is shown, in milliseconds. */
const HOLD = 6000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  await main();
} catch (error) {
  process.stderr.write(`Nothing was recorded: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { command, chunks } = await record();
  const shots = paced(await framesOf(chunks, SIZE));
  const svg = svgOf(shots, {
    size: SIZE,
    title: `${command} repairs a bare-metal host`,
    description: descriptionOf(command),
    caption: `${command} · a real run, its waits shortened`,
    hold: HOLD,
  });
  const folder = join(root, 'docs');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'recording.svg'), svg);
  const seconds = ((shots.at(-1)?.at ?? 0) + HOLD) / 1000;
  const kilobytes = Math.ceil(Buffer.byteLength(svg) / 1000);
  process.stderr.write(
    `docs/recording.svg: ${seconds.toFixed(1)} s, ${shots.length} shots, ${kilobytes} kB\n`,
  );
}

/** Everything that the terminal was written, and how our command is called there. */
async function record(): Promise<{ command: string; chunks: readonly Chunk[] }> {
  const stage = await openStage();
  try {
    const session = openSession(SIZE, stage.env);
    try {
      await play(session, stage.command);
      return { command: stage.command, chunks: session.chunks() };
    } finally {
      await session.stop();
    }
  } finally {
    await stage.stop();
  }
}
