import type { Container } from '../container.ts';
import type { DashboardReason } from './problem.ts';
import type { RunningSidecar } from './running.ts';
import { searches, sidecarText } from './search.ts';
import type { Sidecar } from './sidecar.ts';
import type { Sighting } from './sighting.ts';
import type { Standing, View } from './standing.ts';
import { folderFor } from './target.ts';

/** What is known of a container that was applied. */
export interface Arrival {
  /** `waiting`: a sidecar is expected to write files. */
  verdict: 'written' | 'waiting' | 'failed' | 'not-found' | 'unknown';
  reason?: DashboardReason;
  /** A part of a sentence. */
  message: string;
}

/** What a sidecar that may find a container was seen to do. */
export interface Watched {
  sidecar: RunningSidecar;
  /** Whether it finds the container; what decides that may be set where it cannot be read. */
  isSure: boolean;
  /** Whether it has files to write: it writes none where they have the same contents already. */
  writes: boolean;
  /** Of its ready pods. */
  sightings: readonly Sighting[];
}

/** The sidecars that will write the files of a container, or may do. */
export const expectedFrom = (standing: Pick<Standing, 'views'> | undefined): View[] =>
  (standing?.views ?? []).filter(({ isFound, verdict, problems }) =>
    isFound ? !problems.some(isLasting) : verdict === 'unknown',
  );

/**
 * Why no sidecar will write the files of a container.
 *
 * @param unread what could not be read of the cluster, and why.
 */
export function unexpected(
  { views, problems }: Standing,
  unread: readonly { what: string; reason: string }[],
): Arrival {
  const finding = views.filter(({ isFound }) => isFound);
  const seen = (finding.length > 0 ? finding : views).flatMap((view) =>
    view.problems.filter(isLasting).slice(0, 1),
  );
  const [first = problems[0]] = seen;
  const hidden = unread.filter(({ what }) => WORKLOADS.has(what));
  const said = seen.map(({ evidence }) => evidence);
  if (hidden.length > 0 || !first)
    return {
      verdict: 'unknown',
      message: [...hidden.map(({ what, reason }) => `${what} could not be read: ${reason}`), ...said].join(
        '; ',
      ),
    };
  return { verdict: 'not-found', reason: first.reason, message: said.join('; ') || first.evidence };
}

const WORKLOADS: ReadonlySet<string> = new Set(['deployments', 'statefulsets']);

const isLasting = ({ reason }: { reason: DashboardReason }): boolean => LASTING.has(reason);

/** What no wait ends. */
const LASTING: ReadonlySet<DashboardReason> = new Set([
  'no-sidecar',
  'label-missing',
  'label-of-other-names',
  'label-value',
  'namespace-not-searched',
  'kind-not-searched',
  'name-not-searched',
  'not-allowed',
  'folder-not-read',
]);

/** What the sidecars that may find a container have done with it. @param isLate whether the wait is over. */
export function arrivalOf(watched: readonly Watched[], isLate: boolean): Arrival {
  const pods = watched.flatMap((one) => one.sightings.map((sighting) => judged(sighting, one, isLate)));
  const failed = pods.find(({ verdict }) => verdict === 'failed');
  if (failed) return { verdict: 'failed', reason: 'log-error', message: textOf(failed) };
  const open = pods.filter(({ verdict }) => verdict === 'not-yet');
  if (open.length > 0) return { verdict: 'waiting', message: open.map(textOf).join('; ') };
  const idle = watched.find(({ sightings }) => sightings.length === 0);
  if (idle && !idle.sidecar.pods)
    return {
      verdict: 'unknown',
      message: `the pods with ${sidecarText(idle.sidecar)} could not be read`,
    };
  if (idle)
    return { verdict: 'waiting', reason: 'no-pod', message: `no ready pod has ${sidecarText(idle.sidecar)}` };
  const unknown = pods.filter(({ verdict }) => verdict === 'unknown');
  if (unknown.length > 0) return { verdict: 'unknown', message: unknown.map(textOf).join('; ') };
  const names = pods.map(({ namespace, pod }) => `${namespace}/${pod}`);
  return {
    verdict: 'written',
    message: `written by the ${names.length === 1 ? 'sidecar in pod' : 'sidecars in pods'} ${names.join(', ')}`,
  };
}

function judged(sighting: Sighting, { sidecar, isSure, writes }: Watched, isLate: boolean): Sighting {
  if (sighting.verdict !== 'not-yet') return sighting;
  if (!writes)
    return { ...sighting, verdict: 'unknown', message: 'its log does not show when it wrote the files' };
  if (isSure || !isLate) return sighting;
  const message = `its log does not show the files, and ${sidecar.unresolved.join(', ')} of ${sidecarText(sidecar)} cannot be read`;
  return { ...sighting, verdict: 'unknown', message };
}

const textOf = ({ namespace, pod, message }: Sighting): string => `pod ${namespace}/${pod}: ${message}`;

type Placed = Container & { namespace: string };

/** The files that a sidecar has to write because a container was changed. */
export function filesToWrite(sidecar: Sidecar, before: Placed | undefined, after: Placed): string[] {
  const isNew =
    !before ||
    searches(sidecar, before).verdict === 'not-found' ||
    folderFor(sidecar, before) !== folderFor(sidecar, after);
  const had = new Map(before?.files.map(({ key, text }) => [key, text]));
  return after.files
    .filter(({ key, text }) => isNew || !had.has(key) || had.get(key) !== text)
    .map(({ key }) => key);
}
