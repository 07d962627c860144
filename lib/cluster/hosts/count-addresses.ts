import type { Unread } from '../../hosts/diagnosis/evidence.ts';
import { type Tally, tally } from '../../hosts/diagnosis/neighbours.ts';
import { readHost } from '../../hosts/host.ts';
import { isForbidden } from '../../kube/api/errors.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { asPart, reportable } from '../../words/errors.ts';
import { hostPages } from './select-hosts.ts';

export interface Counted {
  sum: Tally;
  /** Undefined: the hosts of all namespaces. */
  namespace: string | undefined;
}

/** Counts the hosts at each address: in all namespaces or, if that is forbidden, in the current one. */
export async function countAddresses(
  { client, group, namespace }: { client: KubeClient; group: string; namespace: string },
  unread: Unread[],
): Promise<Counted | undefined> {
  const count = async (within: string | undefined): Promise<Counted> => {
    const sum: Tally = new Map();
    for await (const page of hostPages(client, group, { namespace: within, selector: undefined }))
      for (const object of page) tally(sum, readHost(object, group));
    return { sum, namespace: within };
  };
  try {
    return await count(undefined).catch((error: unknown) => {
      if (isForbidden(error)) return count(namespace);
      throw error;
    });
  } catch (error) {
    unread.push({ what: 'other hosts', reason: asPart(reportable(error)) });
    return undefined;
  }
}
