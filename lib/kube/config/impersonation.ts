import { CommandError, usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { UserEntry } from './kubeconfig-entries.ts';

/** Values of `--as-user-extra key=value`, by key. */
export function parseUserExtra(pairs: readonly string[]): Record<string, string[]> {
  const extra = new Map<string, string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) {
      throw usageError(
        `invalid --as-user-extra "${oneLine(pair)}": expected key=value`,
        'Give for example --as-user-extra reason=repair.',
      );
    }
    const key = pair.slice(0, at);
    extra.set(key, [...(extra.get(key) ?? []), pair.slice(at + 1)]);
  }
  return Object.fromEntries(extra);
}

/** The headers that ask the server to act as somebody else. */
export function impersonationHeaders(user: UserEntry, name: string): Record<string, string | string[]> {
  const { as, 'as-uid': uid, 'as-groups': groups = [], 'as-user-extra': extra = {} } = user;
  if (!as) {
    if (!uid && groups.length === 0 && Object.keys(extra).length === 0) return {};
    throw usageError(
      `requesting uid, groups or user-extra for ${oneLine(name)} without impersonating a user`,
      'Say whom to act as, too (--as).',
    );
  }
  const headers: Record<string, string | string[]> = {
    'Impersonate-User': as,
    ...(uid && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': groups }),
  };
  for (const [key, values] of Object.entries(extra)) headers[`Impersonate-Extra-${headerKey(key)}`] = values;
  for (const value of Object.values(headers).flat()) assertHeaderValue(value);
  return headers;
}

/** Keys are case-insensitive on the wire, and what a header name can't hold is percent-encoded, `%` itself too. */
const headerKey = (key: string): string =>
  [...Buffer.from(key.toLowerCase())]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const plain = /[a-z0-9!#$&'*+\-.^_`|~]/.test(character);
      return plain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

function assertHeaderValue(value: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new CommandError('usage', `error: "${oneLine(value)}" can't be sent as whom to act as`, {
    mend: 'Use names of plain text without line breaks (--as, --as-uid, --as-group, --as-user-extra).',
  });
}
