import type { ManagedFields } from '../kube/types.ts';
import { FIELD_MANAGER, HOST_KIND } from '../names.ts';
import { fieldsOf } from './fields.ts';
import { type Observed, pauseOf } from './observed.ts';

/**
 * Writers that put a source's state back, by the name that they write under: argocd-controller,
 * argocd-application-controller, kustomize-controller and helm-controller (Flux), helm, fleetagent.
 */
const MANAGERS = /^(argocd|kustomize-controller|helm|flux|fleet)/i;

/** The name under which Cluster API's provider for hosts (CAPM3) writes. */
const PROVIDER = 'cluster-api-provider-metal3-manager';

/** A label or annotation by which a source marks what it manages. */
interface Mark {
  key: string;
  kind: string;
  /** The key beside it whose value is the source's namespace. */
  namespace?: string;
  /** Whether a mark with this value is the source's own; any is when absent. */
  counts?(value: string, observed: Observed): boolean;
}

const MARKS: Mark[] = [
  { key: 'argocd.argoproj.io/tracking-id', kind: 'Argo CD application', counts: isTracked },
  { key: 'argocd.argoproj.io/instance', kind: 'Argo CD application' },
  // Argo CD's label until 3.0, and an option since; many charts set it for themselves.
  { key: 'app.kubernetes.io/instance', kind: 'Argo CD application', counts: (_, host) => isArgos(host) },
  flux('kustomize', 'Flux Kustomization'),
  flux('helm', 'Flux HelmRelease'),
  { key: 'meta.helm.sh/release-name', kind: 'Helm release', namespace: 'meta.helm.sh/release-namespace' },
];

const URL_FIELD = ['f:spec', 'f:image', 'f:url'];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The GitOps source that manages a host, in words; undefined where none does. */
export function sourceOf(observed: Observed): string | undefined {
  const { annotations, labels } = observed.host;
  const marked = (key: string) => annotations[key] ?? labels[key];
  for (const { key, kind, namespace, counts } of MARKS) {
    const value = marked(key);
    if (!value || counts?.(value, observed) === false) continue;
    const name = [namespace && marked(namespace), value.split(':', 1)[0]].filter(Boolean).join('/');
    return `${kind} "${name}"`;
  }
  const owner = owners(observed, URL_FIELD).find((name) => MANAGERS.test(name));
  return owner && `field manager "${owner}"`;
}

/**
 * The GitOps source that holds a host's image address: one that manages the host, unless Cluster API's provider has
 * filled the image in, which it does only where nobody else gave one.
 */
export const imageSource = (observed: Observed): string | undefined =>
  isFilledIn(observed) ? undefined : sourceOf(observed);

function isFilledIn(observed: Observed): boolean {
  const managers = owners(observed, URL_FIELD);
  const isProviders = managers.length > 0 && managers.every((name) => name === PROVIDER);
  // Whoever applies on the client the address that is there already does not come to own it.
  return isProviders && lastAppliedUrl(observed.host.annotations[LAST_APPLIED]) === undefined;
}

/** Who else has a hand in this host's image or pause, where it is more than the one who made the record. */
export function otherWriters(observed: Observed): string[] {
  const source = imageSource(observed);
  const managers = owners(observed, ['f:spec', 'f:image']).filter((name) => name !== FIELD_MANAGER);
  const named = managers.length > 1 ? managers.map((name) => `field manager "${name}"`) : [];
  const pauser = pauseOf(observed) === 'foreign' ? ['whoever paused it'] : [];
  return [...new Set([...(source ? [source] : []), ...named, ...pauser])];
}

/** An image address that is put back by whoever applies the file it is from again, and where that is known from. */
export interface Applied {
  url: string;
  from: string;
}

/** What was applied to a host by `kubectl apply` or its like: the last-applied copy, or a server-side apply. */
export function appliedImage(observed: Observed): Applied | undefined {
  const { host } = observed;
  const url = lastAppliedUrl(host.annotations[LAST_APPLIED]);
  if (url !== undefined) return { url, from: "kubectl's last-applied copy" };
  const applier = writers(observed, URL_FIELD).find(
    ({ operation, manager }) => operation === 'Apply' && !MANAGERS.test(manager),
  );
  return applier && host.image?.url
    ? { url: host.image.url, from: `what field manager "${applier.manager}" has applied` }
    : undefined;
}

function lastAppliedUrl(text: string | undefined): string | undefined {
  try {
    const url = JSON.parse(text ?? '{}')?.spec?.image?.url;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The label by which a controller of Flux marks what it applies, and the one with the source's namespace. */
function flux(controller: string, kind: string): Mark {
  const group = `${controller}.toolkit.fluxcd.io`;
  return { key: `${group}/name`, kind, namespace: `${group}/namespace` };
}

/** Whether Argo CD's mark (`<application>:<group>/<kind>:<namespace>/<name>`) is this host's own, not copied from another. */
function isTracked(id: string, { group, host }: Observed): boolean {
  return id.endsWith(`:${group}/${HOST_KIND}:${host.namespace}/${host.name}`);
}

const isArgos = (observed: Observed): boolean => owners(observed, []).some((name) => /^argocd/.test(name));

/** Names of the field managers that own something at `path` of the record itself. */
const owners = (observed: Observed, path: string[]): string[] =>
  writers(observed, path).map(({ manager }) => manager);

function writers({ object }: Observed, path: string[]): (ManagedFields & { manager: string })[] {
  const entries: unknown = object.metadata?.managedFields;
  const managers: ManagedFields[] = Array.isArray(entries) ? entries.filter(Boolean) : [];
  return managers.flatMap((entry) =>
    typeof entry.manager === 'string' && owns(entry.fieldsV1, path)
      ? [{ ...entry, manager: entry.manager }]
      : [],
  );
}

const owns = (tree: unknown, path: string[]): boolean =>
  path.reduce<unknown>((node, key) => fieldsOf(node)?.[key], tree) !== undefined;
