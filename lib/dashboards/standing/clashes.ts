import { editing } from './file-problems.ts';
import { folderTitle } from './folders.ts';
import type { Problem } from './problem.ts';
import type { RunningSidecar } from './running.ts';
import { searches } from './search.ts';
import { isRead, type StoredContainer, type StoredFile } from './stored.ts';
import { pathFor } from './target.ts';

/** A file that a sidecar writes. */
interface Written {
  container: StoredContainer;
  file: StoredFile;
  path: string;
}

/** The files that a sidecar writes, by what must not be there twice. */
export interface FileIndex {
  byPath: ReadonlyMap<string, Written[]>;
  byUid: ReadonlyMap<string, Written[]>;
  /** By folder of the UI and title. */
  byTitle: ReadonlyMap<string, Written[]>;
}

/** Everything that a sidecar writes of these containers. */
export function indexOf(sidecar: RunningSidecar, containers: readonly StoredContainer[]): FileIndex {
  const written = containers
    .filter((container) => searches(sidecar, container).verdict === 'found')
    .flatMap((container) =>
      container.files.map(
        (file): Written => ({ container, file, path: pathFor(sidecar, container, file.key) }),
      ),
    );
  const read = written.filter(({ file, path }) => isRead(path) && file.content === 'dashboard');
  return {
    byPath: Map.groupBy(written, ({ path }) => path),
    byUid: Map.groupBy(
      read.filter(({ file }) => file.uid !== undefined),
      ({ file }) => file.uid ?? '',
    ),
    byTitle: Map.groupBy(
      read.filter(({ file }) => file.title !== undefined),
      ({ container, file }) => titleKey(sidecar, container, file),
    ),
  };
}

const titleKey = (sidecar: RunningSidecar, container: StoredContainer, { title }: StoredFile): string =>
  JSON.stringify([folderTitle(sidecar, container), title]);

/** The files of a container that others get in the way of, by name, uid or title. */
export function clashProblems(
  sidecar: RunningSidecar,
  container: StoredContainer,
  index: FileIndex,
): Problem[] {
  return container.files.flatMap((file) => {
    const path = pathFor(sidecar, container, file.key);
    const isOther = (one: Written): boolean =>
      one.file.key !== file.key ||
      one.container.name !== container.name ||
      one.container.namespace !== container.namespace ||
      one.container.kind !== container.kind;
    // Of files of one name, only one is there.
    const others = (found: readonly Written[] | undefined): Written[] =>
      (found ?? []).filter((one) => isOther(one) && one.path !== path);
    const about = { file: file.key, next: editing(container) };
    const problems: Problem[] = [];
    const [same] = (index.byPath.get(path) ?? []).filter(isOther);
    if (same)
      problems.push({
        reason: 'same-file',
        evidence: `${nameOf(same)} is written to ${path} as well: only the one that was changed last is shown, and deleting one of them deletes the file`,
        fix: 'Rename the key of one of them, or set sidecar.enableUniqueFilenames in the values of the UI.',
        ...about,
      });
    if (!isRead(path) || file.content !== 'dashboard') return problems;
    const [ofUid] = others(index.byUid.get(file.uid ?? ''));
    if (file.uid !== undefined && ofUid)
      problems.push({
        reason: 'duplicate-uid',
        evidence: `${nameOf(ofUid)} has the uid ${file.uid} as well, so the UI stops saving all dashboards of its provider`,
        fix: 'Give one of them another uid, or delete it.',
        ...about,
      });
    const [ofTitle] = others(index.byTitle.get(titleKey(sidecar, container, file)));
    if (file.title !== undefined && ofTitle && ofTitle !== ofUid)
      problems.push({
        reason: 'duplicate-title',
        evidence: `${nameOf(ofTitle)} has the title "${file.title}" in the same folder, so the UI stops saving all dashboards of its provider`,
        fix: 'Give one of them another title, or another folder.',
        ...about,
      });
    return problems;
  });
}

const nameOf = ({ container: { kind, namespace, name }, file: { key } }: Written): string =>
  `${key} of ${kind} ${namespace}/${name}`;
