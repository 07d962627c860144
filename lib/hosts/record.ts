import { parseJson } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { Host } from './host.ts';
import { CHECKSUM_TYPES, type ChecksumType, type Target } from './image.ts';

/** An image's addresses as they stood before the first change; null where the field was absent. */
export interface OriginalImage {
  url: string | null;
  checksum: string | null;
  checksumType: string | null;
}

/** What a run is for: to bring the new addresses in, or to put the former ones back. */
export type Goal = 'repair' | 'undo';

/** The order of the patches: the document's (status, then spec), or the one in which no state between them can wipe. */
export type Order = 'documented' | 'window-free';

/**
 * What an unfinished run can't read back from the host: what it is up to, what stood there before, and whose pause it
 * is. One annotation, written in the same patch as the pause and removed in the same patch as the resume.
 */
export interface RepairRecord {
  goal: Goal;
  /** The addresses that the repair brings in and the undo takes out again. */
  target: Target;
  /** Absent where the order is the document's. */
  order?: 'window-free';
  original: {
    spec: OriginalImage;
    status: OriginalImage & { errorCount: number | null; errorMessage: string | null };
  };
  /** How long the pause is kept before the resume, in milliseconds; absent where it is not. */
  hold?: number;
  /** Value of somebody else's pause that was accepted: it is neither written nor removed by us. */
  foreignPause?: string;
  /** uid of the host; absent in records of older versions, which are followed wherever they are. */
  uid?: string;
  /** Random id of the run that wrote the record. */
  run: string;
  /** Version of this tool that wrote it. */
  version: string;
  /** When, as RFC 3339; only shown. */
  started: string;
}

/** Which run wrote a record, with what, and when. */
export type RunStamp = Pick<RepairRecord, 'run' | 'version' | 'started'>;

/** The record of a repair that is about to be begun. */
export function newRecord(
  { uid, image, statusImage, errorCount, errorMessage }: Host,
  { target, order, hold, run }: { target: Target; order: Order; hold?: number; run: RunStamp },
): RepairRecord {
  return {
    goal: 'repair',
    target,
    ...(order === 'window-free' && { order }),
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

/** The record on a host: undefined where there is none, `'unreadable'` where it isn't one that this host's runs may follow. */
export function recordOn({
  recordText,
  uid,
}: Pick<Host, 'recordText' | 'uid'>): RepairRecord | 'unreadable' | undefined {
  const record = parseRecord(recordText);
  return typeof record === 'object' && record.uid !== undefined && record.uid !== uid ? 'unreadable' : record;
}

/** The record in an annotation: undefined where there is none, `'unreadable'` where it isn't one of ours. */
export function parseRecord(text: string | undefined): RepairRecord | 'unreadable' | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The addresses that a run with this record leaves in the spec, as far as nobody else has changed them. */
export const goalImage = ({
  goal,
  target,
  original,
}: RepairRecord): Pick<OriginalImage, 'url' | 'checksum'> => (goal === 'repair' ? target : original.spec);

/** Whether the spec has the addresses that a run with this record leaves in it. */
export function hasGoal({ image }: Pick<Host, 'image'>, record: RepairRecord): boolean {
  const { url, checksum } = goalImage(record);
  return (image?.url ?? null) === url && (image?.checksum ?? null) === checksum;
}

/** Whether the host's addresses are still those that the record found. */
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
  const {
    goal,
    target,
    order,
    hold,
    original: from,
    foreignPause,
    uid,
    run,
    version,
    started,
  } = fields(value);
  const spec = fields(fields(from).spec);
  const status = fields(fields(from).status);
  return (
    (goal === 'repair' || goal === 'undo') &&
    (order === undefined || order === 'window-free') &&
    (hold === undefined || (typeof hold === 'number' && hold >= 0 && hold <= LONGEST)) &&
    isTarget(fields(target)) &&
    [spec, status].every(({ url, checksum, checksumType }) =>
      [url, checksum, checksumType].every((part) => isNullable(part, 'string')),
    ) &&
    isNullable(status.errorCount, 'number') &&
    isNullable(status.errorMessage, 'string') &&
    (foreignPause === undefined || typeof foreignPause === 'string') &&
    (uid === undefined || typeof uid === 'string') &&
    [run, version, started].every((part) => typeof part === 'string')
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

/** The longest that a timer of Node can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

const isNullable = (value: unknown, type: 'string' | 'number'): boolean =>
  value === null || typeof value === type;

const fields = (value: unknown): Record<string, unknown> => fieldsOf(value) ?? {};
