import { masked } from '../../words/masked.ts';

/** What is shown in the place of a secret, as in kubectl. */
const MASK = '<masked>';

/** Below this many characters a secret is a word like any other: hiding it everywhere would hide the rest. */
const SHORTEST = 6;

/** A private key in base64, as kubeconfigs and Secrets hold it, begins with `-----BEGIN` in base64. */
const ENCODED_PEM = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}/g;

/** What gives itself away as a secret, whoever it belongs to; `$1` is what stays. */
const PATTERNS: [RegExp, string][] = [
  [
    /(authorization["'\\]*\s*[:=]\s*["'\\]*(?:(?:bearer|basic|negotiate)\s+)?)[^\s"'\\,{}[\]]+/gi,
    `$1${MASK}`,
  ],
  [/(--[a-z0-9-]{0,60}(?:token|password|secret|api-?key)=)[^\s"'\\,{}[\]]+/gi, `$1${MASK}`],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g, MASK],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, MASK],
];

/** Text without the given secrets, in whichever form they stand in it, and without what looks like one. */
export function hide(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(({ length }) => length >= SHORTEST)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
  const without = PATTERNS.reduce((shown, [pattern, kept]) => shown.replace(pattern, kept), known);
  return masked(without.replace(ENCODED_PEM, (pem) => (isPrivateKey(pem) ? MASK : pem)));
}

/** A secret as it stands in plain text, in JSON, in an address, and in base64. */
function formsOf(secret: string): string[] {
  const whole = secret.toWellFormed();
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(whole),
      new URLSearchParams([['', whole]]).toString().slice(1),
      Buffer.from(whole).toString('base64'),
    ]),
  ];
}

const isPrivateKey = (base64: string): boolean =>
  /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY/.test(Buffer.from(base64.slice(0, 80), 'base64').toString());

/** A header's value as it may be shown: of credentials, only the scheme that they are for. */
export function maskedHeader(name: string, value: string): string {
  if (/^(proxy-)?authorization$/i.test(name)) {
    const scheme = /^(bearer|basic|negotiate)(?= )/i.exec(value);
    return scheme ? `${scheme[0]} ${MASK}` : MASK;
  }
  return /cookie|token|secret|password|credential|api-?key/i.test(name) ? MASK : value;
}
