import { RE2JS } from 're2js';

/** A regular expression of the UI, with or without slashes (`/^worker/i`); undefined if it is not valid. */
export function patternOf(text: string): RE2JS | undefined {
  const [, body = text, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    return RE2JS.compile(body, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
