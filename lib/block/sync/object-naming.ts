import {
  monitoringNames,
  type Naming,
  namingOf,
  ruleKind,
  ruleLabels,
} from '../../objects/monitoring-names.ts';
import type { Own } from './own-files.ts';

/** What the objects of a repository are found by. */
export interface ObjectNaming {
  /** Of rule objects. */
  apiVersion: string;
  kind: string;
  /** Of rule objects. */
  labels: Record<string, string>;
  dashboardLabels: Record<string, string>;
}

/**
 * The names of a repository: those that `init` wrote it with, or else those of its own rules. The labels are what all its own rules
 * have, because Prometheus finds them by those.
 */
export function objectNaming(
  own: Own['rules'],
  block: { names: Naming; group: string } | undefined,
): ObjectNaming {
  const [first] = own;
  const names = block?.names ?? namingOf(first?.kind);
  const all = monitoringNames(block?.group ?? first?.apiVersion.split('/')[0]);
  const nameOf = (name: string): string => all.find((one) => one.name === name)?.[names] ?? '';
  const kind = ruleKind(names);
  const shared = sharedLabels(own.filter((rules) => rules.kind === kind).map(({ labels }) => labels));
  return {
    apiVersion: nameOf('rule-api-version'),
    kind,
    labels: Object.keys(shared).length > 0 ? shared : ruleLabels(names),
    dashboardLabels: { [nameOf('dashboard-label')]: '1' },
  };
}

const sharedLabels = ([first = {}, ...others]: readonly Record<string, unknown>[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(first).filter(
      (label): label is [string, string] =>
        typeof label[1] === 'string' && others.every((labels) => labels[label[0]] === label[1]),
    ),
  );
