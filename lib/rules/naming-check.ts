import { isText } from '../lint/placed.ts';
import { type MonitoringName, monitoringNames, type Naming } from '../objects/monitoring-names.ts';
import { MONITORING_GROUP } from '../objects/names.ts';
import type { Check, Fault } from './check.ts';

/** The check of `--names` and `--group`. */
export const NAMING_CHECK: Check = {
  name: 'names',
  severity: 'critical',
  prevents: 'a rule object that the cluster does not serve, or that no metrics server selects',
  fix: 'use the kind, the apiVersion and the label of the cluster',
  check: ({ kind, apiVersion, labels }, { names }) => {
    if (!names || kind === undefined) return [];
    const { naming, group } = names;
    const [wanted, label] = [named('rule-kind')[naming], named('rule-instance-label')];
    const own = label[naming];
    const other = label[OTHER[naming]];
    const given = typeof apiVersion === 'string' ? apiVersion : '';
    const faults: (Fault | false)[] = [
      group !== undefined &&
        !given.startsWith(`${group}/`) && {
          path: ['apiVersion'],
          message: `the apiVersion is ${given || 'missing'}, not ${group}/v1`,
          ...(given && { edit: { set: `${group}/v1` } }),
        },
      // What it should be is not known, but a kind of one naming with the group of the other is served by no cluster.
      group === undefined &&
        given.startsWith(`${MONITORING_GROUP}/`) && {
          path: ['apiVersion'],
          message: `the apiVersion is ${given}, the upstream one; pass the platform's group with --group`,
        },
      kind !== wanted && {
        path: ['kind'],
        message: `the kind is ${kind}, not ${wanted}`,
        edit: { set: wanted },
      },
      isText(labels[other]) &&
        !isText(labels[own]) && {
          path: ['metadata', 'labels', other],
          message: `the label is ${other}, not ${own}`,
          ...(!Object.hasOwn(labels, own) && { edit: { rename: own } }),
        },
    ];
    return faults.filter((fault) => fault !== false);
  },
};

const OTHER: Record<Naming, Naming> = { platform: 'upstream', upstream: 'platform' };

const BY_NAME = new Map(monitoringNames().map((one) => [one.name, one]));

const named = (name: string): MonitoringName => BY_NAME.get(name) as MonitoringName;
