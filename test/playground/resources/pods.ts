import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import { type Fields, isFields, list, type Obj, text } from '../objects/model.ts';
import { anything, keyed, object, open } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, orNone, told, wide } from './columns.ts';
import { fillConditionTimes } from './conditions.ts';
import { podCells } from './pod-cells.ts';
import { qosClass, withRequests } from './pod-resources.ts';
import { filledPodSpec, podSpecSchema } from './pod-spec.ts';

const conditions = keyed(['type'], anything);

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
  answersDeleted: true,
  actions: { binding: 'Binding' },
  connects: { portforward: 'PodPortForwardOptions', proxy: 'PodProxyOptions' },
  counted: true,
  schema: object({
    spec: podSpecSchema,
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
    pod.spec = { enableServiceLinks: true, ...withRequests(filledPodSpec(given)) };
    fillConditionTimes(pod);
  },
  prepare(pod, old) {
    if (old !== undefined) return;
    const given = isFields(pod.spec) ? pod.spec : {};
    pod.spec = { priority: 0, preemptionPolicy: 'PreemptLowerPriority', tolerations, ...given };
    pod.status = { phase: 'Pending', qosClass: qosClass(pod) };
  },
  validate: (pod, old) => [
    ...(list(pod, 'spec', 'containers').length > 0
      ? []
      : [{ reason: 'FieldValueRequired', field: 'spec.containers' } as const]),
    ...(old === undefined || isDeepStrictEqual(fixedPart(pod), fixedPart(old)) ? [] : [specFixed]),
  ],
});

const specFixed: Finding = {
  reason: 'FieldValueForbidden',
  field: 'spec',
  detail:
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
};

/** What of a pod's spec stays as it was made. Its node is set once, by a binding. */
function fixedPart({ spec }: Obj): Fields {
  const { activeDeadlineSeconds: _, tolerations: __, ...fixed } = isFields(spec) ? spec : {};
  const imageless = (one: unknown) => (isFields(one) ? { ...one, image: '', imagePullPolicy: '' } : one);
  return {
    ...fixed,
    containers: list(spec, 'containers').map(imageless),
    initContainers: list(spec, 'initContainers').map(imageless),
  };
}

/** What every pod tolerates for a while unless it says otherwise. */
const tolerations = ['not-ready', 'unreachable'].map((state) => ({
  effect: 'NoExecute',
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  tolerationSeconds: 300,
}));
