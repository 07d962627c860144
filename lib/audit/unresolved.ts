import { CST, isMap, isScalar, Lexer } from 'yaml';
import { parseDocuments, YamlSyntaxError } from '../input/yaml-documents.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { fieldsOf } from '../objects/fields.ts';
import { endsOpen, hasVariable, ipsIn, isOpen, pathOf, urlsIn } from './address.ts';
import { SETTING_KEYS } from './fields.ts';
import type { FileObject } from './file-objects.ts';
import type { Finding, Holder } from './finding.ts';
import { type Expectation, holderOf, judged } from './judge.ts';
import { addressesIn, isIso } from './places.ts';

/** Why something cannot be checked, and what to do about it. */
export interface Fault {
  reason: string;
  hint: string;
}

/** Why a text is not valid YAML: it is a template, or has a syntax error. */
export const faultOf = (text: string, error: YamlSyntaxError): Fault =>
  isTemplateText(text)
    ? A_TEMPLATE
    : { reason: `is not valid YAML: ${error.message}`, hint: 'fix the syntax' };

/**
 * Whether invalid YAML is a template: it is valid without its template actions, or an action starts a line. Actions elsewhere,
 * such as in quotes or in the text of an alert, are not what makes it invalid.
 */
function isTemplateText(text: string): boolean {
  const filled = text.replace(ACTION_LINES, '').replace(ACTION, 'x');
  if (filled === text) return false;
  return isYaml(filled) || hasActionLine(text);
}

const ACTION = /\{\{[^\n]{0,400}?\}\}|\{%[^\n]{0,400}?%\}/g;
const ACTION_LINES = /^[ \t]*(?:(?:\{\{[^\n]{0,400}?\}\}|\{%[^\n]{0,400}?%\})[ \t]*)+\r?$/gm;

function isYaml(text: string): boolean {
  try {
    parseDocuments(text);
    return true;
  } catch (error) {
    if (error instanceof YamlSyntaxError) return false;
    throw error;
  }
}

/** Only an action outside of quotes and block texts is a token of its own. */
function hasActionLine(text: string): boolean {
  const tokens = [...new Lexer().lex(text)].filter((token) => !MARKS.has(token));
  return tokens.some((token, at) => {
    const [line = '\n', indentation = '\n'] = tokens.slice(Math.max(at - 2, 0), at);
    const begins = indentation.endsWith('\n') || (/^[ \t]+$/.test(indentation) && line.endsWith('\n'));
    return begins && token === '{' && /^[{%]/.test(tokens[at + 1] ?? '');
  });
}

const MARKS: ReadonlySet<string> = new Set([CST.BOM, CST.DOCUMENT, CST.SCALAR]);

/** The values of an object that are encrypted, templated or invalid. */
export function unresolvedIn(object: FileObject): (Fault & { leaf: Leaf | undefined })[] {
  const { value, leaves } = object;
  if (isEncrypted(value)) return [{ ...ENCRYPTED, leaf: leaves[0] }];
  const known = Map.groupBy(addressesIn(value), ({ path }) => keyOf(path));
  return leaves.flatMap((leaf) => {
    const places = known.get(keyOf(leaf.path));
    const open = places ? places.find((place) => isOpen(place.value))?.value : openTextOf(leaf);
    if (isTemplate(leaf, object) || (open !== undefined && hasVariable(open)))
      return [{ ...FILLED_IN, leaf }];
    return open === undefined ? [] : [{ ...UNREADABLE, leaf }];
  });
}

/** The text of a leaf; empty for a value of another type. */
const textOf = ({ node }: Leaf): string =>
  isScalar(node) && typeof node.value === 'string' ? node.value : '';

/** Whether an unquoted template, which YAML parses as a map in a map, is in the place of an address. */
const isTemplate = ({ path, node }: Leaf, { sourceMap }: FileObject): boolean =>
  isMap(node) &&
  ADDRESSES.has(path.at(-1) ?? '') &&
  sourceMap.text.startsWith('{{', node.range?.[0] ?? sourceMap.text.length);

/** Whether SOPS has encrypted an object. */
export function isEncrypted(value: unknown): boolean {
  const sops = fieldsOf(fieldsOf(value)?.sops);
  return sops !== undefined && ('mac' in sops || 'lastmodified' in sops);
}

const ADDRESSES = new Set(['url', 'checksum', ...SETTING_KEYS]);

const ENCRYPTED: Fault = {
  reason: 'is encrypted with SOPS',
  hint: 'audit it decrypted: sops decrypt FILE | kubectl bmh audit -f -',
};

const FILLED_IN: Fault = {
  reason: 'is an address that depends on a variable',
  hint: 'audit the rendered output: pipe it to kubectl bmh audit -f -',
};

const UNREADABLE: Fault = {
  reason: 'is not a valid address',
  hint: 'fix the address',
};

const A_TEMPLATE: Fault = {
  reason: 'is a template',
  hint: 'audit the rendered output: helm template CHART | kubectl bmh audit -f -',
};

/**
 * Addresses of images and checksums by IP outside the known fields: in chart values, JSON patches, variables, scripts. Only
 * IP addresses count there: an image at another host name may be for another purpose.
 *
 * @param name of the file, which findings name if there is no object.
 */
export function unrecognizedFindings(
  { value, leaves }: FileObject,
  name: string,
  expectation: Expectation,
): Finding[] {
  const isObject = typeof fieldsOf(value)?.kind === 'string';
  const holder: Holder = isObject ? holderOf(value) : { kind: 'File', apiVersion: '', name };
  const known = new Set(addressesIn(value).map(({ path }) => keyOf(path)));
  const media = new Set(leaves.filter(isLiveIso).map(({ path }) => keyOf(path.slice(0, -1))));
  const isForBmc = (path: string[], url: string): boolean =>
    isIso(url) || /iso/i.test(path.at(-1) ?? '') || media.has(keyOf(path.slice(0, -1)));
  return leaves
    .filter(
      ({ path }) =>
        !known.has(keyOf(path)) && !isKept(path) && !(isObject && NOT_BY_USERS.has(path[0] ?? '')),
    )
    .flatMap((leaf) =>
      imagesIn(leaf)
        .filter((url) => ipsIn(url).length > 0)
        .flatMap((url) => {
          const role = /(md5|sha256|sha512)(sums?)?$/i.test(url) ? 'checksum' : 'image';
          const fixable = !isForBmc(leaf.path, url);
          const place = { path: leaf.path, value: url, role, fixable, ...UNRECOGNIZED } as const;
          return judged(place, holder, expectation);
        }),
    );
}

const UNRECOGNIZED = { origin: 'person', named: false, secret: false, isUnrecognized: true } as const;

/** Whether a value marks the image next to it as one for the BMC. */
const isLiveIso = ({ path, node }: Leaf): boolean =>
  ['format', 'diskFormat'].includes(path.at(-1) ?? '') && isScalar(node) && node.value === 'live-iso';

/** Fields that operators and clients write. */
const NOT_BY_USERS = new Set(['metadata', 'status']);

/** Whether a file keeps a value there only for its aliases, at which it is checked. */
export const isKept = ([top = '']: string[]): boolean => /^(x-|_|\.)/.test(top);

/** Equal for the path of a finding, with numbers as indexes, and that of its leaf. */
export const keyOf = (path: readonly (string | number)[]): string => JSON.stringify(path.map(String));

/** The text of a leaf that contains an image at an unknown host; undefined for any other. */
function openTextOf(leaf: Leaf): string | undefined {
  const text = textOf(leaf);
  return imagesIn(leaf).some(isOpen) || (ALONE.test(text) && isOpen(text)) ? text : undefined;
}

/** The addresses of images in the text of a leaf. If the file name is a placeholder, the key or the path must say 'image'. */
const imagesIn = (leaf: Leaf): string[] =>
  urlsIn(textOf(leaf)).filter((url) => {
    const at = pathOf(url);
    return IMAGE.test(at) || (endsOpen(url) && !NAMED.test(at) && /image/i.test(at + leaf.path.at(-1)));
  });

/** Images, their checksums, and checksum lists. */
const IMAGE = /\.(qcow2|raw|img|iso|vdi|vmdk)(\.(md5|sha256|sha512)(sums?)?)?$|\/(md5|sha256|sha512)sums?$/i;

/** A path with another ending. */
const NAMED = /\.\w+$/;

/** An image address that may begin with a placeholder. */
const ALONE = /^\s*\S+.*\.(qcow2|raw|img|iso)\b/;
