/**
 * Masks secrets in text: logins in URLs, everything in their queries and fragments that is not known to be harmless, and
 * elsewhere parameters that are named like credentials.
 */
export const masked = (text: string): string =>
  text
    .replace(LOGIN, '***@')
    .replace(ENCODED_LOGIN, '***%40')
    .replace(ADDRESS, maskedAddress)
    .replace(CREDENTIAL, '$1***');

/** Matched from the scheme on, so that a long word without a URL costs little. */
const LOGIN = /(?<=https?:[/\\]{0,3}|:\/{1,2}|(?:^|[\s"'(=,[])\/\/)(?:[^/?#\s"'\\]|["'\\](?![,:}\]]|$))*@/gi;
const ENCODED_LOGIN = /(?<=%3a%2f%2f)(?:(?!%2f|%3f|%23)[^/?#\s"'])*%40/gi;
const ADDRESS = /(?<=:\/{1,2}|(?:^|[\s"'(=])\/\/)[^\s"'<>]+/gi;
const CREDENTIAL =
  /((?:[?&;#]|\\u0026)[\w.~%-]{0,40}(?:sig|token|secret|pass|pwd|credential|auth|key|session|hmac|hdn|jwt|ticket|policy)[\w.~%-]{0,40}=)[^&;#\s"'\\<>]*[^&;#\s"'\\<>.,:)\]}]/gi;

/** Parameters that select a file without granting access, and those of our own API requests. */
const HARMLESS = new Set(
  [
    'arch archive checksum file format name os path platform raw ref tag v version',
    'allowwatchbookmarks continue dryrun fieldmanager fieldselector force labelselector limit',
    'resourceversion resourceversionmatch sendinitialevents timeoutseconds watch',
  ].flatMap((names) => names.split(' ')),
);

const PLAIN = /^[\w.~+:/%,-]*$/;

/** Masks the part of a URL after its scheme. Trailing punctuation belongs to the sentence around it. */
function maskedAddress(rest: string): string {
  let end = rest.length;
  while (end > 0 && PUNCTUATION.has(rest[end - 1] ?? '')) end -= 1;
  const start = rest.slice(0, end).search(/[?#]|%3f/i);
  if (start < 0) return rest;
  const parts = rest.slice(start, end).split(/([?#&;]|\\u0026|%(?:3f|26|23))/i);
  return (
    rest.slice(0, start) +
    parts.map((part, place) => (place % 2 ? part : maskedPart(part))).join('') +
    rest.slice(end)
  );
}

const PUNCTUATION = new Set('.,:;)]}\\');

function maskedPart(part: string): string {
  const [, name, equals = '', value = ''] = /^([\w.~%-]{1,64}?)(=|%3d)(.*)$/is.exec(part) ?? [];
  if ((HARMLESS.has((name ?? part).toLowerCase()) && PLAIN.test(value)) || part === '') return part;
  // A part that ends in equals signs may be a Base64 secret.
  return name === undefined || /^=*$/.test(value) ? '***' : `${name}${equals}***`;
}
