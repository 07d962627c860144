import { isScalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { fieldsOf } from '../objects/fields.ts';
import { endsOpen, ipsIn, isOpen, pathOf, urlsIn } from './address.ts';
import type { FileObject } from './file-objects.ts';
import type { Finding, Holder } from './finding.ts';
import { type Expectation, holderOf, judged } from './judge.ts';
import { addressesIn, isIso } from './places.ts';

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
            ...STRAY,
            fixable: !isForBmc(leaf.path, url),
          },
          holder,
          expectation,
        ),
      ),
    );
}

const STRAY = { named: false, secret: false, isStray: true } as const;

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
export function hasOpenImage(leaf: Leaf): boolean {
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
