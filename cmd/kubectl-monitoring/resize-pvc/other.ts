import { isForbidden, isNotFound } from '../../../lib/kube/api/errors.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { COMPONENTS, type Component, instancesPath } from '../../../lib/objects/components.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { refuseAgent } from './agent.ts';
import type { Run } from './report.ts';

const { metrics, alerts, ruler } = COMPONENTS;

/**
 * Refuses a name that is none of the component's, but of another kind: most often --component was left out.
 *
 * @throws {CommandError} always: what the server says of an agent where nothing else has the name, or may be read.
 */
export async function refuseOther(
  { session: { client }, component, namespace, wish: { size, retentionSize }, values }: Run,
  name: string,
): Promise<never> {
  for (const other of [metrics, alerts, ruler])
    if (other.name !== component.name && (await isThere(client, instancesPath(other, namespace, name)))) {
      const without = retentionSize === undefined ? '' : ', and without --retention-size,';
      throw new CommandError('refusal', `error: "${name}" is ${aKind(other)}, not ${aKind(component)}`, {
        mend: `The same command with --component ${other.name}${without} resizes its volumes.`,
      });
    }
  return refuseAgent(client, { namespace, name, size, values });
}

async function isThere(client: KubeClient, path: string): Promise<boolean> {
  try {
    await client.send({ method: 'GET', path });
    return true;
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return false;
    throw error;
  }
}

const aKind = ({ kind }: Component): string => `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
