import * as gitops from '../objects/gitops.ts';
import type { Observed } from './observed.ts';
import { REPLICAS } from './state.ts';

/** Controllers that write objects on behalf of others. */
const CONTROLLERS = ['PrometheusOperator', 'kube-controller-manager'];

/** The source that manages what is scaled, or owns its number of replicas. */
export const sourceOf = ({
  scaled: { group, kind },
  namespace,
  name,
  objects: { target },
}: Observed): gitops.Source | undefined =>
  gitops.sourceOf({
    object: target,
    identity: `${group}/${kind}:${namespace}/${name}`,
    fields: { replicas: REPLICAS },
    isController: (manager) => CONTROLLERS.includes(manager),
  });
