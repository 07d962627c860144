import type { Asking, Candidate } from '../../lib/cli/command.ts';
import { findHostGroup } from '../../lib/kube/api/discovery.ts';
import { isNotFound } from '../../lib/kube/api/errors.ts';
import { pathPart } from '../../lib/kube/api/object-name.ts';
import type { KubeClient } from '../../lib/kube/api/types.ts';
import { HOST_RESOURCE, HOST_VERSION, USUAL_HOST_GROUP } from '../../lib/objects/names.ts';
import { guardNames, inCluster, namesAt, sharedNames } from '../shared/completion-names.ts';
import { explained } from './explain/guards.ts';

/** How the names are asked for that the commands of `kubectl bmh` take. */
export const names: Record<string, Asking> = {
  ...sharedNames,
  host: (call, around) => inCluster(call, around, hosts),
  guard: guardNames(explained),
};

/** Of the usual group; another is looked for only where the server does not have that one, as it takes a request more. */
async function* hosts({
  client,
  namespace,
  signal,
}: {
  client: KubeClient;
  namespace: string;
  signal: AbortSignal;
}): AsyncGenerator<Candidate> {
  const inGroup = (group: string): AsyncGenerator<Candidate> =>
    namesAt(
      client,
      `/apis/${group}/${HOST_VERSION}/namespaces/${pathPart(namespace)}/${HOST_RESOURCE}`,
      signal,
    );
  try {
    yield* inGroup(USUAL_HOST_GROUP);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    yield* inGroup(await findHostGroup(client));
  }
}
