/**
 * npm run test:values [-- --cases N --seed N --show]: compares what we make of layers of values files with what Helm makes of them.
 * Helm is built from its Go module. A file that one of the two refuses is refused by the other as well.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { YamlSyntaxError } from '../../lib/input/yaml-documents.ts';
import { mergeLayers } from '../../lib/values/layers.ts';
import { readLayer } from '../../lib/values/read-layer.ts';
import { buildProgram } from '../cluster/build.ts';
import { onPath } from '../cluster/on-path.ts';
import { randomFrom, randomValues } from './random-values.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean' },
  },
});
const go = await onPath('go', process.env);
if (go === undefined) {
  process.stderr.write('Helm is built with Go, which is not on PATH.\n');
  process.exit(2);
}
const helm = await buildProgram('helm', {
  go,
  env: process.env,
  log: (line) => process.stderr.write(`${line}\n`),
});
const folder = mkdtempSync(join(tmpdir(), 'test-values-'));
try {
  compare(Number(values.cases), Number(values.seed));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compare(cases: number, seed: number): void {
  const random = randomFrom(seed);
  let [refused, different] = [0, 0];
  for (let at = 0; at < cases; at += 1) {
    const texts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomValues(random));
    const [theirs, ours] = [ofHelm(texts), oursOf(texts)];
    refused += Number(theirs === undefined);
    if (isDeepStrictEqual(theirs, ours)) continue;
    different += 1;
    if (values.show)
      process.stdout.write(
        `${texts.map((text) => `${JSON.stringify(text)}\n`).join('')}Helm ${JSON.stringify(theirs)}\nours ${JSON.stringify(ours)}\n\n`,
      );
  }
  process.stdout.write(`cases ${cases}, refused ${refused}, different ${different}\n`);
  if (different > 0) process.exitCode = 1;
}

/** The values that Helm gives to a chart's templates, whose own values are the first text; undefined if it refuses them. */
function ofHelm([chart = '', ...files]: readonly string[]): unknown {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: values\nversion: 0.1.0\n');
  writeFileSync(join(folder, 'values.yaml'), chart);
  writeFileSync(join(folder, 'templates', 'values.yaml'), '{{ toJson .Values }}\n');
  const flags = files.flatMap((text, at) => {
    const path = join(folder, `${at}.yaml`);
    writeFileSync(path, text);
    return ['-f', path];
  });
  try {
    const output = execFileSync(helm, ['template', folder, ...flags], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}

function oursOf([chart = '', ...files]: readonly string[]): unknown {
  try {
    const layers = [
      readLayer('chart', chart, { isChart: true }),
      ...files.map((text) => readLayer('file', text)),
    ];
    return JSON.parse(JSON.stringify(mergeLayers(layers)));
  } catch (error) {
    if (error instanceof YamlSyntaxError) return undefined;
    throw error;
  }
}
