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

/** What stands against judging something, and what to do about it. */
export interface Fault {
  reason: string;
  hint: string;
}

/** What keeps a text from being YAML: that it is a template, or what `error` says. */
export const faultOf = (text: string, error: YamlSyntaxError): Fault =>
  isTemplateText(text)
    ? A_TEMPLATE
    : { reason: `is not valid YAML: ${error.message}`, hint: 'fix the syntax' };

/**
 * Whether a text that is no YAML is the template of one: it is YAML without its actions, or has some where YAML begins a line.
 * Others, such as those in the text of an alert or in quotes, have nothing to do with what is wrong.
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

/** What a line begins with is a token of its own only where it is no part of a text. */
function hasActionLine(text: string): boolean {
  const tokens = [...new Lexer().lex(text)].filter((token) => !MARKS.has(token));
  return tokens.some((token, at) => {
    const [line = '\n', indentation = '\n'] = tokens.slice(Math.max(at - 2, 0), at);
    const begins = indentation.endsWith('\n') || (/^[ \t]+$/.test(indentation) && line.endsWith('\n'));
    return begins && token === '{' && /^[{%]/.test(tokens[at + 1] ?? '');
  });
}

const MARKS: ReadonlySet<string> = new Set([CST.BOM, CST.DOCUMENT, CST.SCALAR]);

/** The values of an object that are not what they will be. */
export function unresolvedIn(object: FileObject): (Fault & { leaf: Leaf | undefined })[] {
  const { value, leaves } = object;
  if (isEncrypted(value)) return [{ ...ENCRYPTED, leaf: leaves[0] }];
  const known = Map.groupBy(addressesIn(value), ({ path }) => keyOf(path));
  return leaves.flatMap((leaf) => {
    const places = known.get(keyOf(leaf.path));
    const open = places?.find((place) => isOpen(place.value));
    if (open) return [{ ...(hasVariable(open.value) ? FILLED_IN : UNREADABLE), leaf }];
    if (isTemplate(leaf, object)) return [{ ...FILLED_IN, leaf }];
    if (places || !hasOpenImage(leaf)) return [];
    return [{ ...(hasVariable(textOf(leaf)) ? FILLED_IN : UNREADABLE), leaf }];
  });
}

const textOf = ({ node }: Leaf): string => (isScalar(node) ? String(node.value) : '');

/** Whether a template without quotes, which YAML reads as a map in a map, stands where an address does. */
const isTemplate = ({ path, node }: Leaf, { sourceMap }: FileObject): boolean =>
  isMap(node) &&
  ADDRESSES.has(path.at(-1) ?? '') &&
  sourceMap.text.startsWith('{{', node.range?.[0] ?? sourceMap.text.length);

/** Whether SOPS has encrypted an object: it adds what it needs to decrypt it. */
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
 * Addresses of images and checksums by IP where no rule knows a place: values of a chart, a JSON patch, a variable, a script.
 * What becomes of them nobody can tell, so that only an IP address counts there, never a name: an image's name outside the
 * service may be meant for something else.
 *
 * @param name of the file, which stands for the object where there is none.
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
      ({ path }) => !known.has(keyOf(path)) && !isKept(path) && !(isObject && OTHERS.has(path[0] ?? '')),
    )
    .flatMap((leaf) =>
      imagesByIp(leaf).flatMap((url) =>
        judged(
          {
            path: leaf.path,
            value: url,
            role: roleOf(url),
            origin: 'person',
            ...UNRECOGNIZED,
            fixable: !isForBmc(leaf.path, url),
          },
          holder,
          expectation,
        ),
      ),
    );
}

const UNRECOGNIZED = { named: false, secret: false, isUnrecognized: true } as const;

/** Whether a value says that the image beside it is attached to the BMC. */
const isLiveIso = ({ path, node }: Leaf): boolean =>
  ['format', 'diskFormat'].includes(path.at(-1) ?? '') && isScalar(node) && node.value === 'live-iso';

/** What an operator or a client writes of an object. */
const OTHERS = new Set(['metadata', 'status']);

/** Whether a file only keeps a value there for its aliases: what it becomes is found where they are. */
export const isKept = ([top = '']: string[]): boolean => /^(x-|_|\.)/.test(top);

/** The same for paths of findings, whose indexes are numbers, and of leaves. */
export const keyOf = (path: readonly (string | number)[]): string => JSON.stringify(path.map(String));

const imagesByIp = (leaf: Leaf): string[] => imagesIn(leaf).filter((url) => ipsIn(url).length > 0);

/** Whether an image in the text of a leaf is at a host that nobody can tell. */
function hasOpenImage(leaf: Leaf): boolean {
  const { node } = leaf;
  const text = isScalar(node) && typeof node.value === 'string' ? node.value : '';
  return imagesIn(leaf).some(isOpen) || (ALONE.test(text) && isOpen(text));
}

/** Addresses of images in the text of a leaf; of one whose name is filled in, what stands around it says that it is one. */
function imagesIn({ path, node }: Leaf): string[] {
  const text = isScalar(node) ? node.value : undefined;
  if (typeof text !== 'string') return [];
  return urlsIn(text).filter((url) => {
    const at = pathOf(url);
    return IMAGE.test(at) || (endsOpen(url) && !NAMED.test(at) && /image/i.test(at + path.at(-1)));
  });
}

/** Images, their checksums, and lists of checksums. */
const IMAGE = /\.(qcow2|raw|img|iso|vdi|vmdk)(\.(md5|sha256|sha512)(sums?)?)?$|\/(md5|sha256|sha512)sums?$/i;

/** A path with another ending. */
const NAMED = /\.\w+$/;

/** An image in a value, whose address may begin with what is filled in. */
const ALONE = /^\s*\S+.*\.(qcow2|raw|img|iso)\b/;

const roleOf = (url: string): 'image' | 'checksum' =>
  /(md5|sha256|sha512)(sums?)?$/i.test(url) ? 'checksum' : 'image';
