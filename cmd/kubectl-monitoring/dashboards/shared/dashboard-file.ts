import { resolve } from 'node:path';
import type { Host } from '../../../../lib/cli/command.ts';
import { CLASSIC_EXPORT, classicIn } from '../../../../lib/dashboards/export/classic.ts';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import { parseJson } from '../../../../lib/input/json.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { readStdin } from '../../../shared/read-stdin.ts';
import { fileReason, isFileError, textOf } from '../../../shared/text-file.ts';

/** The classic dashboard of a JSON file, or of stdin (`-`). @throws {CommandError} if there is none in it. */
export async function dashboardFile(file: string, host: Host): Promise<Record<string, unknown>> {
  const name = file === '-' ? 'stdin' : oneLine(file);
  const text = textOf(file === '-' ? await readStdin(host) : contentOf(file, name, host.cwd()))?.replace(
    /^\ufeff/,
    '',
  );
  if (text === undefined) throw usageError(`${name} is not UTF-8`, 'Save it as UTF-8.');
  const found = classicIn(await parsed(text, name));
  if ('fields' in found) return found.fields;
  throw usageError(
    `${name} ${found.fault}`,
    found.isV2 ? CLASSIC_EXPORT : 'Pass the JSON of a dashboard, as the dashboard UI exports it.',
  );
}

function contentOf(file: string, name: string, cwd: string): Buffer {
  try {
    return readGivenFile(resolve(cwd, file));
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw usageError(`${name}: ${fileReason(error)}`, 'Pass a file that you may read, or - for stdin.');
  }
}

async function parsed(text: string, name: string): Promise<unknown> {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, kind] = CONTAINER.exec(text) ?? [];
    if (kind !== undefined)
      throw usageError(
        `${name} is not the JSON of a dashboard, but a ${kind}`,
        'Pass the JSON that is in it as a file of its own.',
      );
    const { jsonFault } = await import('../../../../lib/input/json-error.ts');
    throw usageError(
      `${name} is not valid JSON: ${oneLine(jsonFault(text) ?? error.message)}`,
      'Pass the JSON of a dashboard, as the dashboard UI exports it.',
    );
  }
}

const CONTAINER = /^kind:\s*["']?(ConfigMap|Secret)\b/m;
