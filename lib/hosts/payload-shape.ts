import { fieldsOf } from '../objects/fields.ts';
import { PROVISIONED } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { algorithmOf, CHECKSUM_TYPES, declaredAlgorithm, hasAddressHost } from './image.ts';

/** Which of the two payloads of §4.A step 4 a value is. */
export type PayloadKind = 'status' | 'spec';

/** A parsed payload: its kind, if known, and its problems. */
export interface PayloadShape {
  kind: PayloadKind | undefined;
  findings: string[];
  /** The parts of its image that are strings. */
  image: { url?: string; checksum?: string; checksumType?: string };
}

/** Checks that a JSON value has exactly the shape of a payload (§4.A), plus an optional `checksumType`. */
export function payloadShape(value: unknown): PayloadShape {
  const fields = fieldsOf(value);
  const kinds = (['status', 'spec'] as const).filter((kind) => fields && kind in fields);
  const [kind] = kinds;
  if (!fields || !kind || kinds.length > 1)
    return {
      kind: undefined,
      findings: ['neither a status payload {"status": {...}} nor a spec payload {"spec": {...}}'],
      image: {},
    };
  const found = kind === 'status' ? statusFindings(fields) : specFindings(fields);
  const { url, checksum, checksumType } = fieldsOf(imageIn(fields, kind)) ?? {};
  return {
    kind,
    findings: found,
    image: {
      ...(typeof url === 'string' && { url }),
      ...(typeof checksum === 'string' && { checksum }),
      ...(typeof checksumType === 'string' && { checksumType }),
    },
  };
}

/** Differences between the two payloads of one host, which would wipe it on resume or fail its next deployment. */
export function disagreements(status: PayloadShape, spec: PayloadShape): string[] {
  return (['url', 'checksum', 'checksumType'] as const)
    .filter((part) => status.image[part] !== spec.image[part])
    .map((part) => {
      const shown = ({ image }: PayloadShape) => masked(image[part] ?? 'none');
      return `image.${part} differs: ${shown(status)} in the status payload, ${shown(spec)} in the spec payload`;
    });
}

const imageIn = (fields: Record<string, unknown>, kind: PayloadKind): unknown => {
  const inner = fieldsOf(fields[kind]) ?? {};
  return kind === 'spec' ? inner.image : fieldsOf(inner.provisioning)?.image;
};

const specFindings = (fields: Record<string, unknown>): string[] => [
  ...unknownFields(fields, '', ['spec']),
  ...within(fields.spec, 'spec', ['image'], ({ image }) => imageFindings(image, 'spec.image')),
];

const statusFindings = (fields: Record<string, unknown>): string[] => [
  ...unknownFields(fields, '', ['status']),
  ...within(
    fields.status,
    'status',
    ['errorCount', 'errorMessage', 'provisioning'],
    ({ errorCount, errorMessage, provisioning }) => [
      ...mustBe(errorCount, 0, 'status.errorCount'),
      ...mustBe(errorMessage, '', 'status.errorMessage'),
      ...within(provisioning, 'status.provisioning', ['image', 'state'], ({ image, state }) => [
        ...imageFindings(image, 'status.provisioning.image'),
        ...mustBe(state, PROVISIONED, 'status.provisioning.state'),
      ]),
    ],
  ),
];

const imageFindings = (image: unknown, path: string): string[] =>
  within(image, path, ['url', 'checksum', 'checksumType'], ({ url, checksum, checksumType }) => [
    ...addressFindings(url, `${path}.url`),
    ...checksumFindings(checksum, url, `${path}.checksum`),
    ...(checksumType === undefined ? [] : typeFindings(checksumType, checksum, `${path}.checksumType`)),
  ]);

function addressFindings(url: unknown, path: string): string[] {
  if (typeof url !== 'string') return [`${path}: ${shown(url)}, must be an address`];
  if (!isHttp(url)) return [`${path}: ${shown(url)}, must be an http or https address`];
  return hasAddressHost(url)
    ? [`${path}: ${shown(url)} contains an IP address; it must be a stable service name`]
    : [];
}

/** A checksum is a bare hash or the address of a file named after the image: `<image_url>.md5sum`. */
function checksumFindings(checksum: unknown, url: unknown, path: string): string[] {
  if (typeof checksum !== 'string') return [`${path}: ${shown(checksum)}, must be an address or a hash`];
  if (/^[\da-f]+$/i.test(checksum))
    return algorithmOf(checksum)
      ? []
      : [`${path}: ${shown(checksum)} does not have the length of any of ${CHECKSUM_TYPES.join(', ')}`];
  const found = addressFindings(checksum, path);
  return found.length > 0 || typeof url !== 'string' || checksum.startsWith(`${url}.`)
    ? found
    : [`${path}: ${shown(checksum)} does not start with the image address`];
}

function typeFindings(type: unknown, checksum: unknown, path: string): string[] {
  if (!CHECKSUM_TYPES.some((known) => known === type))
    return [`${path}: ${shown(type)}, must be one of ${CHECKSUM_TYPES.join(', ')}`];
  const written = typeof checksum === 'string' ? algorithmOf(checksum) : undefined;
  return written === undefined || declaredAlgorithm(String(type)) === written
    ? []
    : [`${path}: ${shown(type)}, though the checksum is ${written}`];
}

/** Checks an object: its own fields with `check`, and that it has no fields but the known ones. */
function within(
  value: unknown,
  path: string,
  known: readonly string[],
  check: (fields: Record<string, unknown>) => string[],
): string[] {
  const fields = fieldsOf(value);
  if (!fields) return [`${path}: ${shown(value)}, must be an object`];
  return [...unknownFields(fields, `${path}.`, known), ...check(fields)];
}

const unknownFields = (fields: Record<string, unknown>, lead: string, known: readonly string[]): string[] =>
  Object.keys(fields)
    .filter((key) => !known.includes(key))
    .map((key) => `${lead}${key}: is not a field of this payload`);

const mustBe = (value: unknown, wanted: string | number, path: string): string[] =>
  value === wanted ? [] : [`${path}: ${shown(value)}, must be ${JSON.stringify(wanted)}`];

const isHttp = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

const shown = (value: unknown): string => (value === undefined ? 'missing' : masked(JSON.stringify(value)));
