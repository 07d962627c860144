import { at, type Fields, isFields, type Obj } from '../objects/model.ts';
import { selectorText } from '../read/object-selector.ts';
import { anything, integer, keyed, object, open, stringMap } from '../schema/shorthand.ts';
import { inGroup } from './built-in.ts';
import { ageColumn, nameColumn, told, wide } from './columns.ts';
import { containerCells, filledPodSpec, podSpecSchema } from './pod-spec.ts';

const podSpec = (deployment: Obj): unknown => at(deployment, 'spec', 'template', 'spec');

const count = (deployment: Obj, ...path: string[]): unknown => at(deployment, ...path) ?? 0;

/** Pods that are replaced side by side. Nothing here makes any: it is there to be read. */
export const deployment = inGroup('apps', {
  plural: 'deployments',
  singular: 'deployment',
  kind: 'Deployment',
  namespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: ['status'],
  counted: true,
  schema: object({
    spec: open({
      replicas: integer,
      selector: { ...anything, 'x-kubernetes-map-type': 'atomic' },
      template: object({
        metadata: open({ labels: stringMap, annotations: stringMap }),
        spec: podSpecSchema,
      }),
    }),
    status: open({ conditions: keyed(['type'], anything) }),
  }),
  blank: {
    metadata: {},
    spec: { selector: null, template: { metadata: {}, spec: { containers: null } }, strategy: {} },
    status: {},
  },
  columns: [
    nameColumn,
    told(
      'Ready',
      'how many of its pods are ready',
      (one) => `${count(one, 'status', 'readyReplicas')}/${count(one, 'spec', 'replicas')}`,
    ),
    told('Up-to-date', 'how many have its template', (one) => count(one, 'status', 'updatedReplicas')),
    told('Available', 'how many serve', (one) => count(one, 'status', 'availableReplicas')),
    ageColumn,
    wide(told('Containers', 'the containers of its pods', (one) => containerCells(podSpec(one)).names)),
    wide(told('Images', 'their images', (one) => containerCells(podSpec(one)).images)),
    wide(told('Selector', 'which pods are its', ({ spec }) => selectorText(at(spec, 'selector')))),
  ],
  defaults(one) {
    one.spec = filledSpec(isFields(one.spec) ? one.spec : {});
  },
  prepare(one, old) {
    if (old === undefined) one.status = {};
  },
});

const filledSpec = (given: Fields): Fields => {
  const template = isFields(given.template) ? given.template : {};
  return {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
    selector: null,
    ...given,
    template: {
      metadata: isFields(template.metadata) ? template.metadata : {},
      spec: filledPodSpec(isFields(template.spec) ? template.spec : {}),
    },
  };
};
