import type { KubeClient } from '../../kube/api/types.ts';
import type { Listing } from '../../kube/watch/list-watch.ts';
import type { Objects } from '../../scaling/observed.ts';
import { type Scaled, scaledPath } from '../../scaling/scaled.ts';
import type { ClaimObject } from '../../volumes/claim.ts';
import type { RecordObject } from '../../volumes/record.ts';
import { CommandError } from '../../words/errors.ts';
import { listingWith, readRecord } from '../volumes/read.ts';

/** What is read. */
export interface Place {
  scaled: Scaled;
  namespace: string;
  name: string;
}

/** What was read: lists, and the record of an unfinished resize. */
export interface Reading {
  listings: Listings;
  record: RecordObject | undefined;
}

/** A type, not an interface: it has to be assignable to a record of listings. */
type Listings = {
  targets: Listing;
  /** Only of a resource of the operator. */
  sets?: Listing;
  /** Only where there are StatefulSets. */
  claims?: Listing<ClaimObject>;
};

/** Reads what is scaled, and then everything else that decides it: nothing is older than the object that is written. */
export async function readObjects(
  client: KubeClient,
  { scaled, namespace, name }: Place,
  signal?: AbortSignal,
): Promise<Reading> {
  const list = listingWith(client, signal);
  const { instance, kind } = scaled;
  const targets = await list(scaledPath(scaled, namespace), { fieldSelector: `metadata.name=${name}` });
  const [sets, claims, record] = await Promise.all([
    instance && list(`/apis/apps/v1/namespaces/${namespace}/statefulsets`),
    kind === 'Deployment'
      ? undefined
      : list<ClaimObject>(`/api/v1/namespaces/${namespace}/persistentvolumeclaims`),
    instance && readRecord(client, { component: instance, namespace, name }, signal),
  ]);
  return { listings: { targets, ...(sets && { sets }), ...(claims && { claims }) }, record };
}

/** The objects that decide a run. @throws {CommandError} if what is scaled is gone. */
export function objectsOf(
  { listings: { targets, sets, claims }, record }: Reading,
  { scaled: { kind, plural, group }, namespace, name }: Place,
): Objects {
  const [target] = targets.items;
  if (target) return { target, sets: sets?.items ?? [], claims: claims?.items ?? [], record };
  throw new CommandError('refusal', `Error from server (NotFound): ${plural}.${group} "${name}" not found`, {
    hint: `There is no such ${kind} in namespace "${namespace}" any more.`,
  });
}
