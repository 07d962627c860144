import { yamlText } from '../input/yaml-text.ts';
import { printableJson } from '../words/text.ts';
import type { Output } from './command.ts';
import type { DOCUMENTS } from './flags.ts';

/** A value of `-o` that requests data. */
export type DocumentFormat = Exclude<(typeof DOCUMENTS)[number], 'jsonpath='> | `jsonpath=${string}`;

export const isDocument = (format: string | undefined): format is DocumentFormat =>
  format === 'json' || format === 'yaml' || format?.startsWith(TEMPLATE) === true;

const TEMPLATE = 'jsonpath=';

/** @throws {CommandError} of kind usage if the format is an invalid template. */
export async function templateOf(format: string): Promise<((data: object) => string) | undefined> {
  if (!format.startsWith(TEMPLATE)) return undefined;
  return (await import('./jsonpath.ts')).jsonPathTemplate(format.slice(TEMPLATE.length));
}

/** Writes data as indented JSON, as YAML or through a template. Characters that could control a terminal are escaped. */
export async function writeDocument(output: Output, format: DocumentFormat, value: unknown): Promise<void> {
  const template = await templateOf(format);
  // As in kubectl, a template gets what JSON would show.
  if (template) output.write(template(JSON.parse(JSON.stringify(value)) as object));
  else if (format === 'json') output.write(`${printableJson(JSON.stringify(value, null, 4))}\n`);
  else output.write(await yamlText(value));
}
