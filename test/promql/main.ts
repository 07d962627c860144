/**
 * npm run test:promql [-- --record | --functions | --show]: checks mutations of expressions, and compares the verdicts with those
 * that Prometheus' parser gave. `--record` asks it again, which needs Go; `--functions` prints its functions; `--show` prints
 * each expression that is judged differently.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ExpressionError } from '../../lib/promql/expression-error.ts';
import { parseExpression } from '../../lib/promql/parse.ts';
import { CORPUS } from './corpus.ts';
import { mutations } from './mutate.ts';

/** The Go program that asks it. */
const MODULE = new URL('../cluster/promql/', import.meta.url);

/** The recorded verdicts: a bit for each expression, set if it is valid. */
const RECORD = new URL('verdicts.json', import.meta.url);
const [COUNT, SEED] = [20_000, 1];

/** The share of invalid expressions that may be missed, and of valid ones that may be called invalid. */
const LIMIT = 0.001;

const { values } = parseArgs({
  options: { record: { type: 'boolean' }, functions: { type: 'boolean' }, show: { type: 'boolean' } },
});
const expressions = [...CORPUS, ...mutations(COUNT - CORPUS.length, SEED)];
if (values.functions) process.stdout.write(ask(['functions'], ''));
else {
  if (values.record) record();
  compare();
}

function record(): void {
  const said = ask([], expressions.map((text) => `${JSON.stringify(text)}\n`).join('')).split('\n');
  const bits = new Uint8Array(Math.ceil(COUNT / 8));
  for (const index of expressions.keys())
    if (said[index] === '') bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  const version = /prometheus\/prometheus (v\S+)/.exec(readFileSync(new URL('go.mod', MODULE), 'utf8'))?.[1];
  const verdicts = {
    parser: `prometheus ${version}`,
    seed: SEED,
    count: COUNT,
    valid: Buffer.from(bits).toString('base64'),
  };
  writeFileSync(RECORD, `${JSON.stringify(verdicts, null, 2)}\n`);
}

function compare(): void {
  const { valid, count, seed } = JSON.parse(readFileSync(RECORD, 'utf8'));
  if (count !== COUNT || seed !== SEED)
    throw new Error('other expressions were recorded: run this with --record');
  const bits = Buffer.from(valid, 'base64');
  let [invalid, missed, alarms] = [0, 0, 0];
  for (const [index, text] of expressions.entries()) {
    const isValid = ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
    const fault = faultOf(text);
    invalid += Number(!isValid);
    missed += Number(!isValid && fault === undefined);
    alarms += Number(isValid && fault !== undefined);
    if (values.show && isValid !== (fault === undefined))
      process.stdout.write(`${isValid ? 'false alarm' : 'missed'}: ${JSON.stringify(text)} ${fault ?? ''}\n`);
  }
  process.stdout.write(
    `expressions ${COUNT}, invalid ${invalid}, missed ${missed}, false alarms ${alarms}\n`,
  );
  if (missed > LIMIT * invalid || alarms > LIMIT * (COUNT - invalid)) process.exitCode = 1;
}

function faultOf(text: string): string | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** What the parser of Prometheus says of a text; it is built first. */
function ask(args: string[], input: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'promql-'));
  try {
    const program = join(folder, 'promql');
    execFileSync('go', ['build', '-o', program, '.'], { cwd: MODULE, stdio: 'inherit' });
    return execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
