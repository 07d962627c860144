import type { KubeObject, ManagedFields } from '../kube/api/types.ts';
import { oneLine } from '../words/text.ts';
import { fieldsOf } from './fields.ts';

/**
 * Field managers of interactive clients: kubectl with its plugins (ours too), oc, clusterctl (a move recreates hosts), k9s, Lens
 * (`node-fetch`, as in OpenLens and Freelens, or their own names) and browser consoles (`Mozilla`).
 */
const BY_HAND =
  /^(kubectl([-_.][\w.-]*)?|(oc|clusterctl|k9s)(\.exe)?|node-fetch|(open|free|k8s)?lens|mozilla)$/i;

/** Whether this field manager is an interactive client, which never reverts anything by itself. */
export const isByHand = (manager: string): boolean => BY_HAND.test(manager);

/** Helm's field manager is the name of its executable. An upgrade writes what the values say, but does not run by itself. */
const HELM = /^helm[-_]?v?[\d.]*(\.exe)?$/i;

/** An object that a GitOps source may manage. */
export interface Subject {
  object: Pick<KubeObject, 'metadata'>;
  /** Its name in a source's marks: `group/Kind:namespace/name`. */
  identity: string;
  /** Paths in the keys of `fieldsV1`, by a name for messages. The owner of one of them manages the object. */
  fields: Record<string, string[]>;
  /** Whether a field manager is a controller of this kind, which writes those fields on behalf of others. */
  isController?(manager: string): boolean;
}

export interface Source {
  /** For messages: `Argo CD application "apps"`. */
  text: string;
  /** Whether it reverts changes by itself, not only when a user runs it. */
  syncs: boolean;
  /** The names of the fields it owns, if it is known by those alone. */
  owns?: string[];
}

/** A label or annotation with which a source marks what it manages. */
interface Mark {
  key: string;
  kind: string;
  /** The key whose value is the source's namespace. */
  namespace?: string;
  syncs?: false;
  /** Whether a mark with this value is the source's own. Every mark is if absent. */
  counts?(value: string, subject: Subject): boolean;
}

const MARKS: Mark[] = [
  // The value is `<application>:<identity>`. One copied from another object does not count.
  {
    key: 'argocd.argoproj.io/tracking-id',
    kind: 'Argo CD application',
    counts: (id, { identity }) => id.endsWith(`:${identity}`),
  },
  { key: 'argocd.argoproj.io/instance', kind: 'Argo CD application' },
  // Argo CD's default label before 3.0, optional since. Many charts set it as well.
  {
    key: 'app.kubernetes.io/instance',
    kind: 'Argo CD application',
    counts: (_, subject) => isArgoCd(subject),
  },
  flux('kustomize', 'Flux Kustomization'),
  flux('helm', 'Flux HelmRelease'),
  {
    key: 'meta.helm.sh/release-name',
    kind: 'Helm release',
    namespace: 'meta.helm.sh/release-namespace',
    syncs: false,
  },
];

/**
 * The source that manages an object. A mark identifies it best, but no list of products is complete: any owner of one of the fields
 * is a source, unless it is a controller of the kind or an interactive client. A Helm release syncs if another manager owns them.
 */
export function sourceOf(subject: Subject): Source | undefined {
  const marked = markedSource(subject);
  if (marked?.syncs) return marked;
  const owning = owningSources(subject);
  const owner = owning.find(({ syncs }) => syncs) ?? owning[0];
  return marked && owner?.syncs ? { ...owner, text: `${marked.text} (${owner.text})` } : (marked ?? owner);
}

function markedSource(subject: Subject): Source | undefined {
  const { annotations, labels } = fieldsOf(subject.object.metadata) ?? {};
  const marked = (key: string): string | undefined => {
    const value = fieldsOf(annotations)?.[key] ?? fieldsOf(labels)?.[key];
    return typeof value === 'string' ? value : undefined;
  };
  for (const { key, kind, namespace, syncs = true, counts } of MARKS) {
    const value = marked(key);
    if (!value || counts?.(value, subject) === false) continue;
    const name = [namespace && marked(namespace), value.split(':', 1)[0]].filter(Boolean).join('/');
    return { text: `${kind} "${name}"`, syncs };
  }
  return undefined;
}

function owningSources({ object, fields, isController = () => false }: Subject): Source[] {
  const owned = Object.entries(fields).flatMap(([field, path]) =>
    owners(object, path).map((manager) => ({ manager, field })),
  );
  return [...new Set(owned.map(({ manager }) => manager))]
    .filter((manager) => !isByHand(manager) && !isController(manager))
    .map((manager) => ({
      text: managerText(manager),
      syncs: !HELM.test(manager),
      owns: owned.filter((one) => one.manager === manager).map(({ field }) => field),
    }));
}

/** A field manager for messages, on one line whatever its name contains. */
export function managerText(name: string): string {
  if (name === '') return 'a field manager without a name';
  const shown = oneLine(name.slice(0, LONGEST_NAME));
  return `field manager "${shown}${name.length > LONGEST_NAME ? '...' : ''}"`;
}

/** The longest field manager name that the API server accepts. */
const LONGEST_NAME = 128;

/** The label with which a Flux controller marks what it applies, and the one with the source's namespace. */
function flux(controller: string, kind: string): Mark {
  const group = `${controller}.toolkit.fluxcd.io`;
  return { key: `${group}/name`, kind, namespace: `${group}/namespace` };
}

const isArgoCd = ({ object }: Subject): boolean => owners(object, []).some((name) => /^argocd/.test(name));

/** The field managers that own something at `path` of the object, subresources aside. */
export const owners = (object: Subject['object'], path: string[]): string[] =>
  writers(object, path).map(({ manager }) => manager);

/** The entries of managedFields. */
export function entries({ metadata }: Subject['object']): ManagedFields[] {
  const given: unknown = metadata?.managedFields;
  return Array.isArray(given) ? given.filter(Boolean) : [];
}

/** The entries of those that own something at `path`. One without a manager belongs to a writer with an empty name. */
export function writers(object: Subject['object'], path: string[]): (ManagedFields & { manager: string })[] {
  return entries(object).flatMap((entry) => {
    const { manager = '', subresource, fieldsV1 } = entry;
    const isOfPath = !subresource || path[0] === `f:${subresource}`;
    return isOfPath && typeof manager === 'string' && owns(fieldsV1, path) ? [{ ...entry, manager }] : [];
  });
}

/** The latest entry. Times come from the API server, in seconds. */
export const latest = <E extends ManagedFields>(entries: readonly E[]): E | undefined =>
  entries.toSorted((one, other) => timeOf(other) - timeOf(one))[0];

/** Milliseconds since the epoch, or 0 if an entry has no time. */
export const timeOf = ({ time }: ManagedFields): number => Date.parse(time ?? '') || 0;

const owns = (tree: unknown, path: string[]): boolean =>
  path.reduce<unknown>((node, key) => fieldsOf(node)?.[key], tree) !== undefined;
