import { listensNowhere, sharedAddress } from '../gossip.ts';
import { IDLE } from '../scaled.ts';
import type { Guard } from './guard.ts';

/** The scaling rules of §8. */
export const rules: Guard[] = [
  {
    name: 'no-replicas',
    prevents: 'stopping a component of the monitoring without noticing',
    kind: 'overridable',
    check: ({ scaled: { component } }, { replicas }) =>
      replicas === 0
        ? {
            reason: `without replicas, ${IDLE[component]}`,
            hint: 'give 1 or more; --accept no-replicas stops it anyway',
          }
        : undefined,
  },
  {
    name: 'several-operators',
    prevents: 'running operators that fight over the same resources',
    kind: 'overridable',
    check: ({ scaled: { component } }, { replicas }) =>
      component === 'operator' && replicas > 1
        ? {
            reason: `the operator normally has 1 replica: ${replicas} would fight over the same resources`,
            hint: 'leave it at 1; --accept several-operators scales it anyway',
          }
        : undefined,
  },
  {
    name: 'unsharded-copies',
    prevents: 'having every metric of the cluster state several times',
    kind: 'overridable',
    check: ({ scaled: { component }, context: { sharded } }, { replicas }) =>
      component === 'cluster-state' && replicas > 1 && !sharded
        ? {
            reason: `the cluster-state metrics normally have 1 replica: without sharding, every series would exist ${replicas} times`,
            hint: 'leave it at 1, or shard it first (autosharding in the values of its chart); --accept unsharded-copies scales it anyway',
          }
        : undefined,
  },
  {
    name: 'persistent-ui',
    prevents: 'running several dashboard UIs on one volume, or with different contents',
    kind: 'refusal',
    check: ({ scaled: { component }, context: { persistence } }, { replicas }) => {
      if (component !== 'ui' || replicas < 2 || persistence === undefined) return undefined;
      const why =
        persistence === 'shared-claim'
          ? `its replicas would share one claim`
          : `each replica has its own claim, so what is saved at one is missing at the others`;
      return {
        reason: `with persistence, the dashboard UI has 1 replica: ${why}`,
        hint: `use an external database instead of persistence, or provide dashboards as ConfigMaps and disable it (grafana.persistence.enabled in the chart's values)`,
      };
    },
  },
  {
    name: 'no-alert-cluster',
    prevents: 'running alert managers that do not form one cluster: each sends every notification',
    kind: 'refusal',
    check: ({ scaled: { component }, objects: { target } }, { replicas }) => {
      if (component !== 'alerts' || replicas < 2) return undefined;
      const address = sharedAddress(target);
      const why = listensNowhere(target)
        ? 'its additionalArgs set cluster.listen-address to nothing, which disables the cluster'
        : address && `all replicas would advertise the address ${address}, so they would not find each other`;
      return why
        ? {
            reason: `new replicas would not join one cluster: ${why}`,
            hint: 'remove it from the Alertmanager: the operator sets the addresses of the cluster itself',
          }
        : undefined;
    },
  },
];
