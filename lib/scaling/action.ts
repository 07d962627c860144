import type { Permission } from '../kube/api/access.ts';
import type { KubeObject, KubeRequest } from '../kube/api/types.ts';
import { applyMergePatch } from '../objects/merge-patch.ts';
import { MONITORING_MANAGER } from '../objects/names.ts';
import { type Observed, withObjects } from './observed.ts';
import { type Scaled, scaledPath } from './scaled.ts';
import type { Target } from './state.ts';

/** What a step does: the one write, the same tried with `dryRun=All`, or a wait for the controllers or, last, for the replicas. */
export type Action =
  | { kind: 'set' | 'try'; replicas: number }
  /** `afterwards` is the expected result, for a preview. */
  | { kind: 'wait' | 'await'; afterwards: Observed };

/** The request that sets the number, decided on the observed version. Never a request to `/scale`: that of a Prometheus is its shards. */
export const requestOf = (
  { replicas }: Target,
  { scaled, name, namespace, objects: { target } }: Observed,
  { dryRun = false } = {},
): KubeRequest => ({
  method: 'PATCH',
  path: scaledPath(scaled, namespace, name),
  query: { fieldManager: MONITORING_MANAGER, ...(dryRun && { dryRun: 'All' }) },
  contentType: 'application/merge-patch+json',
  body: { spec: { replicas }, metadata: { resourceVersion: target.metadata.resourceVersion } },
});

/** The observation after the server's answer to the write. */
export const afterWrite = (observed: Observed, target: KubeObject): Observed =>
  withObjects({ ...observed, written: true }, { target });

/** The observation after an action if there is no other writer: a dry run continues with it. */
export function fold(action: Action, observed: Observed): Observed {
  if ('afterwards' in action) return action.afterwards;
  if (action.kind === 'try') return { ...observed, tried: true };
  const { target } = observed.objects;
  return afterWrite(observed, applyMergePatch(target, { spec: { replicas: action.replicas } }) as KubeObject);
}

/** The permissions that a run needs. */
export function permissions({ group, plural, kind, instance }: Scaled, namespace: string): Permission[] {
  const of = (where: Pick<Permission, 'group' | 'resource'>, ...verbs: string[]): Permission[] =>
    verbs.map((verb) => ({ ...where, verb, namespace }));
  return [
    ...of({ group, resource: plural }, 'list', 'patch'),
    ...(instance ? of({ group: 'apps', resource: 'statefulsets' }, 'list') : []),
    ...(instance || kind === 'StatefulSet'
      ? of({ group: '', resource: 'persistentvolumeclaims' }, 'list')
      : []),
    ...(instance ? of({ group: '', resource: 'configmaps' }, 'get') : []),
  ];
}
