/**
 * npm run picture: repairs a host as the recording does, and takes a picture of the report. Writes docs/report.png. It takes half a
 * minute, and needs a Chromium.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser } from '../test/support/browser.ts';
import { openStage, type Stage } from './recording/stage.ts';
import { root } from './root.ts';

/** Pixels. GitHub shows a README about this wide; the picture ends with the last row of a table that fits. */
const WIDTH = 1000;
const HEIGHT = 1150;

/** Where the last row ends that is seen in full. */
const LAST_ROW = `Math.floor(Math.max(...[...document.querySelectorAll('tr, section')]
  .map((part) => part.getBoundingClientRect().bottom)
  .filter((bottom) => bottom <= innerHeight)))`;

/** Bytes: everyone who opens the README loads it. */
const LARGEST = 150_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  await main();
} catch (error) {
  process.stderr.write(`No picture was taken: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const stage = await openStage();
  try {
    const picture = await pictureOf(await reported(stage));
    if (picture.length > LARGEST) throw new Error(`it has ${picture.length} bytes, more than ${LARGEST}`);
    const folder = join(root, 'docs');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'report.png'), picture);
    process.stderr.write(`docs/report.png: ${Math.ceil(picture.length / 1000)} kB\n`);
  } finally {
    await stage.stop();
  }
}

/** Repairs a host with a report, and gives its file. */
async function reported({ command, env }: Stage): Promise<string> {
  const [program = '', ...words] =
    `${command} repair worker-0 --yes --stable-for=10s --report=worker-0.html`.split(' ');
  const { HOME = '' } = env;
  // The program is looked for in the PATH of the stage.
  await promisify(execFile)('env', [program, ...words], { env, cwd: HOME });
  return join(HOME, 'worker-0.html');
}

async function pictureOf(file: string): Promise<Buffer> {
  const browser = await openBrowser();
  try {
    const page = await browser.open(file, { width: WIDTH, height: HEIGHT });
    const height = Number(await page.evaluate(LAST_ROW));
    return await (await browser.open(file, { width: WIDTH, height })).screenshot();
  } finally {
    await browser.close();
  }
}
