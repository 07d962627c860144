import { isScalar } from 'yaml';
import { fieldsOf } from '../fields.ts';
import type { Leaf } from '../yaml-leaves.ts';
import { fieldsOfKind } from './fields.ts';
import type { FileObject } from './file-objects.ts';

/** What stands against judging something, and what to do about it. */
export interface Fault {
  reason: string;
  mend: string;
}

/** The values of an object that are not what they will be. */
export function unjudgedIn({ value, leaves }: FileObject): (Fault & { leaf: Leaf | undefined })[] {
  if (isEncrypted(value)) return [{ ...ENCRYPTED, leaf: leaves[0] }];
  const root = fieldsOf(value);
  const isAudited = typeof root?.kind === 'string' && fieldsOfKind(root, root.kind).length > 0;
  const open = leaves.find((leaf) => isOpen(leaf, isAudited));
  return open ? [{ ...OPEN, leaf: open }] : [];
}

/** Whether SOPS has encrypted an object: it adds what it needs to decrypt it. */
export function isEncrypted(value: unknown): boolean {
  const sops = fieldsOf(fieldsOf(value)?.sops);
  return sops !== undefined && ('mac' in sops || 'lastmodified' in sops);
}

/** Whether a variable of Flux or clusterctl, or a template, is to fill in the address of an image. */
function isOpen({ path, node }: Leaf, isAudited: boolean): boolean {
  const text = isScalar(node) ? node.value : undefined;
  if (typeof text !== 'string' || !VARIABLE.test(text)) return false;
  return IMAGE.test(text) || (isAudited && ADDRESSES.has(path.at(-1) ?? ''));
}

const VARIABLE = /\{\{|\$\{|\$\(/;
const IMAGE = /^\s*\S+.*\.(qcow2|raw|img|iso)\b/;
const ADDRESSES = new Set(['url', 'checksum']);

const ENCRYPTED: Fault = {
  reason: 'is encrypted by SOPS',
  mend: 'audit it decrypted: sops decrypt FILE | kubectl bmh audit -f -',
};

const OPEN: Fault = {
  reason: 'is an address that a variable fills in',
  mend: 'audit what it becomes: give that to kubectl bmh audit -f -',
};
