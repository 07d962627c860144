import { oneLine } from '../text.ts';

/**
 * The texts of an answer's `Warning` headers of code 299, which is how an API server speaks to people
 * (`299 - "text"`, several joined by commas), fit to be shown.
 */
export function warningsIn(header: string | string[] | undefined): string[] {
  const values = [header ?? []].flat().join(', ');
  return [...values.matchAll(WARNING)].map(([, text = '']) => oneLine(text.replace(/\\(.)/g, '$1')));
}

/** Code, agent, quoted text, and perhaps a quoted date. */
const WARNING = /(?:^|,)\s*299\s+\S+\s+"((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?/g;
