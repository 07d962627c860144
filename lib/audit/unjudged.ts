import { isMap } from 'yaml';
import { fieldsOf } from '../fields.ts';
import type { Leaf } from '../yaml-leaves.ts';
import { hasVariable, isOpen } from './address.ts';
import { SETTING_KEYS } from './fields.ts';
import type { FileObject } from './file-objects.ts';
import { addressesIn } from './places.ts';
import { hasOpenImage, keyOf } from './stray.ts';

/** What stands against judging something, and what to do about it. */
export interface Fault {
  reason: string;
  mend: string;
}

/** The values of an object that are not what they will be. */
export function unjudgedIn(object: FileObject): (Fault & { leaf: Leaf | undefined })[] {
  const { value, leaves } = object;
  if (isEncrypted(value)) return [{ ...ENCRYPTED, leaf: leaves[0] }];
  const known = Map.groupBy(addressesIn(value), ({ path }) => keyOf(path));
  return leaves.flatMap((leaf) => {
    const places = known.get(keyOf(leaf.path));
    const open = places?.find((place) => isOpen(place.value));
    if (open) return [{ ...(hasVariable(open.value) ? FILLED_IN : UNREADABLE), leaf }];
    return isTemplate(leaf, object) || (!places && hasOpenImage(leaf)) ? [{ ...FILLED_IN, leaf }] : [];
  });
}

/** Whether a template without quotes, which YAML reads as a map in a map, stands where an address does. */
const isTemplate = ({ path, node }: Leaf, { region }: FileObject): boolean =>
  isMap(node) &&
  ADDRESSES.has(path.at(-1) ?? '') &&
  region.text.startsWith('{{', node.range?.[0] ?? region.text.length);

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
