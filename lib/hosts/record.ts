import { parseJson } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { Host } from './host.ts';
import { CHECKSUM_TYPES, type ChecksumType, type Target } from './image.ts';

/** An image's addresses before the first change; null if the field was absent. */
export interface OriginalImage {
  url: string | null;
  checksum: string | null;
  checksumType: string | null;
}

/** What a run is for: setting the new addresses, or restoring the original ones. */
export type Goal = 'repair' | 'undo';

/** The order of the patches: the documented one (status, then spec), or one in which no state in between can wipe. */
export type Order = 'documented' | 'safe';

/**
 * What an unfinished run cannot read from the host's fields: its goal, the original values, and whose pause it is. One
 * annotation, written in the same patch as the pause and removed in the same patch as the resume.
 */
export interface RepairRecord {
  goal: Goal;
  /** The addresses that the repair sets and the undo removes. */
  target: Target;
  /** Absent for the documented order. */
  order?: 'safe';
  original: {
    spec: OriginalImage;
    status: OriginalImage & { errorCount: number | null; errorMessage: string | null };
  };
  /** How long to hold the pause before the resume, in milliseconds; 0 when absent. */
  hold?: number;
  /** Value of an accepted foreign pause, which this run neither writes nor removes. */
  foreignPause?: string;
  /** uid of the host; absent in records of older versions, which are valid on any host. */
  uid?: string;
  /** Random id of the run that wrote the record. */
  run: string;
  /** Version of this tool that wrote it. */
  version: string;
  /** RFC 3339; only displayed. */
  started: string;
}

/** Which run wrote a record, which version, and when. */
export type RunStamp = Pick<RepairRecord, 'run' | 'version' | 'started'>;

/** The record of a repair that is about to start. */
export function newRecord(
  { uid, image, statusImage, errorCount, errorMessage }: Host,
  { target, order, hold, run }: { target: Target; order: Order; hold?: number; run: RunStamp },
): RepairRecord {
  return {
    goal: 'repair',
    target,
    ...(order === 'safe' && { order }),
    ...(hold && { hold }),
    original: {
      spec: original(image),
      status: {
        ...original(statusImage),
        errorCount: errorCount ?? null,
        errorMessage: errorMessage ?? null,
      },
    },
    ...(uid !== undefined && { uid }),
    ...run,
  };
}

/** The record on a host; `'unreadable'` if it is invalid or belongs to another object. */
export function recordOn({
  recordText,
  uid,
}: Pick<Host, 'recordText' | 'uid'>): RepairRecord | 'unreadable' | undefined {
  const record = parseRecord(recordText);
  return typeof record === 'object' && record.uid !== undefined && record.uid !== uid ? 'unreadable' : record;
}

/** The record in an annotation; `'unreadable'` if it is invalid. */
export function parseRecord(text: string | undefined): RepairRecord | 'unreadable' | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The addresses that a run with this record leaves in the spec if no other writer changes them. */
export const goalImage = ({
  goal,
  target,
  original,
}: RepairRecord): Pick<OriginalImage, 'url' | 'checksum'> => (goal === 'repair' ? target : original.spec);

/** Whether the spec has the addresses of the record's goal. */
export function hasGoal({ image }: Pick<Host, 'image'>, record: RepairRecord): boolean {
  const { url, checksum } = goalImage(record);
  return (image?.url ?? null) === url && (image?.checksum ?? null) === checksum;
}

/** Whether the host still has its original addresses. */
export function isUntouched(
  { image, statusImage }: Host,
  { original: { spec, status } }: RepairRecord,
): boolean {
  const same = (now: Host['statusImage'] | undefined, then: OriginalImage) =>
    (now?.url ?? null) === then.url && (now?.checksum ?? null) === then.checksum;
  return same(image, spec) && same(statusImage, status);
}

const original = (image: Host['image']): OriginalImage => ({
  url: image?.url ?? null,
  checksum: image?.checksum ?? null,
  checksumType: image?.checksumType ?? null,
});

function isRecord(value: unknown): value is RepairRecord {
  const { goal, target, order, hold, original: from, foreignPause, uid, ...stamp } = fields(value);
  const spec = fields(fields(from).spec);
  const status = fields(fields(from).status);
  return (
    (goal === 'repair' || goal === 'undo') &&
    (order === undefined || order === 'safe') &&
    (hold === undefined || (typeof hold === 'number' && hold >= 0 && hold <= LONGEST)) &&
    isTarget(fields(target)) &&
    [spec, status].every(({ url, checksum, checksumType }) =>
      [url, checksum, checksumType].every((part) => isNullable(part, 'string')),
    ) &&
    isNullable(status.errorCount, 'number') &&
    isNullable(status.errorMessage, 'string') &&
    (foreignPause === undefined || typeof foreignPause === 'string') &&
    (uid === undefined || typeof uid === 'string') &&
    [stamp.run, stamp.version, stamp.started].every((part) => typeof part === 'string')
  );
}

function isTarget({ url, checksum, checksumType }: Record<string, unknown>): boolean {
  return (
    typeof url === 'string' &&
    URL.canParse(url) &&
    typeof checksum === 'string' &&
    (checksumType === undefined || CHECKSUM_TYPES.includes(checksumType as ChecksumType))
  );
}

/** The longest timer in Node, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

const isNullable = (value: unknown, type: 'string' | 'number'): boolean =>
  value === null || typeof value === type;

const fields = (value: unknown): Record<string, unknown> => fieldsOf(value) ?? {};
