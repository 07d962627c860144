import { type UiPod, uiPodOf } from '../../dashboards/export/ui-pod.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeObject } from '../../kube/api/types.ts';
import type { PodPlace } from '../../metrics/place.ts';
import { names } from '../../objects/names.ts';
import { isFinished, isReady, type PodObject } from '../../objects/pod.ts';
import { findWorkloads, makes } from '../../status/workloads.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine, order } from '../../words/text.ts';
import type { Session } from '../session.ts';

/** A dashboard UI in a cluster, and the pod that is asked. */
export interface FoundUi {
  place: PodPlace;
  login: UiPod['login'];
}

/**
 * Finds the dashboard UI of a namespace, and a ready pod of it.
 *
 * @throws {CommandError} if there is none, if there are several, or if no pod is ready.
 */
export async function findUi({ client }: Pick<Session, 'client'>, namespace: string): Promise<FoundUi> {
  const [deployments, sets, pods] = await Promise.all([
    allOf<KubeObject>(client, { path: collectionPath('/apis/apps/v1', 'deployments', namespace) }),
    allOf<KubeObject>(client, { path: collectionPath('/apis/apps/v1', 'statefulsets', namespace) }),
    allOf<PodObject>(client, { path: collectionPath('/api/v1', 'pods', namespace) }),
  ]);
  const uis = findWorkloads([
    ...deployments.map((object) => ({ kind: 'Deployment' as const, object })),
    ...sets.map((object) => ({ kind: 'StatefulSet' as const, object })),
  ]).filter(({ part }) => part === 'ui');
  const [ui, ...more] = uis;
  const { flags = [] } = client;
  if (!ui)
    throw new CommandError('api', `error: there is no dashboard UI in namespace ${namespace}`, {
      hint: `Choose its namespace with -n: ${['kubectl', 'monitoring', 'status', '-A', ...flags].join(' ')}. Or use its address: --ui-url URL.`,
    });
  if (more.length > 0)
    throw new CommandError(
      'usage',
      `error: there are several dashboard UIs in namespace ${namespace}: ${names(uis.map(({ object }) => object.metadata)).replaceAll('\n', ' ')}`,
      { hint: 'Use the address of one of them: --ui-url URL.' },
    );
  const { name } = ui.object.metadata;
  const pod = pods
    .filter((one) => makes(ui, one) && !isFinished(one) && isReady(one))
    .toSorted((one, other) => order(one.metadata.name, other.metadata.name))[0];
  const found = pod && uiPodOf(pod);
  if (!found)
    throw new CommandError(
      'api',
      `error: no pod of the dashboard UI ${namespace}/${oneLine(name)} is ready`,
      { hint: `Find out why: ${['kubectl', 'monitoring', 'status', '-n', namespace, ...flags].join(' ')}` },
    );
  const { port, secure, login } = found;
  return { place: { namespace, pod: pod.metadata.name, port, secure, prefix: '' }, login };
}
