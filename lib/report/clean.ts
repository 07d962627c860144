import { masked } from '../words/masked.ts';

/** How many levels of a result are read: no command writes as many. */
const DEEPEST = 20;

const HIDDEN = '***';

/** Fields whose text is a secret, wherever they are. */
const SECRET_FIELD =
  /^(?:[\w-]*(?:password|passwd|secret|token|api[-_]?key|private[-_]?key)|authorization|credentials?|stringData)$/i;

/** Secrets in text that are no part of an address; `$1` stays. */
const SECRETS: readonly RegExp[] = [
  /(\bauthorization["']?\s{0,9}[:=]\s{0,9}["']?(?:(?:bearer|basic|negotiate)\s{1,9})?)[^\s"',;<>]+/gi,
  // Words may follow as well: "basic authentication".
  /(\b(?:bearer|basic|negotiate)\s{1,9})(?=[^\s"',;<>]{0,200}[\d=._~+/-]|[^\s"',;<>]{16})[^\s"',;<>]+/gi,
  /((?:^|[^\w])(?:[\w-]{0,40}(?:password|passwd|pwd|secret|token|api[-_]?key|access[-_]?key))["']?\s{0,9}=\s{0,9}["']?)[^\s"',;&<>]+/gi,
  /("[\w-]{0,40}(?:password|passwd|pwd|secret|token|api[-_]?key|access[-_]?key)\\?"\s{0,9}:\s{0,9}\\?")[^"\\]+/gi,
  /()\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /()LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}/g,
];

/** Fields whose text is a command: it is whole, or of no use. */
const COMMAND_FIELD = /^(?:next|command)$/;

/** Characters of a command: one that names some hundreds of hosts. */
const LONGEST_COMMAND = 16_000;

/**
 * A copy of data that anyone may have written, as a page may show it: secrets masked, and texts but commands cut.
 *
 * @param longest how many characters a text may have.
 */
export const cleaned = (value: unknown, longest: number): unknown => copied(value, longest, 0);

function copied(value: unknown, longest: number, depth: number): unknown {
  if (typeof value === 'string') return cut(withoutSecrets(value), longest);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((one) => copied(one, longest, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      cut(withoutSecrets(name), longest),
      SECRET_FIELD.test(name) && one
        ? HIDDEN
        : copied(one, COMMAND_FIELD.test(name) ? LONGEST_COMMAND : longest, depth + 1),
    ]),
  );
}

/** A text without credentials. What is too far behind to be shown is not searched. */
const withoutSecrets = (text: string): string =>
  SECRETS.reduce((shown, secret) => shown.replace(secret, `$1${HIDDEN}`), masked(text).slice(0, FURTHEST));

const FURTHEST = 20_000;

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = /[\ud800-\udbff]$/.test(text.slice(0, longest)) ? longest - 1 : longest;
  return `${text.slice(0, end)}...`;
}
