import { isFields, list, text } from '../objects/model.ts';
import { anything, keyed, object, open, string } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, orNone, told, wide } from './columns.ts';
import { podCells } from './pod-cells.ts';

const conditions = keyed(['type'], anything);

const containers = keyed(
  ['name'],
  open({ ports: keyed(['containerPort', 'protocol'], anything), env: keyed(['name'], anything) }),
);

const podColumns = [
  nameColumn,
  told('Ready', 'how many of its containers are ready', (pod) => podCells(pod).ready),
  told('Status', 'what it is doing', (pod) => podCells(pod).status),
  told('Restarts', 'how often its containers were started again', (pod) => podCells(pod).restarts),
  ageColumn,
  wide(told('IP', 'its address', (pod) => orNone(text(list(pod, 'status', 'podIPs')[0], 'ip')))),
  wide(told('Node', 'where it runs', (pod) => orNone(text(pod, 'spec', 'nodeName')))),
  wide(
    told('Nominated Node', 'where room is made for it', (pod) =>
      orNone(text(pod, 'status', 'nominatedNodeName')),
    ),
  ),
  wide(told('Readiness Gates', 'how many of its gates are open', () => '<none>')),
];

/** What runs containers. */
export const pod = core({
  plural: 'pods',
  singular: 'pod',
  kind: 'Pod',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['status'],
  counted: true,
  schema: object({
    spec: open({
      containers,
      initContainers: containers,
      volumes: keyed(['name'], anything),
      nodeName: string,
    }),
    status: open({ conditions, podIPs: keyed(['ip'], anything) }),
  }),
  blank: { metadata: {}, spec: { containers: null }, status: {} },
  columns: podColumns,
  selectableFields: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  defaults(pod) {
    const given = isFields(pod.spec) ? pod.spec : {};
    pod.spec = {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
      ...given,
      ...(Array.isArray(given.containers) && { containers: given.containers.map(filledContainer) }),
    };
  },
  prepare(pod, old) {
    if (old !== undefined) return;
    const given = isFields(pod.spec) ? pod.spec : {};
    pod.spec = { priority: 0, preemptionPolicy: 'PreemptLowerPriority', tolerations, ...given };
    pod.status = { phase: 'Pending', qosClass: 'BestEffort' };
  },
  validate(pod) {
    const { containers } = isFields(pod.spec) ? pod.spec : {};
    if (Array.isArray(containers) && containers.length > 0) return [];
    return [{ reason: 'FieldValueRequired', field: 'spec.containers' }];
  },
});

/** What every pod tolerates for a while unless it says otherwise. */
const tolerations = ['not-ready', 'unreachable'].map((state) => ({
  effect: 'NoExecute',
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  tolerationSeconds: 300,
}));

function filledContainer(container: unknown): unknown {
  if (!isFields(container)) return container;
  const image = text(container, 'image');
  const pinned = /[:@][^/]*$/.test(image) && !image.endsWith(':latest');
  return {
    imagePullPolicy: pinned ? 'IfNotPresent' : 'Always',
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...container,
  };
}
