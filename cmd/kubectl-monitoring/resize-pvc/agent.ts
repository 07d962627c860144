import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { COMPONENTS, instanceLabels, instancesPath } from '../../../lib/objects/components.ts';
import { type InstanceObject, isDaemon, readInstance, takesClaims } from '../../../lib/volumes/instance.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { type ClusterValues, commandText } from '../../shared/words.ts';

const AGENT = COMPONENTS.agent;

/** Which agent is meant, and what for. */
interface Meant {
  namespace: string;
  name: string;
  size: string;
  values: ClusterValues;
}

/**
 * Refuses a PrometheusAgent.
 *
 * @throws {CommandError} always: what the server says where there is none of that name, or it may not be read.
 */
export async function refuseAgent(client: KubeClient, meant: Meant): Promise<never> {
  const path = instancesPath(AGENT, meant.namespace, meant.name);
  const agent = await client.send<InstanceObject>({ method: 'GET', path });
  throw new CommandError(
    'refusal',
    `error: "${meant.name}" is a PrometheusAgent, and resize-pvc does not resize the volumes of one`,
    { mend: waysOf(agent, meant) },
  );
}

/** What may be done instead: by hand, claims first, so that an end in the middle leaves claims that are larger than their template. */
function waysOf(agent: InstanceObject, { namespace, name, size, values }: Meant): string {
  const { storage, policy, template } = readInstance(agent, AGENT);
  if (storage !== 'template')
    return isDaemon(AGENT, agent.spec)
      ? 'It runs as a DaemonSet, which has no claims: there is nothing to resize.'
      : 'It has no claim template (spec.storage.volumeClaimTemplate): there is nothing to resize.';
  const command = (...words: string[]): string =>
    commandText({ words: ['kubectl', ...words], namespace }, { values });
  const labels = Object.entries(instanceLabels(AGENT, name)).map((label) => label.join('='));
  const resources = { requests: { storage: size } };
  const patch = (spec: object): string => JSON.stringify({ spec });
  const retained = takesClaims(policy)
    ? 'Its persistentVolumeClaimRetentionPolicy has Delete: step 3 would delete its claims, so set both fields to Retain and see to step 1 first.'
    : 'Its claims outlive step 3 as long as its persistentVolumeClaimRetentionPolicy and that of its StatefulSets say Retain, or nothing, and step 1 shows no owner.';
  return [
    'Its volumes hold its write-ahead log: samples that it has not sent on yet. By hand they grow in this order, where their StorageClass has allowVolumeExpansion:',
    `  1. ${command('get', 'pvc', '-l', labels.join(','), '-o', 'custom-columns=NAME:.metadata.name,SIZE:.status.capacity.storage,OWNERS:.metadata.ownerReferences[*].kind')}`,
    `  2. for each claim (${template}-...), then wait until step 1 shows ${size}: ${command('patch', 'pvc', 'CLAIM', '--type', 'merge', '-p', patch({ resources }))}`,
    `  3. ${command('patch', 'prometheusagent', name, '--type', 'merge', '-p', patch({ storage: { volumeClaimTemplate: { spec: { resources } } } }))}`,
    retained,
    'Step 3 restarts all its pods, and nothing is scraped meanwhile. Where a file or a chart makes the agent, change the size there, too.',
  ].join('\n');
}
