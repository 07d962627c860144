import type { Host } from '../../../../lib/cli/command.ts';
import { CLASSIC_EXPORT, classicIn } from '../../../../lib/dashboards/export/classic.ts';
import { parseJson } from '../../../../lib/input/json.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { givenText } from '../../../shared/given-text.ts';

/** The classic dashboard of a JSON file, or of stdin (`-`). @throws {CommandError} if there is none in it. */
export async function dashboardFile(file: string, host: Host): Promise<Record<string, unknown>> {
  const { name, text } = await givenText(file, host, ': ');
  const found = classicIn(await parsed(text, name));
  if ('fields' in found) return found.fields;
  throw usageError(
    `${name} ${found.fault}`,
    found.isV2 ? CLASSIC_EXPORT : 'Pass the JSON of a dashboard, as the dashboard UI exports it.',
  );
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
