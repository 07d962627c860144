import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { BARE_METAL_OPERATOR, chartOf, distinct, IRONIC, installsIn } from '../../../lib/versions/install.ts';
import type { ReadInstalls } from '../../shared/version/read.ts';

/** The bare-metal operators of a cluster, their Ironics, and the charts of both. */
export const readInstalls: ReadInstalls = async ({ list, warn, unread }) => {
  const deployments = await list<KubeObject>({ api: '/apis/apps/v1', resource: 'deployments' });
  const found = deployments.map((object) => ({
    object,
    operators: installsIn(object, 'Deployment', [BARE_METAL_OPERATOR]),
    components: installsIn(object, 'Deployment', [IRONIC]),
  }));
  const operators = found.flatMap((one) => one.operators);
  if (operators.length === 0 && unread().length === 0)
    warn(
      'no Deployment of the bare-metal operator was found.\nChoose the cluster that it runs in (--context); with -n, only one namespace is searched.',
    );
  const charts = found
    .filter((one) => one.operators.length + one.components.length > 0)
    .map(({ object }) => chartOf(object, { group: 'apps', kind: 'Deployment' }))
    .filter((chart) => chart !== undefined);
  return { operators, components: found.flatMap((one) => one.components), charts: distinct(charts) };
};
