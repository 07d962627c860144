import { algorithmOf } from '../hosts/image.ts';
import { parseJson } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import { hostNameOf, ipsIn, isOpen, pathOf, urlsIn } from './address.ts';
import { type Field, fieldsOfKind, type Role, valuesAt } from './fields.ts';
import type { Path } from './finding.ts';
import { textsIn } from './texts.ts';

/** A field that holds an address, whatever the address is. */
export interface Place {
  path: Path;
  /** Where the field is text of JSON: of the field inside that text. */
  inner?: Path;
  /** The address; where the field is a longer text, the part of it that is one. */
  value: string;
  role: Role;
  /** Whether a person writes the field, an operator does, or it is what a person's last `kubectl apply` sent. */
  origin: 'person' | 'operator' | 'applied';
  /** Whether the document's pattern for image names (§2.1) is for this image. */
  named: boolean;
  /** Whether another address may take its place by the document's form (§2.1), given that somebody may write it. */
  fixable: boolean;
  /** Whether nothing of the value may be shown. */
  secret: boolean;
  /** Whether it is an image that has no checksum file (a live ISO, an OCI image): the document's forms are not for it. */
  unchecked?: boolean;
  /** Whether nobody can tell what becomes of the value: one of a chart, a JSON patch, a variable. */
  isUnrecognized?: boolean;
}

/**
 * Every address of one object, also one whose host is filled in later, from the cluster or from a file, at the places where provisioning takes addresses from.
 * The address of a BMC is none of them. What is no object, or of another kind, has none; it never throws.
 *
 * A Secret has those of its user data, network data and metadata: give it one only where these are asked for.
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
          const { role, origin, named = false, fixable = false } = field;
          const unchecked = isLiveIso(root, field.at) || /^oci:/i.test(value) || isIso(value);
          const about = { path, value, role, origin, secret: false };
          return unchecked
            ? { ...about, named: false, fixable: false, unchecked }
            : { ...about, named, fixable };
        }),
    ),
    ...textsIn(root, kind).flatMap(({ path, text, secret }) =>
      urlsIn(text)
        .map((value) => inText(path, value, secret))
        // A script fills in its own.
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

/** Whether it is an ISO, or the checksum of one: a BMC fetches it, which knows no name of a cluster. */
export const isIso = (value: string): boolean => /\.iso(\.\w+)?$/i.test(pathOf(value));

/** An address in the middle of a text tells its role by its ending alone. */
function inText(path: Path, value: string, secret: boolean): Place {
  const isImage = /\.(qcow2|raw)$/i.test(pathOf(value));
  const role = isImage ? 'image' : algorithmOf(value) ? 'checksum' : 'endpoint';
  const about = { path, value, origin: 'person', named: false } as const;
  return secret
    ? { ...about, role: 'user-data', fixable: false, secret }
    : { ...about, role, fixable: role !== 'endpoint' && !isIso(value), secret };
}

/** What annotations hold of a whole object, as JSON, where that differs from what the object holds. */
function annotated(root: Record<string, unknown>, kind: string, own: Place[]): Place[] {
  const annotations = fieldsOf(fieldsOf(root.metadata)?.annotations) ?? {};
  const held = new Set(own.map(({ path, value }) => JSON.stringify([path, value])));
  return Object.entries(annotations).flatMap(([key, text]) => {
    const isApplied = key === LAST_APPLIED;
    if (typeof text !== 'string' || !(isApplied || SAVED_STATUS.test(key))) return [];
    const parsed = fieldsOf(parse(text));
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

/** What a pivot reads into an empty status; its group is the operator's. */
const SAVED_STATUS = /^baremetalhost\.[^/]+\/status$/;

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
