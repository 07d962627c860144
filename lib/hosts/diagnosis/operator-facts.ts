import { OPERATOR_LEASE } from '../../objects/names.ts';
import { age } from './age.ts';
import type { Operators } from './evidence.ts';

import { keepsNodes } from './running.ts';

/** A label, and its text; none where there is nothing to say. */
export type Row = [label: string, text: string | undefined | false];

export function operatorRows({ operators, leases = [] }: Operators, now: Date): Row[] {
  return [
    ...operators.map(({ install, ready, wanted }): Row => {
      const { name, version, kind, namespace, resource } = install;
      return [
        'version',
        `${name} ${version ?? 'unknown'} (${kind} ${namespace}/${resource}), ${ready} of ${wanted} pods ready`,
      ];
    }),
    ...leases.map(({ namespace, holder, renewTime }): Row => {
      const renewed = renewTime ? `renewed ${age(renewTime, now)} by this machine's clock` : 'never renewed';
      return [
        'lease',
        `${namespace}/${OPERATOR_LEASE}, ${holder ? `held by ${holder}, ${renewed}` : 'held by nobody'}`,
      ];
    }),
  ];
}

export const ironicRows = ({ operators, ironics }: Operators): Row[] => [
  ...operators.map(({ endpoint }): Row => {
    const text = endpoint && `${endpoint.url} (${endpoint.from})`;
    return ['endpoint', text ?? 'nothing that could be read says which Ironic the operator talks to'];
  }),
  ...ironics.map(({ install, hostNetwork, clusterDns }): Row => {
    const { version, kind, namespace, resource } = install;
    const network = hostNetwork ? 'on the host network' : 'on the pod network';
    const names = clusterDns
      ? ''
      : ": it does not ask the cluster's DNS, so service names do not resolve there";
    return [
      'version',
      `ironic ${version ?? 'unknown'} (${kind} ${namespace}/${resource}), ${network}${names}`,
    ];
  }),
  [
    'database',
    operators.some(({ install }) => keepsNodes(install.version)) &&
      "an operator from 0.11 on does not send the image when it registers a node: one that Ironic's database still has keeps the former address; kubectl bmh reenroll has another node in its place",
  ],
];
