import { REFUSED } from './log-problems.ts';
import type { Sidecar } from './sidecar.ts';
import { fileEvents, isAbout, isNaming, type LogLine } from './sidecar-log.ts';
import { type Filed, fileNameFor, pathFor } from './target.ts';

/** Whether the sidecar of a pod has written the files of a container, as far as its log shows. */
export interface Sighting {
  pod: string;
  /** Of the pod. */
  namespace: string;
  verdict: 'seen' | 'not-yet' | 'failed' | 'unknown';
  /** One sentence without a full stop. */
  message: string;
}

/** A container, its files, and the moment of its last change. */
export interface Sought extends Filed {
  /** Keys of the container. */
  files: readonly string[];
  /** By the clock of the API server, such as the time of its managed fields; these have no fractions of seconds. */
  since: Date;
}

/** The log of a sidecar in a ready pod as it was read at one time. */
export interface PodLog {
  pod: string;
  log: { lines: readonly LogLine[] } | { unread: string };
}

/**
 * What the logs of a sidecar show of the files of a container.
 *
 * @param before the logs before the change: what they do not have was written since, whatever the clock of the node says.
 */
export function sightingsIn(
  sidecar: Sidecar,
  sought: Sought,
  { now, before }: { now: readonly PodLog[]; before: readonly PodLog[] },
): Sighting[] {
  const { namespace } = sidecar.workload;
  return now.map(({ pod, log }): Sighting => {
    const where = { pod, namespace };
    if (sidecar.method === 'once')
      return { ...where, verdict: 'unknown', message: 'it reads only when the pod starts (METHOD=LIST)' };
    if ('unread' in log)
      return { ...where, verdict: 'unknown', message: `its log cannot be read: ${log.unread}` };
    const earlier = before.find((one) => one.pod === pod)?.log;
    if (!earlier || 'unread' in earlier) return { ...where, ...sightingIn(log.lines, sidecar, sought) };
    // The clock of the node may differ from that of the API server, so only what its log had before is left out.
    const end = earlier.lines.findLast(({ at }) => at !== undefined)?.at ?? 0;
    const lines = log.lines.filter(({ at = 0 }) => at > end);
    return { ...where, ...sightingIn(lines, sidecar, { ...sought, since: new Date(0) }) };
  });
}

/**
 * Whether the log of a sidecar shows that it has written the files since then. It writes nothing, and says nothing, where a file
 * has the same contents already.
 */
export function sightingIn(
  lines: readonly LogLine[],
  sidecar: Sidecar,
  { files, since, ...container }: Sought,
): Pick<Sighting, 'verdict' | 'message'> {
  const start = Math.floor(since.getTime() / 1000) * 1000;
  const recent = lines.filter(({ at = Number.NaN }) => at >= start);
  const events = fileEvents(recent);
  const last = files.map((key) => {
    const where = { path: pathFor(sidecar, container, key), key };
    const event = events.findLast((one) => isAbout(one, where));
    const later = event ? recent.slice(recent.indexOf(event.line) + 1) : recent;
    const error = later.findLast(({ isError, message }) => isError && isNaming(message, where.path));
    return { key, path: where.path, event: error ? { what: 'failed', line: error } : event };
  });
  const failed = last.find(({ event }) => event?.what === 'failed');
  if (failed?.event) return { verdict: 'failed', message: failed.event.line.message };
  const missing = last.filter(({ event }) => event?.what !== 'written');
  if (missing.length === 0)
    return { verdict: 'seen', message: `${last.map(({ path }) => path).join(', ')} written` };
  const refused = recent.findLast(({ isError, message }) => isError && REFUSED.test(message));
  if (refused) return { verdict: 'failed', message: refused.message };
  const open = sidecar.unresolved.filter((variable) => PLACE.has(variable));
  if (open.length > 0)
    return {
      verdict: 'unknown',
      message: `where it writes depends on ${open.join(', ')}, which cannot be read`,
    };
  if (sidecar.isQuiet) return { verdict: 'unknown', message: 'its LOG_LEVEL leaves out what it writes' };
  return {
    verdict: 'not-yet',
    message: `not written yet: ${missing.map(({ key }) => fileNameFor(sidecar, container, key)).join(', ')}`,
  };
}

/** What decides where a sidecar writes. */
const PLACE: ReadonlySet<string> = new Set(['FOLDER', 'FOLDER_ANNOTATION', 'UNIQUE_FILENAMES']);
