import type { Output } from './command.ts';

/** Writes data as a document: indented JSON, or YAML. */
export async function writeDocument(output: Output, format: 'json' | 'yaml', value: unknown): Promise<void> {
  if (format === 'json') {
    output.write(`${JSON.stringify(value, null, 4)}\n`);
    return;
  }
  // A bundler gives a CommonJS package that is loaded so its default export alone.
  const { stringify } = (await import('yaml')).default;
  output.write(stringify(value, { lineWidth: 0 }));
}
