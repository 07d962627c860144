import { RESIZABLE } from '../../../lib/cluster/volumes/records.ts';
import { isForbidden, isNotFound } from '../../../lib/kube/api/errors.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import {
  COMPONENTS,
  type Component,
  instanceLabels,
  instancesPath,
  type ResizableName,
} from '../../../lib/objects/components.ts';
import { deletesClaims, type InstanceObject, isDaemon, readInstance } from '../../../lib/volumes/instance.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { commandText } from '../../shared/words.ts';
import type { Run } from './report.ts';

/**
 * Refuses the name of an instance of another kind: usually --component is missing.
 *
 * @throws {CommandError} always; the server's answer for an agent if no other kind has the name or may be read.
 */
export async function refuseOther(run: Run, name: string): Promise<never> {
  const { component, namespace, options, session } = run;
  for (const other of RESIZABLE)
    if (
      other.name !== component.name &&
      (await exists(session.client, instancesPath(other, namespace, name)))
    ) {
      const without = options.retentionSize === undefined ? '' : ', and without --retention-size,';
      throw new CommandError('refusal', `error: "${name}" is ${aKind(other)}, not ${aKind(component)}`, {
        hint: `The same command with --component ${other.name}${without} resizes its volumes.`,
      });
    }
  return refuseAgent(run, name);
}

/** The kind of the instance with this name; a Prometheus if there is none. */
export async function existingKind(
  client: KubeClient,
  name: string,
  namespace: string,
): Promise<Component<ResizableName>> {
  for (const kind of RESIZABLE) if (await exists(client, instancesPath(kind, namespace, name))) return kind;
  return COMPONENTS.metrics;
}

async function exists(client: KubeClient, path: string): Promise<boolean> {
  try {
    await client.send({ method: 'GET', path });
    return true;
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return false;
    throw error;
  }
}

const aKind = ({ kind }: Component): string => `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;

const AGENT = COMPONENTS.agent;

/**
 * Refuses a PrometheusAgent.
 *
 * @throws {CommandError} always; the server's answer if there is no such agent or it may not be read.
 */
export async function refuseAgent(run: Run, name: string): Promise<never> {
  const path = instancesPath(AGENT, run.namespace, name);
  const agent = await run.session.client.send<InstanceObject>({ method: 'GET', path });
  throw new CommandError(
    'refusal',
    `error: "${name}" is a PrometheusAgent, and resize-pvc does not resize its volumes`,
    { hint: waysOf(agent, run, name) },
  );
}

/** How to resize by hand: claims first, so that stopping halfway leaves claims larger than their template. */
function waysOf(agent: InstanceObject, { namespace, options: { size }, values }: Run, name: string): string {
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
  const retained = deletesClaims(policy)
    ? 'Its persistentVolumeClaimRetentionPolicy has Delete: step 3 would delete its claims, so first set both fields to Retain and make sure that step 1 shows no owner.'
    : 'Its claims outlive step 3 as long as its persistentVolumeClaimRetentionPolicy and those of its StatefulSets say Retain or nothing, and step 1 shows no owner.';
  return [
    'Its volumes hold its write-ahead log: samples that it has not sent yet. If their StorageClass has allowVolumeExpansion, grow them by hand in this order:',
    `  1. ${command('get', 'pvc', '-l', labels.join(','), '-o', 'custom-columns=NAME:.metadata.name,SIZE:.status.capacity.storage,OWNERS:.metadata.ownerReferences[*].kind')}`,
    `  2. for each claim (${template}-...), then wait until step 1 shows ${size}: ${command('patch', 'pvc', 'CLAIM', '--type', 'merge', '-p', patch({ resources }))}`,
    `  3. ${command('patch', 'prometheusagent', name, '--type', 'merge', '-p', patch({ storage: { volumeClaimTemplate: { spec: { resources } } } }))}`,
    retained,
    'Step 3 restarts all its pods, and nothing is scraped meanwhile. If a file or a chart creates the agent, change the size there, too.',
  ].join('\n');
}
