import type { Permission } from '../kube/api/access.ts';
import type { KubeObject, KubeRequest } from '../kube/api/types.ts';
import { type Component, instancesPath } from '../objects/components.ts';
import { applyMergePatch } from '../objects/merge-patch.ts';
import { MONITORING_GROUP, MONITORING_MANAGER } from '../objects/names.ts';
import { type Observed, withObjects } from './observed.ts';
import { type Mode, recordName } from './record.ts';

/** The object of a write. */
export type Ref = { kind: 'instance' } | { kind: 'record' } | { kind: 'claim' | 'set'; name: string };

/** A merge patch, decided on the copy with `resourceVersion`. */
export interface Patch {
  kind: 'patch';
  of: Ref;
  payload: object;
  resourceVersion: string | undefined;
}

/** Creates the record; the server refuses if there is one. */
export interface Create {
  kind: 'create';
  of: { kind: 'record' };
  object: KubeObject;
}

/** Deletes the object only if it has this uid; the pods and claims of a StatefulSet stay. */
export interface Delete {
  kind: 'delete';
  of: Ref;
  uid: string;
  resourceVersion?: string | undefined;
}

export type Write = Patch | Create | Delete;

/** What a step does: one write, writes tried with `dryRun=All`, or a wait for the operator or the storage. */
export type Action =
  | Write
  | { kind: 'try'; writes: Write[] }
  /** `afterwards` is the expected result, for a preview. */
  | { kind: 'wait'; afterwards: Observed };

function pathOf({ component, instance: { name, namespace } }: Observed, of: Ref): string {
  switch (of.kind) {
    case 'instance':
      return instancesPath(component, namespace, name);
    case 'record':
      return `/api/v1/namespaces/${namespace}/configmaps/${recordName(component, name)}`;
    case 'claim':
      return `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${of.name}`;
    case 'set':
      return `/apis/apps/v1/namespaces/${namespace}/statefulsets/${of.name}`;
  }
}

/** The request of a write; with `dryRun` it passes every check of the server without effect. */
export function requestOf(write: Write, observed: Observed, { dryRun = false } = {}): KubeRequest {
  const path = pathOf(observed, write.of);
  const query = { fieldManager: MONITORING_MANAGER, ...(dryRun && { dryRun: 'All' }) };
  switch (write.kind) {
    case 'create':
      return { method: 'POST', path: path.slice(0, path.lastIndexOf('/')), query, body: write.object };
    case 'delete':
      return {
        method: 'DELETE',
        path,
        // The server reads the options of a deletion from its body alone; a proxy in between may only read the query.
        ...(dryRun && { query: { dryRun: 'All' } }),
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          // Orphan adds a finalizer until garbage is collected: only objects with dependents need it.
          propagationPolicy: write.of.kind === 'set' ? 'Orphan' : 'Background',
          // An object that a preview created has no uid yet.
          ...(write.uid && {
            preconditions: {
              uid: write.uid,
              ...(write.resourceVersion && { resourceVersion: write.resourceVersion }),
            },
          }),
          ...(dryRun && { dryRun: ['All'] }),
        },
      };
    case 'patch':
      return {
        method: 'PATCH',
        path,
        query,
        contentType: 'application/merge-patch+json',
        body: applyMergePatch(write.payload, { metadata: { resourceVersion: write.resourceVersion } }),
      };
  }
}

/** The lists of objects of which there may be several. */
const LISTS = { claim: 'claims', set: 'sets' } as const;

/** The observed object of a write; undefined if there is none. */
export function objectOf({ objects }: Observed, of: Ref): KubeObject | undefined {
  if (!('name' in of)) return objects[of.kind];
  const list: KubeObject[] = objects[LISTS[of.kind]];
  return list.find(({ metadata }) => metadata.name === of.name);
}

/** The same observation with a new version of one object; undefined: it is gone. */
export function withObject(before: Observed, of: Ref, object: KubeObject | undefined): Observed {
  if (of.kind === 'record') return withObjects(before, { record: object });
  if (of.kind === 'instance') return object ? withObjects(before, { instance: object }) : before;
  const list = LISTS[of.kind];
  const others: KubeObject[] = before.objects[list].filter(({ metadata }) => metadata.name !== of.name);
  return withObjects(before, { [list]: object ? [...others, object] : others });
}

/** The observation after an action if there is no other writer: a dry run continues with it. */
export function fold(action: Action, observed: Observed): Observed {
  switch (action.kind) {
    case 'try':
      return { ...observed, tried: true };
    case 'wait':
      return action.afterwards;
    case 'create':
      return withObject(observed, action.of, action.object);
    case 'delete':
      return withObject(observed, action.of, undefined);
    case 'patch':
      return withObject(
        observed,
        action.of,
        applyMergePatch(objectOf(observed, action.of), action.payload) as KubeObject,
      );
  }
}

/** The permissions that a resize needs in a namespace; those without a namespace are cluster-wide. */
export const permissions = ({ plural }: Component, namespace: string, mode: Mode): Permission[] => [
  ...verbs({ group: MONITORING_GROUP, resource: plural, namespace }, ['get', 'list', 'patch']),
  ...verbs({ group: '', resource: 'persistentvolumeclaims', namespace }, ['list', 'patch']),
  ...verbs({ group: '', resource: 'configmaps', namespace }, ['get', 'create', 'patch', 'delete']),
  ...verbs({ group: '', resource: 'pods', namespace }, ['list']),
  ...verbs(
    { group: 'apps', resource: 'statefulsets', namespace },
    mode === 'online' ? ['list', 'delete'] : ['list'],
  ),
  ...(mode === 'offline' ? verbs({ group: 'storage.k8s.io', resource: 'volumeattachments' }, ['list']) : []),
];

const verbs = (of: Omit<Permission, 'verb'>, all: string[]): Permission[] =>
  all.map((verb) => ({ ...of, verb }));
