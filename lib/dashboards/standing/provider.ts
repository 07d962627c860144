import { load } from 'js-yaml';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import { plainPath } from './target.ts';

/** What the UI reads dashboards with: one entry of a provisioning file. */
export interface Provider {
  name: string;
  /** The folder of files that it reads, without a slash at the end. */
  path: string;
  /** The folder in the UI that its dashboards are in; empty: the general one. */
  folder: string;
  /** Whether the folders of the files become folders in the UI. */
  hasFolders: boolean;
}

/** A ConfigMap that the UI mounts with its providers, and the key; undefined: every key. */
export interface ProviderSource {
  name: string;
  key: string | undefined;
}

/** The ConfigMaps that the pod template of a workload mounts among the providers of dashboards. */
export function providerSources(workload: unknown): ProviderSource[] {
  const spec = fieldsOf(fieldsOf(fieldsOf(fieldsOf(workload)?.spec)?.template)?.spec) ?? {};
  const maps = new Map(
    itemsOf(spec.volumes).flatMap(({ name, configMap }): [string, string][] => {
      const map = fieldsOf(configMap)?.name;
      return typeof map === 'string' ? [[textOf(name), map]] : [];
    }),
  );
  return itemsOf(spec.containers).flatMap(({ volumeMounts }) =>
    itemsOf(volumeMounts).flatMap(({ name, mountPath, subPath }): ProviderSource[] => {
      const map = maps.get(textOf(name));
      if (map === undefined || !/\/provisioning\/dashboards(\/|$)/.test(textOf(mountPath))) return [];
      return [{ name: map, key: typeof subPath === 'string' && subPath !== '' ? subPath : undefined }];
    }),
  );
}

/** The providers in a provisioning file; none if it is no such file. */
export function providersIn(text: string): Provider[] {
  let value: unknown;
  try {
    value = load(text);
  } catch {
    return [];
  }
  return itemsOf(fieldsOf(value)?.providers).flatMap(({ name, folder, options }): Provider[] => {
    // The UI reads the older name as well.
    const { folder: older, path = older, foldersFromFilesStructure } = fieldsOf(options) ?? {};
    if (typeof path !== 'string') return [];
    return [
      {
        name: textOf(name ?? ''),
        path: plainPath(path),
        folder: textOf(folder ?? ''),
        hasFolders: foldersFromFilesStructure === true,
      },
    ];
  });
}

/** The provider that reads a folder: the one with the longest path. */
export const providerFor = (providers: readonly Provider[], folder: string): Provider | undefined =>
  providers
    .filter(({ path }) => isWithin(folder, path))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

/** Whether a folder is another one, or below it. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === path || folder.startsWith(`${path}/`);
