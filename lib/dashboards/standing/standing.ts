import { accountOf, type Need, needsFor, userOf } from './access.ts';
import { clashProblems, type FileIndex } from './clashes.ts';
import { fileProblems } from './file-problems.ts';
import { folderProblems } from './folders.ts';
import { type LogFacts, logProblems } from './log-problems.ts';
import { byImportance, type DashboardReason, type Problem } from './problem.ts';
import type { RunningSidecar } from './running.ts';
import { searches } from './search.ts';
import type { Workload } from './sidecar.ts';
import { noSidecar, notAllowed, onceNotes, podProblems, sizeNotes } from './sidecar-problems.ts';
import type { StoredContainer } from './stored.ts';

/** How one sidecar stands to a container. */
export interface View {
  sidecar: RunningSidecar;
  isFound: boolean;
  verdict: 'healthy' | 'degraded' | 'unknown';
  problems: Problem[];
  /** What could not be read. */
  unread: string[];
  /** The ready pods whose log shows that they have written every file; undefined if no log was read. */
  written: number | undefined;
}

/** A container, and how each sidecar of the cluster stands to it. */
export interface Standing {
  container: StoredContainer;
  views: View[];
  verdict: View['verdict'];
  /** The most important of `problems`, if they make it degraded. */
  reason: DashboardReason | undefined;
  /** Of the sidecars that find it, or of all if none does, and of its files: the most important first. */
  problems: Problem[];
}

/** What is known of a sidecar beside itself. */
export interface SidecarFacts {
  sidecar: RunningSidecar;
  /** Everything that it writes. */
  index: FileIndex;
  /** Whether its account may do that; undefined if it is unknown. */
  isAllowed(need: Need): boolean | undefined;
  /** Undefined: no log was asked for. */
  logs?: readonly LogFacts[];
}

/**
 * The verdict on a container. If a sidecar finds it, those that do decide; the others are not meant to.
 *
 * @param isComplete whether all workloads of the cluster could be read.
 * @param without the dashboard UIs without a sidecar.
 */
export function standingOf(
  container: StoredContainer,
  facts: readonly SidecarFacts[],
  { isComplete, without }: { isComplete: boolean; without: readonly Workload[] },
): Standing {
  const views = facts.map((one) => viewOf(container, one));
  const finding = views.filter(({ isFound }) => isFound);
  const deciding = finding.length > 0 ? finding : views;
  const ofFiles = fileProblems(container, finding[0]?.sidecar.uiVersion ?? null);
  const problems = [
    ...(views.length === 0 && isComplete ? [noSidecar(without)] : []),
    ...deciding.flatMap((view) => view.problems),
    ...ofFiles,
  ].toSorted(byImportance);
  const isUnknown =
    deciding.some(({ verdict }) => verdict === 'unknown') || (finding.length === 0 && !isComplete);
  const isDecided = finding.length > 0 || !isUnknown || ofFiles.some(({ isNote }) => !isNote);
  const first = problems.find(({ isNote }) => !isNote);
  if (first && isDecided) return { container, views, verdict: 'degraded', reason: first.reason, problems };
  return { container, views, verdict: isUnknown ? 'unknown' : 'healthy', reason: undefined, problems };
}

function viewOf(container: StoredContainer, { sidecar, index, isAllowed, logs }: SidecarFacts): View {
  const search = searches(sidecar, container);
  const { namespace, name, kind } = sidecar.workload;
  if (search.verdict !== 'found')
    return {
      sidecar,
      isFound: false,
      verdict: search.verdict === 'unknown' ? 'unknown' : 'degraded',
      problems: search.problems,
      unread:
        search.verdict === 'unknown'
          ? [
              `${sidecar.unresolved.join(', ')} of container ${sidecar.container} in ${kind} ${namespace}/${name}`,
            ]
          : [],
      written: undefined,
    };
  const needs = needsFor(sidecar, container).map((need) => ({ need, allowed: isAllowed(need) }));
  const problems = [
    ...needs
      .filter(({ allowed }) => allowed === false)
      .slice(0, 1)
      .map(({ need }) => notAllowed(sidecar, need)),
    ...podProblems(sidecar),
    ...logProblems(sidecar, logs ?? []),
    ...clashProblems(sidecar, container, index),
    ...folderProblems(sidecar, container),
    ...onceNotes(sidecar),
    ...sizeNotes(container),
  ];
  const unread = [
    ...(needs.some(({ allowed }) => allowed === undefined)
      ? [`permissions of ${userOf(accountOf(sidecar))}`]
      : []),
    ...(sidecar.pods === undefined ? [`pods in namespace ${namespace}`] : []),
    ...(sidecar.providers === undefined ? [`providers of ${kind} ${namespace}/${name}`] : []),
    ...(logs ?? []).flatMap(({ pod, unread: why }) =>
      why === undefined ? [] : [`log of pod ${pod}: ${why}`],
    ),
  ];
  const isDegraded = problems.some(({ isNote }) => !isNote);
  return {
    sidecar,
    isFound: true,
    verdict: isDegraded ? 'degraded' : unread.length > 0 ? 'unknown' : 'healthy',
    problems,
    unread,
    written: logs?.filter((log) => log.hasWritten).length,
  };
}
