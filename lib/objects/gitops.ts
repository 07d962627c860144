import type { KubeObject, ManagedFields } from '../kube/api/types.ts';
import { oneLine } from '../words/text.ts';
import { fieldsOf } from './fields.ts';

/**
 * Names of clients that people run: kubectl with its plugins (these too), oc, clusterctl (a move creates hosts anew), k9s, Lens
 * (`node-fetch`, as OpenLens and Freelens have it too, or their own names) and consoles in a browser (`Mozilla`).
 */
const BY_HAND =
  /^(kubectl([-_.][\w.-]*)?|(oc|clusterctl|k9s)(\.exe)?|node-fetch|(open|free|k8s)?lens|mozilla)$/i;

/** Whether whoever writes under this name is a person, who puts nothing back by itself. */
export const isByHand = (manager: string): boolean => BY_HAND.test(manager);

/** Helm writes under the name of its file; an upgrade writes what its values say, but nothing runs it by itself. */
const HELM = /^helm[-_]?v?[\d.]*(\.exe)?$/i;

/** What a GitOps source may manage, and how its marks name it. */
export interface Subject {
  object: Pick<KubeObject, 'metadata'>;
  /** `group/Kind:namespace/name`. */
  identity: string;
  /** Paths, in the keys of `fieldsV1`, by what they are called: whoever owns one of them manages the object. */
  fields: Record<string, string[]>;
  /** Whether a manager is a controller of this kind, which writes those fields because others have it do so. */
  isController?(manager: string): boolean;
}

/** What manages an object. */
export interface Source {
  /** In words: `Argo CD application "apps"`. */
  text: string;
  /** Whether it puts its state back by itself, not only when somebody runs it. */
  syncs: boolean;
  /** What of the subject's fields it owns, where that alone tells of it. */
  owns?: string[];
}

/** A label or annotation by which a source marks what it manages. */
interface Mark {
  key: string;
  kind: string;
  /** The key beside it whose value is the source's namespace. */
  namespace?: string;
  syncs?: false;
  /** Whether a mark with this value is the source's own; any is when absent. */
  counts?(value: string, subject: Subject): boolean;
}

const MARKS: Mark[] = [
  // Its value is `<application>:<identity>`: one that was copied from another object does not count.
  {
    key: 'argocd.argoproj.io/tracking-id',
    kind: 'Argo CD application',
    counts: (id, { identity }) => id.endsWith(`:${identity}`),
  },
  { key: 'argocd.argoproj.io/instance', kind: 'Argo CD application' },
  // Argo CD's label until 3.0, and an option since; many charts set it for themselves.
  {
    key: 'app.kubernetes.io/instance',
    kind: 'Argo CD application',
    counts: (_, subject) => isArgos(subject),
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
 * The source that manages an object; undefined where none does. A mark says best which it is, but no list of products is ever
 * complete: whoever owns one of the fields is a source, unless that is a controller of the kind or a client that people
 * run. A Helm release syncs where what owns them is not Helm itself.
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

/** A field manager in words, on one line, whatever its name holds. */
export function managerText(name: string): string {
  if (name === '') return 'a field manager without a name';
  const shown = oneLine(name.slice(0, LONGEST_NAME));
  return `field manager "${shown}${name.length > LONGEST_NAME ? '...' : ''}"`;
}

/** The longest name of a field manager that the API server takes. */
const LONGEST_NAME = 128;

/** The label by which a controller of Flux marks what it applies, and the one with the source's namespace. */
function flux(controller: string, kind: string): Mark {
  const group = `${controller}.toolkit.fluxcd.io`;
  return { key: `${group}/name`, kind, namespace: `${group}/namespace` };
}

const isArgos = ({ object }: Subject): boolean => owners(object, []).some((name) => /^argocd/.test(name));

/** Names of the field managers that own something at `path` of an object itself. */
export const owners = (object: Subject['object'], path: string[]): string[] =>
  writers(object, path).map(({ manager }) => manager);

/** Their entries; one without a manager is that of a writer whose name is empty. */
export function writers(
  { metadata }: Subject['object'],
  path: string[],
): (ManagedFields & { manager: string })[] {
  const entries: unknown = metadata?.managedFields;
  const managers: ManagedFields[] = Array.isArray(entries) ? entries.filter(Boolean) : [];
  return managers.flatMap((entry) => {
    const { manager = '', subresource, fieldsV1 } = entry;
    const isWrittenThere = !subresource || path[0] === `f:${subresource}`;
    return isWrittenThere && typeof manager === 'string' && owns(fieldsV1, path)
      ? [{ ...entry, manager }]
      : [];
  });
}

/** The latest of some entries; times are the API server's, in seconds. */
export const latest = <E extends ManagedFields>(entries: readonly E[]): E | undefined =>
  entries.toSorted((one, other) => timeOf(other) - timeOf(one))[0];

/** Milliseconds since the epoch; 0 where an entry does not say. */
export const timeOf = ({ time }: ManagedFields): number => Date.parse(time ?? '') || 0;

const owns = (tree: unknown, path: string[]): boolean =>
  path.reduce<unknown>((node, key) => fieldsOf(node)?.[key], tree) !== undefined;
