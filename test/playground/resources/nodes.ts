import { at, list, type Obj, text } from '../objects/model.ts';
import { anything, boolean, keyed, object, open, setOf, string } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, orNone, told, wide } from './columns.ts';

const conditions = keyed(['type'], anything);

const nodeInfo = (object: Obj, field: string): string => text(object, 'status', 'nodeInfo', field);

const nodeColumns = [
  nameColumn,
  told('Status', 'whether the node is ready', nodeStatus),
  told('Roles', 'the roles that its labels give it', ({ metadata }) =>
    orNone(roles(metadata.labels).join(',')),
  ),
  ageColumn,
  told('Version', 'the version of its kubelet', (object) => nodeInfo(object, 'kubeletVersion')),
  wide(told('Internal-IP', 'an address inside the cluster', (object) => address(object, 'InternalIP'))),
  wide(told('External-IP', 'an address outside of the cluster', (object) => address(object, 'ExternalIP'))),
  wide(told('OS-Image', 'its operating system', (object) => nodeInfo(object, 'osImage') || '<unknown>')),
  wide(told('Kernel-Version', 'its kernel', kernel)),
  wide(
    told(
      'Container-Runtime',
      'what runs its containers',
      (object) => nodeInfo(object, 'containerRuntimeVersion') || '<unknown>',
    ),
  ),
];

/** The machines of the cluster. */
export const node = core({
  plural: 'nodes',
  singular: 'node',
  kind: 'Node',
  namespaced: false,
  shortNames: ['no'],
  subresources: ['status'],
  schema: object({
    spec: open({ podCIDRs: setOf(string), unschedulable: boolean, providerID: string }),
    status: open({
      conditions,
      addresses: keyed(['type'], anything),
      images: { type: 'array', items: anything },
    }),
  }),
  blank: { metadata: {}, spec: {}, status: { nodeInfo: {}, daemonEndpoints: { kubeletEndpoint: {} } } },
  columns: nodeColumns,
  selectableFields: ['spec.unschedulable'],
});

function nodeStatus(object: Obj): string {
  const ready = list(object, 'status', 'conditions').find((condition) => text(condition, 'type') === 'Ready');
  const status = ready === undefined ? 'Unknown' : text(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
  return at(object, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

function roles(labels: Record<string, string> = {}): string[] {
  const named = Object.entries(labels).map(([key, value]) =>
    key === 'kubernetes.io/role' ? value : (/^node-role\.kubernetes\.io\/(.+)$/.exec(key)?.[1] ?? ''),
  );
  return [...new Set(named.filter((role) => role !== ''))].sort();
}

function kernel(object: Obj): string {
  const architecture = nodeInfo(object, 'architecture');
  return `${nodeInfo(object, 'kernelVersion') || '<unknown>'}${architecture && ` (${architecture})`}`;
}

function address(object: Obj, type: string): string {
  const found = list(object, 'status', 'addresses').find((one) => text(one, 'type') === type);
  return orNone(text(found, 'address'));
}
