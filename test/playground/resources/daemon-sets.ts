import { at, type Fields, isFields, type Obj } from '../objects/model.ts';
import { selectorText } from '../read/object-selector.ts';
import { anything, integer, keyed, object, open, stringMap } from '../schema/shorthand.ts';
import { inGroup } from './built-in.ts';
import { ageColumn, nameColumn, told, wide } from './columns.ts';
import { containerCells, filledPodSpec, podSpecSchema } from './pod-spec.ts';

const podSpec = (set: Obj): unknown => at(set, 'spec', 'template', 'spec');

/** A column with a count of its status. */
const counted = (name: string, description: string, field: string) =>
  told(name, description, (set) => at(set, 'status', field) ?? 0);

/** A pod on every node that it selects. Nothing here makes any: it is there to be read. */
export const daemonSet = inGroup('apps', {
  plural: 'daemonsets',
  singular: 'daemonset',
  kind: 'DaemonSet',
  namespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  subresources: ['status'],
  counted: true,
  schema: object({
    spec: open({
      selector: { ...anything, 'x-kubernetes-map-type': 'atomic' },
      template: object({
        metadata: open({ labels: stringMap, annotations: stringMap }),
        spec: podSpecSchema,
      }),
      minReadySeconds: integer,
      revisionHistoryLimit: integer,
    }),
    status: open({ conditions: keyed(['type'], anything) }),
  }),
  blank: {
    metadata: {},
    spec: { selector: null, template: { metadata: {}, spec: { containers: null } }, updateStrategy: {} },
    status: {},
  },
  columns: [
    nameColumn,
    counted('Desired', 'how many nodes it is to run on', 'desiredNumberScheduled'),
    counted('Current', 'on how many of them it has a pod', 'currentNumberScheduled'),
    counted('Ready', 'how many of its pods are ready', 'numberReady'),
    counted('Up-to-date', 'how many have its template', 'updatedNumberScheduled'),
    counted('Available', 'how many serve', 'numberAvailable'),
    told('Node Selector', 'the nodes that it runs on', (set) =>
      selectorText({ matchLabels: at(set, 'spec', 'template', 'spec', 'nodeSelector') }),
    ),
    ageColumn,
    wide(told('Containers', 'the containers of its pods', (set) => containerCells(podSpec(set)).names)),
    wide(told('Images', 'their images', (set) => containerCells(podSpec(set)).images)),
    wide(told('Selector', 'which pods are its', ({ spec }) => selectorText(at(spec, 'selector')))),
  ],
  defaults(set) {
    set.spec = filledSpec(isFields(set.spec) ? set.spec : {});
    set.status = { ...NONE, ...(isFields(set.status) && set.status) };
  },
  prepare(set, old) {
    if (old === undefined) set.status = { ...NONE };
  },
});

/** Counts that a status always has. */
const NONE = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};

const filledSpec = (given: Fields): Fields => {
  const template = isFields(given.template) ? given.template : {};
  return {
    revisionHistoryLimit: 10,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    selector: null,
    ...given,
    template: {
      metadata: isFields(template.metadata) ? template.metadata : {},
      spec: filledPodSpec(isFields(template.spec) ? template.spec : {}),
    },
  };
};
