import * as gitops from '../objects/gitops.ts';
import { MONITORING_GROUP, MONITORING_MANAGER } from '../objects/names.ts';
import type { Aim } from './guards/guard.ts';
import type { Observed } from './observed.ts';

/** What every resize writes into the resource, and what only one that is asked to. */
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

/** The name under which prometheus-operator writes. */
const OPERATOR = 'PrometheusOperator';

/** The source that manages an instance, or holds what a run for `aim` would write, or any could; undefined where none does. */
export const sourceOf = (
  { component, instance, objects }: Observed,
  aim?: Pick<Aim, 'retentionSize' | 'retain'>,
): gitops.Source | undefined =>
  gitops.sourceOf({
    object: objects.instance,
    identity: `${MONITORING_GROUP}/${component.kind}:${instance.namespace}/${instance.name}`,
    fields: {
      ...ALWAYS,
      ...((!aim || aim.retentionSize !== undefined) && RETENTION_SIZE),
      ...((!aim || aim.retain) && POLICY),
    },
    isController: (name) => name === OPERATOR,
  });

/** Who wrote last, beside this tool and the operator, what a resize writes, in words; undefined where nobody did. */
export function otherWriter({ objects: { instance } }: Observed): string | undefined {
  const others = Object.values(ALWAYS)
    .flatMap((path) => gitops.writers(instance, path))
    .filter(({ manager }) => manager !== MONITORING_MANAGER && manager !== OPERATOR);
  const last = gitops.latest(others);
  return last && gitops.managerText(last.manager);
}
