import type { Call, Candidate, NameSource } from '../../lib/cli/command.ts';
import { checked } from '../../lib/kube/api/checked-client.ts';
import { isObjectName } from '../../lib/kube/api/object-name.ts';
import { pagesOf } from '../../lib/kube/api/pages.ts';
import type { KubeClient } from '../../lib/kube/api/types.ts';
import { connect } from '../../lib/kube/config/connect.ts';
import type { ConnectionFlags } from '../../lib/kube/config/connection.ts';
import { type Kubeconfig, readKubeconfig } from '../../lib/kube/config/kubeconfig.ts';
import { createClient } from '../../lib/kube/http/client.ts';
import type { Explained } from './explain/explaining.ts';

/** Warnings would appear in the line that the user is typing. */
const warn = (): void => {};

/** Names that both plugins complete: contexts, clusters and users of the kubeconfig, and namespaces of the cluster. */
export const sharedNames: Record<string, NameSource> = {
  context: ofKubeconfig(({ contexts }) => contexts),
  cluster: ofKubeconfig(({ clusters }) => clusters),
  user: ofKubeconfig(({ users }) => users),
  namespace: (call, context) =>
    inCluster(call, context, ({ client, signal }) => namesAt(client, '/api/v1/namespaces', signal)),
};

export const guardNames = (explained: () => Explained[]): NameSource =>
  async function* () {
    for (const { name: value, prevents: description } of explained()) yield { value, description };
  };

/** Connects to the cluster that the flags of the line select, without any output. */
export async function* inCluster(
  { values }: Call,
  { env, signal }: Parameters<NameSource>[1],
  list: (at: { client: KubeClient; namespace: string; signal: AbortSignal }) => AsyncIterable<Candidate>,
): AsyncGenerator<Candidate> {
  const connection = await connect(values as ConnectionFlags, {
    env,
    interactive: false,
    isSilent: true,
    warn,
  });
  const client = checked(createClient(connection, { warn }), connection.server);
  try {
    yield* list({ client, namespace: connection.namespace, signal });
  } finally {
    client.close();
  }
}

/** The names in a list of the API, page by page. Requests only the metadata of each object. */
export async function* namesAt(
  client: KubeClient,
  path: string,
  signal: AbortSignal,
  query: Record<string, string> = {},
): AsyncGenerator<Candidate> {
  // A server must not write anything else into the user's line.
  for await (const items of pagesOf(client, { path, query, accept: ACCEPT }, signal))
    for (const { metadata } of items) if (isObjectName(metadata.name)) yield { value: metadata.name };
}

const ACCEPT = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** The names of kubeconfig entries. */
function ofKubeconfig(entries: (config: Kubeconfig) => Map<string, unknown>): NameSource {
  return async function* ({ values }, { env }) {
    const { kubeconfig } = values as ConnectionFlags;
    for (const value of entries(await readKubeconfig(kubeconfig, { env, warn })).keys()) yield { value };
  };
}
