import type { Permission, Right, Rule } from '../kube/api/access.ts';
import { HOST_RESOURCE, OPERATOR_LEASE } from '../objects/names.ts';
import { proxiedName, type ServiceAddress } from './probe.ts';
import { CLUSTER_API } from './remediation.ts';

/** The least permissions for `list`, `repair` and `undo` on hosts of this API group, with images served at `images`. */
export const rights = (group: string, images: ServiceAddress): Right[] => [
  ...hostRights(group),
  ...recoveryRights,
  ...clusterApiRights,
  ...clusterRights(images),
];

/** The permissions needed to change a host; without a name, all hosts. */
export const changePermissions = (
  group: string,
  host: Pick<Permission, 'namespace' | 'name'>,
): Permission[] =>
  hostRights(group)
    .filter(({ without, verbs: [verb] }) => without === undefined && verb !== 'list')
    .map(({ resources: [full = ''], verbs: [verb = ''] }) => {
      const [resource = '', subresource] = full.split('/');
      return { ...host, group, resource, ...(subresource && { subresource }), verb };
    });

const right = (group: string, resource: string, verb: string): Rule & Pick<Right, 'scope'> => ({
  group,
  resources: [resource],
  names: [],
  verbs: [verb],
  scope: 'namespace',
});

const hostRights = (group: string): Right[] => [
  { ...right(group, HOST_RESOURCE, 'list'), use: 'list, repair, undo: find the hosts (step 1)' },
  {
    ...right(group, HOST_RESOURCE, 'get'),
    use: 'repair, undo: read a host again after another writer changed it',
  },
  {
    ...right(group, HOST_RESOURCE, 'patch'),
    use: 'repair, undo: pause, patch the spec, resume (steps 3, 7, 8)',
  },
  { ...right(group, `${HOST_RESOURCE}/status`, 'patch'), use: 'repair, undo: patch the status (step 6)' },
  {
    ...right(group, HOST_RESOURCE, 'watch'),
    use: 'repair: watch the recovery',
    without: 'it reads the host every two seconds',
  },
];

const recoveryRights: Right[] = [
  {
    ...right('', 'events', 'list'),
    use: 'repair: see in the events of a host that its error returned',
    without: 'it checks only the host',
  },
];

const clusterApiRights: Right[] = [
  {
    ...right(`infrastructure.${CLUSTER_API}`, 'metal3machines', 'get'),
    use: 'repair, undo: find the Machine and the Cluster behind a host',
    without: 'they warn that neither could be read',
  },
  {
    ...right(CLUSTER_API, 'clusters', 'get'),
    use: 'repair, undo: check whether the Cluster is paused',
    without: 'they warn that it may be',
  },
  {
    ...right(CLUSTER_API, 'machines', 'get'),
    use: 'repair, undo: check whether the Machine is being remediated',
    without: 'they warn that it may be',
  },
  {
    ...right(CLUSTER_API, 'machinehealthchecks', 'list'),
    use: 'repair, undo: find health checks that may delete the Machine',
    without: 'they warn that one may',
  },
];

const clusterRights = (images: ServiceAddress): Right[] => [
  {
    ...right('', 'nodes', 'list'),
    scope: 'cluster',
    use: 'repair, undo: verify the access (step 1)',
    without: 'they warn that the access is less than the procedure requires',
  },
  {
    ...right('', 'services', 'list'),
    names: [images.name],
    scope: 'cluster',
    use: 'repair: find the image service in any namespace',
    without: 'it checks only the namespace of the host',
  },
  {
    ...right('', 'services/proxy', 'get'),
    names: [proxiedName(images)],
    scope: 'cluster',
    use: 'repair: request the image and its checksum from that service',
    without: 'it warns that it cannot check whether they exist',
  },
  {
    ...right('coordination.k8s.io', 'leases', 'list'),
    names: [OPERATOR_LEASE],
    scope: 'cluster',
    use: 'repair: check whether the operator is running',
    without: 'it cannot tell a stopped operator from a slow one',
  },
];
