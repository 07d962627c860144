import type { Candidate, NameSource } from '../../lib/cli/command.ts';
import { findHostGroup } from '../../lib/kube/api/discovery.ts';
import { isNotFound } from '../../lib/kube/api/errors.ts';
import { pathPart } from '../../lib/kube/api/object-name.ts';
import type { KubeClient } from '../../lib/kube/api/types.ts';
import { HOST_RESOURCE, HOST_VERSION, USUAL_HOST_GROUP } from '../../lib/objects/names.ts';
import { guardNames, inCluster, namesAt, sharedNames } from '../shared/completion-names.ts';
import { explained } from './explain/guards.ts';

/** Completion of the names that the commands of `kubectl bmh` take. */
export const names: Record<string, NameSource> = {
  ...sharedNames,
  host: (call, context) => inCluster(call, context, hosts),
  guard: guardNames(explained),
};

/** Tries the usual group first: discovering another takes one more request. */
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
