import { algorithmOf } from '../hosts/image.ts';
import { jsonIn } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import { hostNameOf, ipsIn, isOpen, pathOf, urlsIn } from './address.ts';
import { type Field, fieldsOfKind, type Role, valuesAt } from './fields.ts';
import type { Path } from './finding.ts';
import { textsIn } from './texts.ts';

/** A field that holds an address. */
export interface Place {
  path: Path;
  /** If the field holds JSON as text: the field inside that JSON. */
  inner?: Path;
  /** The address, which may be a part of the field's text. */
  value: string;
  role: Role;
  /** Who writes the field; `applied` for what the last `kubectl apply` sent. */
  origin: 'person' | 'operator' | 'applied';
  /** Whether the image name must match the pattern of §2.1. */
  named: boolean;
  /** Whether the address may be replaced by one in the form of §2.1. */
  fixable: boolean;
  /** Whether the value must not be shown. */
  secret: boolean;
  /** Whether it is an image without a checksum file (a live ISO, an OCI image), which §2.1 does not cover. */
  unchecked?: boolean;
  /** Whether the value is outside the known fields: in a chart, a JSON patch, a variable. */
  isUnrecognized?: boolean;
}

/**
 * Every address that provisioning reads from an object, including addresses with placeholders, but not those of BMCs. Empty for
 * objects of other kinds and for anything else; never throws.
 *
 * Includes the user data, network data and metadata in a Secret: pass Secrets only if the user asked for them.
 */
export function addressesIn(object: unknown): Place[] {
  const root = fieldsOf(object);
  const kind = root?.kind;
  if (!root || typeof kind !== 'string') return [];
  const own = placesOf(root, kind);
  return [...own, ...annotated(root, kind, own)];
}

function placesOf(root: Record<string, unknown>, kind: string): Place[] {
  return [
    ...fieldsOfKind(root, kind).flatMap((field) =>
      valuesAt(root, field.at)
        .filter(({ value }) => isAddress(value, field))
        .map(({ path, value }): Place => {
          const { role, origin } = field;
          const unchecked = isLiveIso(root, field.at) || /^oci:/i.test(value) || isIso(value);
          const fixable = field.fixable === true && !unchecked;
          const named = fixable && role === 'image';
          return { path, value, role, origin, secret: false, named, fixable, unchecked };
        }),
    ),
    ...textsIn(root, kind).flatMap(({ path, text, secret }) =>
      urlsIn(text)
        .map((value) => inText(path, value, secret))
        // Scripts have variables of their own.
        .filter(({ value, role }) => role === 'image' || role === 'checksum' || !isOpen(value)),
    ),
  ];
}

const isAddress = (value: string, { role }: Field): boolean =>
  isOpen(value) || hostNameOf(value) !== undefined || (role === 'endpoint' && ipsIn(value).length > 0);

const isLiveIso = (root: Record<string, unknown>, at: readonly string[]): boolean =>
  ['format', 'diskFormat'].some((key) =>
    valuesAt(root, [...at.slice(0, -1), key]).some(({ value }) => value === 'live-iso'),
  );

/** Whether it is an ISO, or the checksum of one. BMCs fetch those, and cannot resolve names of in-cluster services. */
export const isIso = (value: string): boolean => /\.iso(\.\w+)?$/i.test(pathOf(value));

/** The place of an address inside a text; its role follows from its ending. */
function inText(path: Path, value: string, secret: boolean): Place {
  const isImage = /\.(qcow2|raw)$/i.test(pathOf(value));
  const role = isImage ? 'image' : algorithmOf(value) ? 'checksum' : 'endpoint';
  const about = { path, value, origin: 'person', named: false } as const;
  return secret
    ? { ...about, role: 'user-data', fixable: false, secret }
    : { ...about, role, fixable: role !== 'endpoint' && !isIso(value), secret };
}

/** The addresses in annotations that hold the object as JSON, unless the object has the same ones. */
function annotated(root: Record<string, unknown>, kind: string, own: Place[]): Place[] {
  const annotations = fieldsOf(fieldsOf(root.metadata)?.annotations) ?? {};
  const held = new Set(own.map(({ path, value }) => JSON.stringify([path, value])));
  return Object.entries(annotations).flatMap(([key, text]) => {
    const isApplied = key === LAST_APPLIED;
    if (typeof text !== 'string' || !(isApplied || SAVED_STATUS.test(key))) return [];
    const parsed = fieldsOf(jsonIn(text));
    const saved = isApplied ? parsed : { status: parsed };
    return placesOf(saved ?? {}, kind)
      .filter(({ path, value }) => !held.has(JSON.stringify([path, value])))
      .map((place) => ({
        ...place,
        path: ['metadata', 'annotations', key],
        inner: isApplied ? place.path : place.path.slice(1),
        origin: isApplied ? ('applied' as const) : ('operator' as const),
        named: false,
        fixable: false,
      }));
  });
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The operator restores an empty status from it, after a pivot; its group is the operator's. */
const SAVED_STATUS = /^baremetalhost\.[^/]+\/status$/;
