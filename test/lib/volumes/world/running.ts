import { COMPONENTS, type Component, type ComponentName } from '../../../../lib/objects/components.ts';
import { applyMergePatch } from '../../../../lib/objects/merge-patch.ts';
import type { InstanceObject } from '../../../../lib/volumes/instance.ts';
import {
  type Known,
  type Objects,
  type Observed,
  observed,
  type VolumesContext,
} from '../../../../lib/volumes/observed.ts';
import type { ComponentResource } from '../../../operators/monitoring/component.ts';
import { operate } from './controllers.ts';
import { asked, created, instanceOf, isMounted, type World } from './world.ts';

export const NAMESPACE = 'monitoring-system';
export const NAME = 'k8s';
export const OLD = '50Gi';
export const NEW = '100Gi';
const CLASS = 'gold';

export interface Given extends Partial<World> {
  name?: ComponentName;
}

/** A running metrics server of two replicas on volumes of 50Gi, its resource changed by a merge patch. */
export function world(patch: object = {}, { name = 'metrics', ...given }: Given = {}): World {
  const component = COMPONENTS[name];
  const its: World = {
    component,
    instance: undefined,
    sets: [],
    pods: [],
    claims: [],
    volumes: {},
    record: undefined,
    lost: [],
    operating: true,
    behaviour: 'instant',
    released: true,
    expandable: true,
    admission: true,
    provisioning: true,
    source: OLD,
    context: {},
    version: 0,
  };
  its.instance = created(its, applyMergePatch(resource(component), patch));
  operate(its);
  return Object.assign(its, given);
}

const resource = ({ kind }: Component): ComponentResource => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind,
  metadata: { name: NAME, namespace: NAMESPACE },
  spec: {
    replicas: 2,
    storage: {
      volumeClaimTemplate: {
        spec: { storageClassName: CLASS, resources: { requests: { storage: OLD } } },
      },
    },
  },
});

/** What a run reads. */
export function observe(its: World, known: Partial<Known> = {}): Observed {
  const { component, sets, pods, claims, record } = its;
  const attached = claims.filter((claim) => isMounted(its, claim));
  const objects = structuredClone({
    instance: instanceOf(its) as InstanceObject,
    sets,
    pods,
    claims,
    record,
    attached: attached.map(({ spec }) => spec.volumeName ?? ''),
  }) as Objects;
  return observed(objects, {
    component,
    given: undefined,
    held: undefined,
    tried: false,
    context: surroundingsOf(its),
    ...known,
  });
}

const surroundingsOf = ({ quota, claims, expandable, context }: World): VolumesContext => ({
  classes: [{ name: CLASS, expandable }],
  operators: 1,
  quotas:
    quota === undefined
      ? []
      : [
          {
            name: 'storage',
            hard: { 'requests.storage': quota },
            used: { 'requests.storage': String(asked(claims)) },
          },
        ],
  ...context,
});
