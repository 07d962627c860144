import type { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import type { Unread } from '../../../lib/lint/finding.ts';
import { parseableText } from '../../shared/text-file.ts';
import { unreadable } from '../../shared/walk.ts';

/**
 * What `parse` makes of the text of a YAML file, or why the file cannot be read.
 *
 * @param hint what to do if it cannot be opened, and `invalid` if it is not valid.
 */
export async function parsedFile<Parsed extends object>(
  { path, hint, invalid = NOT_YAML }: Pick<Unread, 'path' | 'hint'> & { invalid?: string },
  read: () => Buffer | Promise<Buffer>,
  parse: (text: string) => Parsed | Promise<Parsed>,
): Promise<Parsed | Unread> {
  try {
    const text = parseableText(await read());
    return typeof text === 'string' ? await parse(text) : { path, ...text };
  } catch (error) {
    return isYamlFault(error)
      ? { path, reason: `is not valid YAML: ${error.message}`, hint: invalid }
      : { path, reason: unreadable(path, error, hint).reason, hint };
  }
}

/** By its name: its module is only loaded where it is thrown. */
const isYamlFault = (error: unknown): error is YamlSyntaxError =>
  error instanceof Error && error.name === 'YamlSyntaxError';

const NOT_YAML = 'fix it, or pass the rendered output of a chart: helm template CHART';
