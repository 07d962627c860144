import { CST, isMap, isScalar, Lexer } from 'yaml';
import { parseDocuments } from '../input/yaml-documents.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { YamlSyntaxError } from '../input/yaml-syntax-error.ts';
import { fieldsOf } from '../objects/fields.ts';
import { hasVariable, isOpen } from './address.ts';
import { SETTING_KEYS } from './fields.ts';
import type { FileObject } from './file-objects.ts';
import { addressesIn } from './places.ts';
import { hasOpenImage, keyOf } from './unrecognized.ts';

/** What stands against judging something, and what to do about it. */
export interface Fault {
  reason: string;
  mend: string;
}

/** What keeps a text from being YAML: that it is a template, or what `error` says. */
export const faultOf = (text: string, error: YamlSyntaxError): Fault =>
  isTemplateText(text) ? A_TEMPLATE : { reason: `is no YAML: ${error.message}`, mend: 'correct it there' };

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
  reason: 'is encrypted by SOPS',
  mend: 'audit it decrypted: sops decrypt FILE | kubectl bmh audit -f -',
};

const FILLED_IN: Fault = {
  reason: 'is an address that a variable fills in',
  mend: 'audit what it becomes: give that to kubectl bmh audit -f -',
};

const UNREADABLE: Fault = {
  reason: 'is not a valid address',
  mend: 'correct it there',
};

const A_TEMPLATE: Fault = {
  reason: 'is a template',
  mend: 'audit what it becomes: helm template CHART | kubectl bmh audit -f -',
};
