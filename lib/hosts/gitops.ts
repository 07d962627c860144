import type { ManagedFields } from '../kube/types.ts';
import { fieldsOf } from './fields.ts';
import type { Observed } from './observed.ts';

/** Writers that put a source's state back, by the name that they write under. */
const MANAGERS = /^(argocd|kustomize-controller|helm|flux|fleet)/i;

/** Labels and annotations by which a source marks what it holds; the value names where. */
const MARKS = {
  'argocd.argoproj.io/tracking-id': 'Argo CD application',
  'kustomize.toolkit.fluxcd.io/name': 'Flux Kustomization',
  'helm.toolkit.fluxcd.io/name': 'Flux HelmRelease',
  'meta.helm.sh/release-name': 'Helm release',
} as const;

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The GitOps source that holds a host's image address, in words; undefined where none does. */
export function imageSource({ object, host }: Observed): string | undefined {
  for (const [key, kind] of Object.entries(MARKS)) {
    const mark = host.annotations[key] ?? host.labels[key];
    if (mark) return `${kind} "${mark.split(':', 1)[0]}"`;
  }
  const owner = managers(object.metadata?.managedFields).find(
    ({ manager, fieldsV1 }) => MANAGERS.test(manager ?? '') && owns(fieldsV1, ['f:spec', 'f:image', 'f:url']),
  );
  return owner && `field manager "${owner.manager}"`;
}

/** The image address in kubectl's last-applied copy, where it is kept. */
export function lastAppliedUrl({ host }: Observed): string | undefined {
  try {
    const url = JSON.parse(host.annotations[LAST_APPLIED] ?? '{}')?.spec?.image?.url;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}

const managers = (entries: unknown): ManagedFields[] =>
  Array.isArray(entries) ? entries.filter(Boolean) : [];

const owns = (tree: unknown, path: string[]): boolean =>
  path.reduce<unknown>((node, key) => fieldsOf(node)?.[key], tree) !== undefined;
