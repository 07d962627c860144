import * as gitops from '../gitops.ts';
import { MONITORING_GROUP } from '../names.ts';
import type { Observed } from './observed.ts';

/** The source that manages an instance, or holds the size in its claim template; undefined where none does. */
export const sourceOf = ({ component, instance, objects }: Observed): gitops.Source | undefined =>
  gitops.sourceOf({
    object: objects.instance,
    identity: `${MONITORING_GROUP}/${component.kind}:${instance.namespace}/${instance.name}`,
    field: ['f:spec', 'f:storage', 'f:volumeClaimTemplate', 'f:spec'],
  });
