import * as gitops from '../objects/gitops.ts';
import { MONITORING_GROUP, MONITORING_MANAGER } from '../objects/names.ts';
import type { Target } from './guards/guard.ts';
import type { Observed } from './observed.ts';

/** The fields that every resize writes, and below those that only some flags make it write. */
const ALWAYS = {
  replicas: ['f:spec', 'f:replicas'],
  paused: ['f:spec', 'f:paused'],
  'the size in the claim template': [
    ...['f:spec', 'f:storage', 'f:volumeClaimTemplate', 'f:spec'],
    ...['f:resources', 'f:requests', 'f:storage'],
  ],
};
export const RETENTION_SIZE = { retentionSize: ['f:spec', 'f:retentionSize'] };
const POLICY = { 'the retention policy of claims': ['f:spec', 'f:persistentVolumeClaimRetentionPolicy'] };

/** The field manager of prometheus-operator. */
const OPERATOR = 'PrometheusOperator';

/** The source that manages an instance, or owns a field that a run (any run if `target` is absent) would write. */
export const sourceOf = (
  { component, instance, objects }: Observed,
  target?: Pick<Target, 'retentionSize' | 'retain'>,
): gitops.Source | undefined =>
  gitops.sourceOf({
    object: objects.instance,
    identity: `${MONITORING_GROUP}/${component.kind}:${instance.namespace}/${instance.name}`,
    fields: {
      ...ALWAYS,
      ...((!target || target.retentionSize !== undefined) && RETENTION_SIZE),
      ...((!target || target.retain) && POLICY),
    },
    isController: (name) => name === OPERATOR,
  });

/** The last other writer of the fields of a resize, besides the operator, as text; undefined if there is none. */
export function otherWriter({ objects: { instance } }: Observed): string | undefined {
  const others = Object.values(ALWAYS)
    .flatMap((path) => gitops.writers(instance, path))
    .filter(({ manager }) => manager !== MONITORING_MANAGER && manager !== OPERATOR);
  const last = gitops.latest(others);
  return last && gitops.managerText(last.manager);
}
