import type { Right } from '../../kube/api/access.ts';
import { AUDITED } from './collections.ts';

/**
 * The least permissions for `audit` of a cluster whose hosts are in this API group.
 *
 * @param service the name of the one that serves images.
 */
export const auditRights = (
  hostGroup: string,
  { service, secrets }: { service: string; secrets: boolean },
): Right[] => [
  ...[...Map.groupBy(AUDITED, ({ group = hostGroup }) => group)].map(([group, kinds]) => ({
    ...NAMELESS,
    group,
    resources: kinds.map(({ resource }) => resource),
    use: `audit: find addresses in ${kinds.map(({ kind }) => kind).join(', ')}`,
  })),
  {
    ...NAMELESS,
    group: '',
    resources: ['configmaps'],
    verbs: ['list', 'get'],
    use: 'audit: find addresses in the settings of Ironic and the operator',
  },
  ...(secrets
    ? [
        {
          ...NAMELESS,
          group: '',
          resources: ['secrets'],
          verbs: ['get'],
          use: 'audit --secrets: find addresses in the data of hosts',
        },
      ]
    : []),
  {
    ...NAMELESS,
    group: '',
    resources: ['services'],
    names: [service],
    scope: 'cluster',
    use: 'audit: find the image service in any namespace',
  },
  {
    ...NAMELESS,
    group: 'discovery.k8s.io',
    resources: ['endpointslices'],
    scope: 'cluster',
    use: 'audit: check whether the image service has ready endpoints',
  },
];

const NAMELESS = {
  names: [],
  verbs: ['list'],
  scope: 'namespace',
  without: 'it names what it could not read, and exits with 2',
} as const satisfies Partial<Right>;
