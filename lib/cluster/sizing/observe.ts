import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { COMPONENTS, instancesPath } from '../../objects/components.ts';
import type { PodObject } from '../../objects/pod.ts';
import type { Observed } from '../../sizing/sizing.ts';
import type { InstanceObject } from '../../volumes/instance.ts';
import { CommandError } from '../../words/errors.ts';
import { type Asking, askMetrics } from './ask.ts';
import { type Attempt, attempt, gapsAmong, reasonOf } from './attempt.ts';

/**
 * Reads the input of a sizing: nodes, pods and metrics servers, then measurements from a Prometheus. What cannot be read is a gap.
 *
 * @throws {CommandError} if the nodes are neither given nor can be counted.
 */
export async function observe(
  run: Asking,
  { namespace, asked }: Pick<Observed, 'namespace' | 'asked'>,
): Promise<Observed> {
  const { client } = run.session;
  const scope = pathPart(namespace);
  const [nodes, pods, servers] = await Promise.all([
    nodesOf(client, asked),
    attempt('requests and limits', allOf<PodObject>(client, { path: `/api/v1/namespaces/${scope}/pods` })),
    attempt('retention of the metrics servers', serversOf(client, namespace)),
  ]);
  const { via, answers, gaps } = await askMetrics(run, namespace);
  return {
    namespace,
    asked,
    nodes: nodes.value,
    pods: pods.value,
    servers: servers.value ?? [],
    via,
    answers,
    gaps: [...gapsAmong([nodes, pods, servers]), ...gaps],
  };
}

async function nodesOf(client: KubeClient, asked: number | undefined): Promise<Attempt<number>> {
  const counting = countNodes(client);
  if (asked !== undefined) return attempt('number of nodes in the cluster', counting);
  try {
    return { value: await counting };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new CommandError('api', `error: the nodes of the cluster cannot be counted: ${reasonOf(error)}`, {
      hint: SET_NODES,
    });
  }
}

/** Requests only metadata: the status of a node lists all its images. */
async function countNodes(client: KubeClient): Promise<number> {
  const nodes = await allOf(client, { path: '/api/v1/nodes', accept: METADATA });
  if (nodes.length > 0) return nodes.length;
  throw new CommandError('api', 'error: the cluster has no nodes', { hint: SET_NODES });
}

const SET_NODES = 'Set the number of nodes: --nodes N.';
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** Empty if the server does not serve the kind. */
async function serversOf(client: KubeClient, namespace: string): Promise<InstanceObject[]> {
  try {
    return await allOf<InstanceObject>(client, {
      path: instancesPath(COMPONENTS.metrics, pathPart(namespace)),
    });
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
