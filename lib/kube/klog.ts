/** The level of kubectl's log, `-v`, from which on bodies are traced. */
export const BODIES = 8;

/**
 * A message with its fields as kubectl's log has them: texts in quotes, those of several lines between `<` and `>` with a
 * tab before each line.
 */
export const klogLine = (message: string, fields: Record<string, string | number>): string =>
  [`"${message}"`, ...Object.entries(fields).map(([key, value]) => `${key}=${shown(value)}`)].join(' ');

function shown(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (!value.includes('\n')) return JSON.stringify(value);
  return `<\n\t${value.replace(/\n$/, '').replaceAll('\n', '\n\t')}\n >`;
}
