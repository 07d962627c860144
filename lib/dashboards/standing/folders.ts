import { editing } from './file-problems.ts';
import type { Problem } from './problem.ts';
import { isWithin, providerFor } from './provider.ts';
import type { RunningSidecar } from './running.ts';
import { editingWorkload, sidecarText } from './search.ts';
import type { StoredContainer } from './stored.ts';
import { folderFor } from './target.ts';

/** The folder in the UI that the dashboards of a container are in; empty: the general one; undefined if it is unknown. */
export function folderTitle(sidecar: RunningSidecar, container: StoredContainer): string | undefined {
  const folder = folderFor(sidecar, container);
  const provider = providerFor(sidecar.providers ?? [], folder);
  if (!provider) return undefined;
  if (!provider.hasFolders) return provider.folder;
  return folder === provider.path ? '' : folder.slice(folder.lastIndexOf('/') + 1);
}

/** What keeps the dashboards of a container from the folder that its annotation names (§2.3). */
export function folderProblems(sidecar: RunningSidecar, container: StoredContainer): Problem[] {
  const { providers, folderAnnotation } = sidecar;
  const given = container.annotations[folderAnnotation];
  const folder = folderFor(sidecar, container);
  if (providers === undefined || providers.length === 0 || typeof given !== 'string') return [];
  const provider = providerFor(providers, folder);
  if (!provider)
    return [
      {
        reason: 'folder-not-read',
        evidence: `the annotation ${folderAnnotation} leads ${sidecarText(sidecar)} to ${folder}, and the UI reads ${providers.map(({ path }) => path).join(', ')}`,
        fix: 'Use a name without a slash at its begin, or a folder that the UI reads.',
        next: editing(container),
      },
    ];
  if (provider.hasFolders || folder === provider.path || !isWithin(folder, sidecar.folder)) return [];
  return [
    {
      reason: 'folder-ignored',
      evidence: `the annotation ${folderAnnotation} is "${given}", and the UI makes no folders of it: foldersFromFilesStructure is not set for its provider ${provider.name}`,
      fix: 'Set sidecar.dashboards.provider.foldersFromFilesStructure in the values of the UI, or remove the annotation.',
      next: editingWorkload(sidecar),
    },
  ];
}
