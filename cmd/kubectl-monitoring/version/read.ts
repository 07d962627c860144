import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { apiOf, COMPONENTS } from '../../../lib/objects/components.ts';
import { MONITORING_GROUP } from '../../../lib/objects/names.ts';
import type { PodObject } from '../../../lib/objects/pod.ts';
import { chartOf, distinct, installsIn } from '../../../lib/versions/install.ts';
import { instanceInstalls, PROMETHEUS_OPERATOR, upgradeIssue } from '../../../lib/versions/monitoring.ts';
import type { ReadInstalls } from '../../shared/version/read.ts';

/** The label of every pod that the operator runs. */
const MANAGED = 'app.kubernetes.io/managed-by=prometheus-operator';

/** The operators of the building block, their instances, and the charts of both. */
export const readInstalls: ReadInstalls = async ({ serverVersion, list, warn, unread }) => {
  const kinds = Object.values(COMPONENTS);
  const [deployments, pods, ...resources] = await Promise.all([
    list<KubeObject>({ api: '/apis/apps/v1', resource: 'deployments' }),
    list<PodObject>({ api: '/api/v1', resource: 'pods', labelSelector: MANAGED }),
    ...kinds.map((kind) => list<KubeObject>({ api: apiOf(kind), resource: kind.plural })),
  ]);
  const running = deployments.map((object) => ({
    object,
    operators: installsIn(object, 'Deployment', [PROMETHEUS_OPERATOR]),
  }));
  const operators = running.flatMap((one) => one.operators);
  if (operators.length === 0 && unread().length === 0)
    warn(
      'no Deployment of prometheus-operator was found.\nChoose the cluster that it runs in (--context). With -n, only one namespace is searched.',
    );
  const issue = upgradeIssue(serverVersion);
  if (issue) warn(issue);
  const instances = kinds.flatMap((kind, index) =>
    (resources[index] ?? []).map((object) => ({ kind, object })),
  );
  const components = instances.flatMap(({ kind, object }) => instanceInstalls(object, kind, pods));
  const charts = [
    ...running
      .filter((one) => one.operators.length > 0)
      .map(({ object }) => chartOf(object, { group: 'apps', kind: 'Deployment' })),
    ...instances.map(({ kind: { kind }, object }) => chartOf(object, { group: MONITORING_GROUP, kind })),
  ].filter((chart) => chart !== undefined);
  return { operators, components, charts: distinct(charts) };
};
