import { parseJson } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { type Written, writtenIn } from '../written.ts';

/** What a chart remembers of the source of its rules and dashboards. */
export interface SyncLock {
  /** Name of the folder or archive, without its place, which differs from machine to machine. */
  source: string;
  /** Of the archive, or of the files of the folder. */
  sha256: string;
  /** What `rules sync` wrote. */
  files: Written;
}

/** The file, in the folder of the chart. */
export const SYNC_LOCK = '.kubectl-monitoring-rules.json';

/** Reads the file; undefined if it is not what was written. */
export function syncLockIn(text: string): SyncLock | undefined {
  try {
    const { source, sha256, files } = fieldsOf(parseJson(text)) ?? {};
    const written = writtenIn(files);
    if (typeof source !== 'string' || typeof sha256 !== 'string' || !written) return undefined;
    if (!Object.keys(written).every((path) => SYNCED.test(path))) return undefined;
    return { source, sha256, files: written };
  } catch {
    return undefined;
  }
}

/** A template that `rules sync` writes, or the new version beside one. Nothing else of a chart is ever its own. */
const SYNCED = /^templates\/(?:alerts|dashboards)\/[^/]+\.yaml(?:\.new)?$/;
