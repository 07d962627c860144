import { at, type Fields, isFields, type Obj } from '../objects/model.ts';
import { selectorText } from '../read/object-selector.ts';
import { anything, integer, keyed, listOf, object, open, string, stringMap } from '../schema/shorthand.ts';
import { inGroup } from './built-in.ts';
import { claimSpecSchema, filledClaimSpec } from './claim-spec.ts';
import { ageColumn, nameColumn, told, wide } from './columns.ts';
import { containerCells, filledPodSpec, podSpecSchema } from './pod-spec.ts';
import { statefulSetFindings } from './stateful-set-findings.ts';

const statefulSetColumns = [
  nameColumn,
  told(
    'Ready',
    'how many of its pods are ready',
    (set) => `${at(set, 'status', 'readyReplicas') ?? 0}/${at(set, 'spec', 'replicas') ?? 0}`,
  ),
  ageColumn,
  wide(told('Containers', 'the containers of its pods', (set) => containerCells(podSpec(set)).names)),
  wide(told('Images', 'their images', (set) => containerCells(podSpec(set)).images)),
];

const podSpec = (set: Obj): unknown => at(set, 'spec', 'template', 'spec');

/** Pods with names and volumes of their own. */
export const statefulSet = inGroup('apps', {
  plural: 'statefulsets',
  singular: 'statefulset',
  kind: 'StatefulSet',
  namespaced: true,
  shortNames: ['sts'],
  categories: ['all'],
  subresources: ['status'],
  scale: {
    wanted: ['spec', 'replicas'],
    present: ['status', 'replicas'],
    selector: ({ spec }) => selectorText(at(spec, 'selector')),
  },
  counted: true,
  nameRule: 'label',
  schema: object({
    spec: open({
      replicas: integer,
      selector: { ...anything, 'x-kubernetes-map-type': 'atomic' },
      template: object({
        metadata: open({ labels: stringMap, annotations: stringMap }),
        spec: podSpecSchema,
      }),
      volumeClaimTemplates: listOf(open({ spec: claimSpecSchema })),
      serviceName: string,
      podManagementPolicy: string,
      revisionHistoryLimit: integer,
      minReadySeconds: integer,
      persistentVolumeClaimRetentionPolicy: object({ whenDeleted: string, whenScaled: string }),
    }),
    status: open({ conditions: keyed(['type'], anything) }),
  }),
  blank: {
    metadata: {},
    spec: { selector: null, template: { metadata: {}, spec: { containers: null } }, updateStrategy: {} },
    status: {},
  },
  columns: statefulSetColumns,
  defaults(set) {
    set.spec = filledSpec(isFields(set.spec) ? set.spec : {});
  },
  prepare(set, old) {
    set.status = writtenStatus(old === undefined ? {} : set.status);
  },
  validate: statefulSetFindings,
});

const filledSpec = (given: Fields): Fields => {
  const template = isFields(given.template) ? given.template : {};
  const policy = isFields(given.persistentVolumeClaimRetentionPolicy)
    ? given.persistentVolumeClaimRetentionPolicy
    : {};
  return {
    replicas: 1,
    podManagementPolicy: 'OrderedReady',
    revisionHistoryLimit: 10,
    serviceName: '',
    selector: null,
    ...given,
    template: {
      metadata: isFields(template.metadata) ? template.metadata : {},
      spec: filledPodSpec(isFields(template.spec) ? template.spec : {}),
    },
    updateStrategy: filledStrategy(given.updateStrategy),
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain', ...policy },
    ...(Array.isArray(given.volumeClaimTemplates) && {
      volumeClaimTemplates: given.volumeClaimTemplates.map(filledClaimTemplate),
    }),
  };
};

function filledStrategy(given: unknown): Fields {
  const strategy = isFields(given) ? given : {};
  if ((strategy.type ?? 'RollingUpdate') !== 'RollingUpdate') return strategy;
  if (strategy.type !== undefined && !isFields(strategy.rollingUpdate)) return strategy;
  const rollingUpdate = isFields(strategy.rollingUpdate) ? strategy.rollingUpdate : {};
  return { ...strategy, type: 'RollingUpdate', rollingUpdate: { partition: 0, ...rollingUpdate } };
}

const filledClaimTemplate = (given: unknown): Fields => {
  const template = isFields(given) ? given : {};
  return {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    ...template,
    spec: filledClaimSpec(template.spec),
    status: { phase: 'Pending', ...(isFields(template.status) && template.status) },
  };
};

/** A status as its type writes it: two counts always, others where they are not 0. */
function writtenStatus(given: unknown): Fields {
  const told = Object.entries(isFields(given) ? given : {}).filter(([, value]) => value !== 0);
  return { replicas: 0, availableReplicas: 0, ...Object.fromEntries(told) };
}
