import { listed } from '../../words/text.ts';
import {
  keyOf,
  type Manager,
  managerOf,
  type Named,
  type Server,
  type ServerReplica,
  serverOf,
  type WatchdogFacts,
} from './facts.ts';
import { type Link, linkOf, type Place, type Problem, placesAt, unread } from './link.ts';

/**
 * Whether every replica of every Prometheus sends to every ready replica of the Alertmanagers that it is configured for, and whether
 * one of them sends to each Alertmanager (§1). Addresses of pods are compared.
 */
export function deliveryLink(facts: WatchdogFacts): Link {
  const { servers, managers, namespace } = facts;
  const places = placesAt({ kind: 'Prometheus', namespace, parts: servers }, (replica, { part }) =>
    placeOf(replica, part, managers),
  );
  const unsent = servers.length > 0 ? managers.flatMap((manager) => unsentTo(manager, facts)) : [];
  const text = `to ${managers.map(({ name, replicas = [] }) => `${replicas.length} of ${name}`).join(', ')}`;
  return linkOf('delivery', [...places, ...unsent], text);
}

/** Whether a Prometheus is configured for an Alertmanager: a replica has found one of its pods, or its resource names it. */
export const sendsTo = (server: Server, manager: Manager): boolean =>
  (server.replicas ?? []).some((replica) =>
    addressesOf(manager).some((address) => hostsOf(replica).includes(address)),
  ) || (server.targets ?? []).some((target) => isNamedBy(target, manager));

/** The services that the operator and its charts make for an Alertmanager. */
const isNamedBy = (target: { namespace: string; name: string }, { namespace, name }: Manager): boolean =>
  target.namespace === namespace &&
  ['alertmanager-operated', `alertmanager-${name}`, name].includes(target.name);

const hostsOf = ({ sendsTo: hosts }: ServerReplica): string[] => ('value' in hosts ? hosts.value : []);

const addressesOf = ({ replicas = [] }: Manager): string[] => replicas.flatMap(({ addresses }) => addresses);

function placeOf(replica: ServerReplica, server: Server, managers: readonly Manager[]): Place {
  const { pod, sendsTo: hosts } = replica;
  const object = serverOf(server);
  if ('reason' in hosts) return unread(pod, object, hosts.reason);
  if (hosts.value.length === 0)
    return {
      where: pod,
      object,
      problem: {
        reason: 'no-alertmanager-found',
        message: 'it has found no Alertmanager to send to',
        ...configuring(server, managers[0]),
      },
    };
  // Behind the name of a service, it is not known here which pods get the alert: their alerts tell.
  if (hosts.value.some((host) => !isAddress(host))) return { where: pod, object };
  const expected = managers.filter((manager) => sendsTo(server, manager));
  const missing = expected.flatMap(({ replicas = [] }) =>
    replicas.filter(({ addresses }) => !addresses.some((address) => hosts.value.includes(address))),
  );
  const [manager] = expected;
  if (missing.length === 0 || !manager) return { where: pod, object };
  return {
    where: pod,
    object,
    problem: {
      reason: 'replica-not-found',
      message: `it does not send to ${listed(missing.map((one) => one.pod))}`,
      fix: 'Check that the service that the Prometheus finds its Alertmanagers by has endpoints for all pods, and that a Prometheus with an old configuration has been reloaded.',
      next: {
        words: ['kubectl', 'get', 'endpoints', serviceOf(server, manager)],
        namespace: manager.namespace,
      },
    },
  };
}

const serviceOf = ({ targets = [] }: Server, manager: Manager): string =>
  targets.find((target) => isNamedBy(target, manager))?.name ?? 'alertmanager-operated';

const isAddress = (host: string): boolean => /^(\[.*\]|\d+(\.\d+){3})$/.test(host);

/** That no Prometheus sends to an Alertmanager, as far as all that they send to is known. */
function unsentTo(manager: Manager, { servers, managers }: WatchdogFacts): Place[] {
  const replicas = servers.flatMap(({ replicas: all }) => all ?? []);
  const known = managers.flatMap(addressesOf);
  // What it sends to elsewhere may lead here, too: then the alerts of the Alertmanager tell.
  const isKnown = replicas.every(
    ({ sendsTo: hosts }) => 'value' in hosts && hosts.value.every((host) => known.includes(host)),
  );
  const isEmpty = replicas.every((replica) => hostsOf(replica).length === 0);
  if (!isKnown || isEmpty || servers.some((server) => sendsTo(server, manager))) return [];
  const [server] = servers;
  if (!server || (manager.replicas ?? []).length === 0) return [];
  const object = managerOf(manager);
  const problem: Problem = {
    reason: 'not-sent-to',
    message: 'no Prometheus sends alerts to it',
    ...configuring(server, manager),
  };
  return [{ where: manager.name, object, problem }];
}

/** How a Prometheus is told about an Alertmanager. A list that is there already is not replaced. */
function configuring(server: Server, manager: Manager | undefined): Pick<Problem, 'fix' | 'next'> {
  const object = serverOf(server);
  const named = manager ? keyOf(manager) : 'an Alertmanager';
  if (server.source === null && server.targets?.length === 0 && manager)
    return { fix: `Add ${named} to spec.alerting of the Prometheus.`, next: patching(object, manager) };
  const isNamed = manager && server.targets?.some((target) => isNamedBy(target, manager));
  const where = server.source === null ? '' : ` ${server.source} manages it, so change it there.`;
  return {
    fix: isNamed
      ? `Its spec.alerting names ${named}: check that the port there has the name that the service has, and that the service has endpoints.`
      : `Check that spec.alerting of the Prometheus names ${named}.${where}`,
    next: { words: ['kubectl', 'get', 'prometheus', object.name, '-o', 'yaml'], namespace: object.namespace },
  };
}

const patching = ({ namespace, name }: Named, manager: Manager) => ({
  words: [
    ...['kubectl', 'patch', 'prometheus', name, '--type', 'merge', '-p'],
    JSON.stringify({
      spec: {
        alerting: {
          alertmanagers: [{ namespace: manager.namespace, name: 'alertmanager-operated', port: 'web' }],
        },
      },
    }),
  ],
  namespace,
});
