import { fieldsOf } from './fields.ts';
import type { KubeObject, ManagedFields } from './kube/types.ts';
import { oneLine } from './text.ts';

/**
 * Writers that put a source's state back, by the name that they write under: argocd-controller,
 * argocd-application-controller, kustomize-controller and helm-controller (Flux), helm, fleetagent.
 */
const MANAGERS = /^(argocd|kustomize-controller|helm|flux|fleet)/i;

/** Whoever writes under this name puts a source's state back. */
const isSource = (manager: string): boolean => MANAGERS.test(manager);

/** What a GitOps source may manage, and how its marks name it. */
export interface Subject {
  object: Pick<KubeObject, 'metadata'>;
  /** `group/Kind:namespace/name`. */
  identity: string;
  /** Path of a field, in the keys of `fieldsV1`, whose owner manages the object. */
  field: string[];
}

/** What manages an object. */
export interface Source {
  /** In words: `Argo CD application "apps"`. */
  text: string;
  /** Whether it puts its state back by itself, not only when somebody runs it. */
  syncs: boolean;
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

/** The source that manages an object; undefined where none does. */
export function sourceOf(subject: Subject): Source | undefined {
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
  const owner = owners(subject.object, subject.field).find(isSource);
  return owner === undefined ? undefined : { text: managerText(owner), syncs: !/^helm$/i.test(owner) };
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

const owns = (tree: unknown, path: string[]): boolean =>
  path.reduce<unknown>((node, key) => fieldsOf(node)?.[key], tree) !== undefined;
