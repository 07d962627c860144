import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { itemsOf } from '../versions/install.ts';

/** Whether an Alertmanager is told not to listen for the others: the value is empty or absent. */
export const listensNowhere = (manager: KubeObject): boolean =>
  argsOf(manager, 'cluster.listen-address').some((value) => value.trim() === '');

/** An address that every replica of an Alertmanager would advertise as its own; undefined if each has its own. */
export function sharedAddress(manager: KubeObject): string | undefined {
  const { clusterAdvertiseAddress } = fieldsOf(fieldsOf(manager)?.spec) ?? {};
  const given = [clusterAdvertiseAddress, ...argsOf(manager, 'cluster.advertise-address')];
  // A variable that differs from pod to pod: $(POD_IP).
  return given.find(
    (address): address is string => typeof address === 'string' && address !== '' && !address.includes('$('),
  );
}

/** The values of a flag in `spec.additionalArgs`. */
const argsOf = (manager: KubeObject, flag: string): string[] =>
  itemsOf(fieldsOf(fieldsOf(manager)?.spec)?.additionalArgs)
    .filter(({ name }) => name === flag)
    .map(({ value }) => (typeof value === 'string' ? value : ''));

/** What a replica says of its cluster. */
export interface Member {
  replica: string;
  /** The members that it knows, itself among them; empty without a cluster. */
  peers: readonly string[];
}

/** Why the replicas that answered are not one cluster of so many, in words; undefined if they are. */
export function notOneCluster(members: readonly Member[], replicas: number): string | undefined {
  const other = members.find(({ peers }) => peers.length !== replicas);
  if (other)
    return other.peers.length === 0
      ? `${other.replica} is in no cluster`
      : `the cluster of ${other.replica} has ${other.peers.length} of ${replicas} members`;
  const clusters = new Set(members.map(({ peers }) => peers.toSorted().join('\n')));
  return clusters.size > 1 ? `the replicas are in ${clusters.size} different clusters` : undefined;
}
