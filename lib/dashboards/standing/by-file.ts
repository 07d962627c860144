import { folderTitle } from './folders.ts';
import type { Problem } from './problem.ts';
import type { Standing, View } from './standing.ts';
import type { StoredFile } from './stored.ts';

/** How one file of a container stands. */
export interface FileStanding {
  /** Undefined for a container without one. */
  file: StoredFile | undefined;
  verdict: View['verdict'];
  /** The most important thing against it; undefined if there is none, or if it is only a note. */
  problem: Problem | undefined;
  /** The folder in the UI that it is in; empty: the general one; undefined: unknown. */
  folder: string | undefined;
}

/** How the files of a container stand, each with what is against it alone and what is against the whole container. */
export function byFile({ container, views, verdict, problems }: Standing): FileStanding[] {
  const finding = views.filter(({ isFound }) => isFound);
  const [first] = finding;
  const folder = first && folderTitle(first.sidecar, container);
  const against = problems.filter(({ isNote }) => !isNote);
  // Of a container that is degraded, what is not known is not in its verdict.
  const rest =
    verdict === 'degraded' && finding.every(({ unread }) => unread.length === 0) ? 'healthy' : 'unknown';
  const files = container.files.length > 0 ? container.files : [undefined];
  return files.map((file) => {
    const problem =
      verdict === 'degraded'
        ? against.find((one) => one.file === undefined || one.file === file?.key)
        : undefined;
    return { file, verdict: problem || verdict !== 'degraded' ? verdict : rest, problem, folder };
  });
}
