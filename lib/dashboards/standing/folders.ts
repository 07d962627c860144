import { editing } from './file-problems.ts';
import type { Problem } from './problem.ts';
import { isWithin, providerFor } from './provider.ts';
import type { RunningSidecar } from './running.ts';
import { editingWorkload, sidecarText } from './search.ts';
import type { StoredContainer } from './stored.ts';
import { folderFor, plainPath } from './target.ts';

/** The folder in the UI that the dashboards of a container are in; empty: the general one; undefined if it is unknown. */
export function folderTitle(sidecar: RunningSidecar, container: StoredContainer): string | undefined {
  const folder = folderFor(sidecar, container);
  const provider = providerFor(sidecar.providers ?? [], folder);
  if (!provider) return undefined;
  if (!provider.hasFolders) return provider.folder;
  return folder === provider.path ? '' : folder.slice(folder.lastIndexOf('/') + 1);
}

/** What keeps the dashboards of a container from the UI, or from the folder that its annotation names (§2.3). */
export function folderProblems(sidecar: RunningSidecar, container: StoredContainer): Problem[] {
  const { providers, folderAnnotation } = sidecar;
  const given = container.annotations[folderAnnotation];
  const folder = folderFor(sidecar, container);
  const provider = providerFor(providers ?? [], folder);
  if (!provider) {
    const evidence = unreadText(sidecar, folder, given);
    return evidence === undefined ? [] : [notRead(sidecar, container, evidence)];
  }
  if (typeof given !== 'string') return [];
  if (provider.hasFolders || folder === provider.path || !isWithin(folder, plainPath(sidecar.folder)))
    return [];
  return [
    {
      reason: 'folder-ignored',
      evidence: `the annotation ${folderAnnotation} is "${given}", and the UI makes no folders of it: foldersFromFilesStructure is not set for its provider ${provider.name}`,
      fix: 'Set sidecar.dashboards.provider.foldersFromFilesStructure in the values of the UI, or remove the annotation.',
      next: editingWorkload(sidecar),
    },
  ];
}

/** How it is known that the UI does not read a folder; undefined if it is not known. */
function unreadText(sidecar: RunningSidecar, folder: string, given: unknown): string | undefined {
  const { providers, hasOwnProviders, folderAnnotation, unresolved } = sidecar;
  const isGiven = typeof given === 'string';
  const leads = `${isGiven ? `the annotation ${folderAnnotation} leads ${sidecarText(sidecar)}` : `${sidecarText(sidecar)} writes`} to ${folder || '/'}`;
  if (unresolved.includes('FOLDER') || unresolved.includes('FOLDER_ANNOTATION')) return undefined;
  if (!providers || hasOwnProviders) {
    const isOutside = isGiven && !given.startsWith('/') && !isWithin(folder, plainPath(sidecar.folder));
    return isOutside ? `${leads}, outside of its folder ${sidecar.folder}` : undefined;
  }
  // The UI replaces variables in a path, which are those of its pod.
  if (providers.some(({ path }) => path.includes('$'))) return undefined;
  return `${leads}, and the UI reads ${providers.map(({ path }) => path || '/').join(', ') || 'no folder'}`;
}

function notRead(sidecar: RunningSidecar, container: StoredContainer, evidence: string): Problem {
  const isGiven = typeof container.annotations[sidecar.folderAnnotation] === 'string';
  const isFixedThere = isGiven && (sidecar.hasOwnProviders === true || sidecar.providers?.length !== 0);
  return {
    reason: 'folder-not-read',
    evidence,
    ...(isFixedThere
      ? {
          fix: 'Use a name without a slash at its begin and without .., or a folder that the UI reads.',
          next: editing(container),
        }
      : {
          fix: `Let a provider of the UI read ${plainPath(sidecar.folder) || '/'}, the folder of its sidecar.`,
          next: editingWorkload(sidecar),
        }),
  };
}
