import { masked } from '../words/masked.ts';

/**
 * The lines of a values file as they may be shown, one for each: without the values of keys that sound like a secret, or like the address
 * of a webhook, which whoever knows it can use.
 */
export function withoutSecrets(text: string): string[] {
  /** The column of a secret key: what is deeper is its value. */
  let column: number | undefined;
  /** Whether that value may be a map, whose keys are looked at themselves. */
  let mayBeMap = false;
  let isSecretName = false;
  return text.split('\n').map((line) => {
    const indent = line.search(/\S|$/);
    if (line.trim() === '') return line;
    if (column !== undefined && (indent > column || (mayBeMap && /^\s*:\s/.test(line)))) {
      if (!mayBeMap || !hasKey(line)) return `${line.slice(0, indent)}${HIDDEN}`;
    } else column = undefined;
    // A line break of its own kind may hide any key.
    if (/\r(?!$)|[\u0085\u2028\u2029]/.test(line)) return SECRET.test(line) ? HIDDEN : line;
    for (const { 0: written, 2: key = '', index } of line.matchAll(KEYS)) {
      const at = index + written.length;
      const isSecret = isSecretKey(key) || (key === 'value' && isSecretName);
      if (key === 'name') isSecretName = SECRET.test(line.slice(at));
      if (!isSecret) continue;
      if (/[{[]/.test(line.slice(0, index))) return inBrackets(line, at);
      const value = line.slice(at).trim();
      if (HARMLESS.test(value)) continue;
      column = index;
      mayBeMap = value === '' || value.startsWith('#');
      if (mayBeMap) return line;
      return `${line.slice(0, at)} ${/^[|>]\S*/.exec(value)?.[0] ?? HIDDEN}`;
    }
    const [, complex] = /^\s*\?\s+["']?([\w.-]{1,128})/.exec(line) ?? [];
    if (complex !== undefined && isSecretKey(complex)) [column, mayBeMap] = [indent, true];
    return masked(line).replace(WEB, '$1***').replace(ARGUMENT, '$1***');
  });
}

const HIDDEN = '***';

/** A key and its colon, quoted or not. */
const KEYS = /(?<![\w.-])(["']?)([\w.-]{1,128})\1\s*:(?=\s|$|(?<=["']\s*:))/g;

const hasKey = (line: string): boolean => line.search(KEYS) !== -1;

const SECRET =
  /pas+w|pssw|psw|secret|token|credential|api[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|tls\.key|(?:routing|service|user)_key|passphrase|^pass$|pwd|bearer|dsn|auth|(?:^|_)url$|webhook/i;

/** Keys that name a Secret, a key in it, or a file, and addresses that are public. */
const NAMES =
  /^(?:existingSecret\w*|configSecret|useExistingSecret|secrets?|\w*SecretName|\w*_file|userKey|passwordKey|\w*KeyRef|root_url|external_?url|webhook_configs|set-admin-password)$/i;

const isSecretKey = (key: string): boolean => SECRET.test(key) && !NAMES.test(key);

const HARMLESS = /^(?:true|false|null|~|\{\}|\[\])\s*(?:#.*)?$/;

/** The path of an address in a list, and the value of an argument. */
const WEB = /^(\s*-\s+["']?https?:\/\/[^/\s"']{1,300}\/)\S.*$/;
const ARGUMENT = /(--[\w-]{0,60}(?:token|password|secret|key)[\w-]{0,60}=)\S+/i;

/** A line with brackets, from a secret on: each value of a secret key is hidden up to where it ends for sure. */
function inBrackets(line: string, from: number): string {
  const rest = line.slice(from);
  const [value = rest] = /^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'{[][^,}\]]*)/.exec(rest) ?? [];
  const after = rest.slice(value.length);
  const other = [...after.matchAll(KEYS)].find(({ 2: key = '' }) => isSecretKey(key));
  const head = `${line.slice(0, from)} ${HIDDEN}`;
  if (!other) return `${head}${after}`;
  const next = other.index + other[0].length;
  return `${head}${after.slice(0, next)}${inBrackets(after, next).slice(next)}`;
}
