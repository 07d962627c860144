import { fieldsOf } from '../../objects/fields.ts';
import { sectionsOf, specOf } from '../keys.ts';
import { valueAt } from '../layers.ts';
import type { ValuesCheck } from './check.ts';

/** The scaling rules of §8, apart from those of the UI. */
export const replicaChecks: ValuesCheck[] = [
  {
    name: 'operator-replicas',
    severity: 'warning',
    prevents: 'operators that fight over the same resources',
    fix: 'remove it: the operator runs alone, and the chart of upstream has no such key',
    check: ({ values, root }) =>
      sectionsOf(values, root, 'operator').flatMap((section) => {
        const path = [...section, 'replicas'];
        const count = valueAt(values, path);
        return typeof count === 'number' && count > 1
          ? [{ path, message: `the operator has ${count} replicas` }]
          : [];
      }),
  },
  {
    name: 'cluster-state-replicas',
    severity: 'warning',
    prevents: 'series that exist several times',
    fix: 'set it to 1, or enable autosharding',
    check: ({ values, root }) =>
      sectionsOf(values, root, 'cluster-state').flatMap((section) => {
        const path = [...section, 'replicas'];
        const count = valueAt(values, path);
        const isSharded = valueAt(values, [...section, 'autosharding', 'enabled']) === true;
        return typeof count === 'number' && count > 1 && !isSharded
          ? [{ path, message: `it has ${count} replicas without sharding` }]
          : [];
      }),
  },
  {
    name: 'alertmanager-cluster',
    severity: 'critical',
    prevents:
      'replicas of the alert manager that do not know each other: each of them sends every notification',
    fix: 'remove the argument: the operator joins all replicas to one cluster',
    check: ({ values, root }) =>
      sectionsOf(values, root, 'alerts').flatMap((section) => {
        const spec = specOf(values, section, 'alerts');
        const count = valueAt(values, [...spec, 'replicas']);
        const args = valueAt(values, [...spec, 'additionalArgs']);
        if (typeof count !== 'number' || count < 2 || !Array.isArray(args)) return [];
        return args.flatMap((arg, at) => {
          const { name, value } = fieldsOf(arg) ?? {};
          return CLUSTER_ARGS.includes(String(name)) && (name !== 'cluster.listen-address' || !value)
            ? [
                {
                  path: [...spec, 'additionalArgs', String(at)],
                  message: `${String(name)} keeps ${count} replicas from forming one cluster`,
                },
              ]
            : [];
        });
      }),
  },
];

/** Arguments of Alertmanager that the operator sets for a cluster. An empty listen address turns the cluster off. */
const CLUSTER_ARGS = ['cluster.listen-address', 'cluster.peer', 'cluster.advertise-address'];
