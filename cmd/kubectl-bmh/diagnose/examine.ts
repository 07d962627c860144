import type { Host as CommandHost } from '../../../lib/cli/command.ts';
import { type Counted, countAddresses } from '../../../lib/cluster/hosts/count-addresses.ts';
import { gathererFor } from '../../../lib/cluster/hosts/gather.ts';
import { contextOf } from '../../../lib/cluster/hosts/read-context.ts';
import { hostPages, readSelected, type Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import { diagnose } from '../../../lib/hosts/diagnosis/diagnose.ts';
import type { Evidence, Unread } from '../../../lib/hosts/diagnosis/evidence.ts';
import { factsOf } from '../../../lib/hosts/diagnosis/facts.ts';
import { neighboursOf } from '../../../lib/hosts/diagnosis/neighbours.ts';
import { isToldByRecord } from '../../../lib/hosts/diagnosis/wanted.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { isNotFound } from '../../../lib/kube/api/errors.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { Item } from './report.ts';

/** How many hosts are examined concurrently: each takes a handful of requests. */
const WIDTH = 8;

/** The cause of a host that does not exist. */
export const NOT_FOUND = 'not-found';

interface Scope {
  client: KubeClient;
  group: string;
  /** Of the connection. */
  namespace: string;
  host: Pick<CommandHost, 'clock' | 'interrupted'>;
}

/**
 * Diagnoses hosts by name, in their order. A host that cannot be read or does not exist is `unknown`.
 *
 * @param whole whether to read all evidence of each host, not only what decides its cause.
 */
export async function diagnoseNamed(
  names: readonly string[],
  { whole, ...scope }: Scope & { whole: boolean },
): Promise<Item[]> {
  const { client, group, namespace } = scope;
  const examine = examinerIn(scope);
  const unread: Unread[] = [];
  const counting = whole ? countAddresses(scope, unread) : undefined;
  counting?.catch(() => {});
  const items = await mapConcurrent(names, { width: WIDTH }, async (name) => {
    const one = { namespace, names: [name], selector: undefined };
    const read = await readSelected(client, group, one).catch((error: unknown) => error);
    if (!Array.isArray(read)) return [unreadable(read, { namespace, name })];
    return Promise.all(read.map((object) => examine(object, { whole, counting, unread })));
  });
  return items.flat();
}

/**
 * Diagnoses all hosts of a selection. Hosts whose cause the BareMetalHost alone tells are done as the list arrives. The others
 * are kept, without their hardware, until the list is complete: a server cuts off a list that is read slowly.
 */
export async function diagnoseSelected(
  selection: Selection,
  { evidence, ...scope }: Scope & { evidence: boolean },
): Promise<Item[]> {
  const { client, group, host } = scope;
  const examine = examinerIn(scope);
  const items: Item[] = [];
  const left: { object: HostObject; place: number }[] = [];
  for await (const page of hostPages(client, group, selection))
    for (const object of page) {
      const seen = observed(object, group, contextOf(client));
      if (!isToldByRecord(seen)) left.push({ object: lean(object), place: items.length });
      items.push(itemOf({ observed: seen, unread: [] }, host.clock.now(), evidence));
    }
  await mapConcurrent(left, { width: WIDTH }, async ({ object, place }) => {
    const item = await examine(object, { whole: false });
    items[place] = evidence ? item : { ...item, evidence: [] };
  });
  return items;
}

interface Around {
  whole: boolean;
  counting?: Promise<Counted | undefined> | undefined;
  unread?: readonly Unread[];
}

function examinerIn({ client, group, namespace, host }: Scope) {
  const gatherer = gathererFor(client, { group, namespace, host });
  return async (object: HostObject, { whole, counting, unread = [] }: Around): Promise<Item> => {
    const evidence = await gatherer.gather(object, { whole });
    const counted = await counting;
    const neighbours = counted && neighboursOf(evidence.observed.host, counted.sum, counted.namespace);
    return itemOf(
      { ...evidence, ...(neighbours && { neighbours }), unread: [...evidence.unread, ...unread] },
      host.clock.now(),
    );
  };
}

const itemOf = (evidence: Evidence, now: Date, withFacts = true): Item => {
  const diagnosis = diagnose(evidence);
  return { diagnosis, evidence: withFacts ? factsOf(evidence, diagnosis, now) : [] };
};

/** A BareMetalHost without its hardware, which is most of its size and decides no cause. */
function lean(object: HostObject): HostObject {
  const { hardware: _, ...status } = fieldsOf(object.status) ?? {};
  return { ...object, status };
}

function unreadable(error: unknown, { namespace, name }: { namespace: string; name: string }): Item {
  if (!(error instanceof CommandError) || error.kind !== 'api') throw error;
  const { message, hint } = error;
  const isMissing = isNotFound(error);
  return {
    diagnosis: {
      namespace,
      name,
      verdict: isMissing ? 'failed' : 'unknown',
      cause: isMissing ? NOT_FOUND : 'unreadable',
      means: isMissing ? 'the host does not exist' : 'the host could not be read',
      summary: '',
      error: message,
      refusals: [],
      next: {
        ...(hint !== undefined && { advice: hint }),
      },
      fixedAddress: undefined,
    },
    evidence: [],
  };
}
