import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { root } from '../../scripts/root.ts';

/** The schema of results, as docs/ has it. */
export const resultsSchema = JSON.parse(readFileSync(join(root, 'docs/results.schema.json'), 'utf8'));

const isResult = new Ajv2020({ allErrors: true, strictTypes: false }).compile(resultsSchema);

/** @throws where what a command printed is a result, as JSON or YAML, and not as docs/results.schema.json describes it. */
export async function checkResult(stdout: string): Promise<void> {
  const result: unknown = stdout.startsWith('{') ? JSON.parse(stdout) : (await import('yaml')).parse(stdout);
  assert.ok(isResult(result), `${JSON.stringify(isResult.errors, null, 2)}\n${stdout.slice(0, 2_000)}`);
}
