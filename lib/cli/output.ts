import type { Output } from './command.ts';

/** Writes data as a document: indented JSON, or YAML. */
export async function writeDocument(output: Output, format: 'json' | 'yaml', value: unknown): Promise<void> {
  if (format === 'json') {
    output.write(`${JSON.stringify(value, null, 4)}\n`);
    return;
  }
  const { stringify } = await import('yaml');
  output.write(stringify(value, { lineWidth: 0 }));
}
