import type { Permission } from '../kube/api/access.ts';
import type { Component } from '../objects/components.ts';
import { MONITORING_GROUP } from '../objects/names.ts';
import type { Mode } from './record.ts';

/** What a resize has to be allowed, for questions about one namespace; those without a namespace hold in the cluster. */
export const permissions = ({ plural }: Component, namespace: string, mode: Mode): Permission[] => [
  ...verbs({ group: MONITORING_GROUP, resource: plural, namespace }, ['get', 'list', 'patch']),
  ...verbs({ group: '', resource: 'persistentvolumeclaims', namespace }, ['list', 'patch']),
  ...verbs({ group: '', resource: 'configmaps', namespace }, ['get', 'create', 'patch', 'delete']),
  ...verbs({ group: '', resource: 'pods', namespace }, ['list']),
  ...verbs(
    { group: 'apps', resource: 'statefulsets', namespace },
    mode === 'online' ? ['list', 'delete'] : ['list'],
  ),
  ...(mode === 'documented'
    ? verbs({ group: 'storage.k8s.io', resource: 'volumeattachments' }, ['list'])
    : []),
];

const verbs = (of: Omit<Permission, 'verb'>, all: string[]): Permission[] =>
  all.map((verb) => ({ ...of, verb }));
