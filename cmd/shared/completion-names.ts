import type { Asking, Call, Candidate } from '../../lib/cli/command.ts';
import { checked } from '../../lib/kube/api/checked-client.ts';
import { isObjectName } from '../../lib/kube/api/object-name.ts';
import { pagesOf } from '../../lib/kube/api/pages.ts';
import type { KubeClient } from '../../lib/kube/api/types.ts';
import { connect } from '../../lib/kube/config/connect.ts';
import type { ConnectionFlags } from '../../lib/kube/config/connection.ts';
import { type Kubeconfig, readKubeconfig } from '../../lib/kube/config/kubeconfig.ts';
import { createClient } from '../../lib/kube/http/client.ts';
import type { Explained } from './explain/explaining.ts';

type Around = Parameters<Asking>[1];

/** Says nothing to anybody: a line that is being written is no place for warnings. */
const warn = (): void => {};

/** What both plugins complete: contexts, clusters and users of the kubeconfig, and the cluster's namespaces. */
export const sharedNames: Record<string, Asking> = {
  context: ofKubeconfig(({ contexts }) => contexts),
  cluster: ofKubeconfig(({ clusters }) => clusters),
  user: ofKubeconfig(({ users }) => users),
  namespace: (call, around) =>
    inCluster(call, around, ({ client, signal }) => namesAt(client, '/api/v1/namespaces', signal)),
};

/** The guards that `explain` explains. */
export const guardNames = (explained: () => Explained[]): Asking =>
  async function* () {
    for (const { name: value, prevents: description } of explained()) yield { value, description };
  };

/** Asks a cluster as the flags of the line say, without a word to the person. */
export async function* inCluster(
  { values }: Call,
  { env, signal }: Around,
  ask: (at: { client: KubeClient; namespace: string; signal: AbortSignal }) => AsyncIterable<Candidate>,
): AsyncGenerator<Candidate> {
  const connection = await connect(values as ConnectionFlags, {
    env,
    interactive: false,
    isSilent: true,
    warn,
  });
  const client = checked(createClient(connection, { warn }), connection.server);
  try {
    yield* ask({ client, namespace: connection.namespace, signal });
  } finally {
    client.close();
  }
}

/** The names of what a list of the API has, page by page; of each object its metadata alone is asked for. */
export async function* namesAt(
  client: KubeClient,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Candidate> {
  // A server that says otherwise has nothing written on a person's line.
  for await (const items of pagesOf(client, { path, accept: ACCEPT }, signal))
    for (const { metadata } of items) if (isObjectName(metadata.name)) yield { value: metadata.name };
}

const ACCEPT = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** Names of entries of the kubeconfig; no cluster is asked. */
function ofKubeconfig(entries: (config: Kubeconfig) => Map<string, unknown>): Asking {
  return async function* ({ values }, { env }) {
    const { kubeconfig } = values as ConnectionFlags;
    for (const value of entries(await readKubeconfig(kubeconfig, { env, warn })).keys()) yield { value };
  };
}
