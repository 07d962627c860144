import { writeFile } from 'node:fs/promises';
import { answersFile, watchdogStates } from './answers.ts';
import { askReal } from './ask-real.ts';
import { recordingNames } from './recordings.ts';

/** Records all responses again: `node test/metrics/record.ts`. Needs the programs of real servers. */
await Promise.all(
  [...watchdogStates, ...recordingNames].map(async (topic) =>
    writeFile(answersFile(topic), `${JSON.stringify(await askReal(topic), null, 2)}\n`),
  ),
);
