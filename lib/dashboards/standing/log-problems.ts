import type { Problem } from './problem.ts';
import type { RunningSidecar } from './running.ts';
import { restarting } from './search.ts';
import { fileEvents, isAbout, type LogLine } from './sidecar-log.ts';
import type { StoredContainer } from './stored.ts';
import { pathFor } from './target.ts';

interface LostFile {
  file: string;
  what: 'removed' | 'failed';
  message: string;
}

/** What the log of one pod's sidecar shows of a container. */
export interface LogFacts {
  pod: string;
  /** Why the log could not be read. */
  unread?: string;
  /** Whether it shows that every file was written, and not removed since. */
  hasWritten: boolean;
  /** The files whose last line says that they were removed, or could not be written. */
  lost: LostFile[];
  /** The last refusal of the API server, if nothing was written since. */
  refusal: string | undefined;
}

/** What a log shows of the files of a container. */
export function logFacts(
  lines: readonly LogLine[],
  { sidecar, container, pod }: { sidecar: RunningSidecar; container: StoredContainer; pod: string },
): LogFacts {
  const events = fileEvents(lines);
  const last = container.files.map(({ key }) => {
    const where = { path: pathFor(sidecar, container, key), key };
    return { file: key, event: events.findLast((event) => isAbout(event, where)) };
  });
  const at = lines.findLastIndex(({ isError, message }) => isError && REFUSED.test(message));
  const isOver = lines.slice(at + 1).some((line) => /^Writing /.test(line.message));
  return {
    pod,
    hasWritten: last.length > 0 && last.every(({ event }) => event?.what === 'written'),
    lost: last.flatMap(({ file, event }) =>
      event && event.what !== 'written' ? [{ file, what: event.what, message: event.line.message }] : [],
    ),
    refusal: at === -1 || isOver || lines.length - at > RECENT ? undefined : lines[at]?.message,
  };
}

/** The sidecar tries again every few seconds: a refusal that still holds is among its last lines. */
const RECENT = 20;

/** The API server lets the sidecar read nothing. */
export const REFUSED = /when calling kubernetes: \(40[13]\)/;

/** What the logs of all pods show against the dashboards of a container, each once. */
export function logProblems(sidecar: RunningSidecar, logs: readonly LogFacts[]): Problem[] {
  const problems = logs.flatMap(({ pod, lost, refusal }): Problem[] => {
    const next = {
      words: ['kubectl', 'logs', pod, '-c', sidecar.container, '--tail=50'],
      namespace: sidecar.workload.namespace,
    };
    return [
      ...lost.map((one) => lostProblem(one, { sidecar, pod, next })),
      ...(refusal === undefined
        ? []
        : [
            {
              reason: 'log-error' as const,
              evidence: `the API server refuses the sidecar in pod ${pod}: ${refusal}`,
              fix: 'Check the permissions of its service account.',
              next,
            },
          ]),
    ];
  });
  const each = Map.groupBy(problems, ({ reason, file = '' }) => `${reason} ${file}`);
  return [...each.values()].flatMap(([first]) => first ?? []);
}

function lostProblem(
  { file, what, message }: LostFile,
  { sidecar, pod, next }: { sidecar: RunningSidecar; pod: string; next: NonNullable<Problem['next']> },
): Problem {
  if (what === 'failed')
    return {
      reason: 'log-error',
      file,
      evidence: `pod ${pod} could not write ${file}: ${message}`,
      fix: 'Correct what the log says.',
      next,
    };
  return {
    reason: 'file-removed',
    file,
    evidence: `pod ${pod} has removed ${file}, as it does when another ConfigMap or Secret with a file of that name is deleted`,
    fix: 'Restart the UI, so that its sidecar writes all files again.',
    next: restarting(sidecar),
  };
}
