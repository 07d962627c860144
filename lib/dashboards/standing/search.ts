import { type Container, DASHBOARD_LABELS, LABEL_VALUE } from '../container.ts';
import type { Problem } from './problem.ts';
import type { Sidecar } from './sidecar.ts';

/** What a sidecar looks at in a container. */
export type Searched = Pick<Container, 'kind' | 'name' | 'labels'> & { namespace: string };

/** Whether a sidecar finds a container; `unknown` where that depends on a value that is not in its pod template. */
export interface Search {
  verdict: 'found' | 'not-found' | 'unknown';
  /** Why it does not: every reason. */
  problems: Problem[];
}

/** Whether a sidecar finds a container (§2.3), by label, namespace and kind. */
export function searches(sidecar: Sidecar, container: Searched): Search {
  const problems = [
    ...(isNamed(sidecar) ? [] : labelProblems(sidecar, container)),
    ...namespaceProblems(sidecar, container),
    ...kindProblems(sidecar, container),
    ...nameProblems(sidecar, container),
  ];
  if (problems.length > 0) return { verdict: 'not-found', problems };
  const isUnknown = sidecar.unresolved.some((variable) => SEARCH.has(variable));
  return { verdict: isUnknown ? 'unknown' : 'found', problems };
}

const SEARCH: ReadonlySet<string> = new Set([
  'LABEL',
  'LABEL_VALUE',
  'NAMESPACE',
  'RESOURCE',
  'RESOURCE_NAME',
]);

/** `the sidecar of Deployment monitoring/grafana`. */
export const sidecarText = ({ workload: { kind, namespace, name } }: Pick<Sidecar, 'workload'>): string =>
  `the sidecar of ${kind} ${namespace}/${name}`;

/** The resource as kubectl names it: `configmap`. */
export const resourceOf = ({ kind }: Pick<Container, 'kind'>): string => kind.toLowerCase();

/** The command that opens the workload of a sidecar in an editor. */
export const editingWorkload = ({
  workload: { kind, namespace, name },
}: Sidecar): NonNullable<Problem['next']> => ({
  words: ['kubectl', 'edit', kind.toLowerCase(), name],
  namespace,
});

/** The command that restarts the pods of a sidecar. */
export const restarting = ({
  workload: { kind, namespace, name },
}: Sidecar): NonNullable<Problem['next']> => ({
  words: ['kubectl', 'rollout', 'restart', `${kind.toLowerCase()}/${name}`],
  namespace,
});

/** With names, and not in all namespaces, it reads those objects and looks at no label. */
const isNamed = ({ only, namespaces }: Sidecar): boolean => only.length > 0 && namespaces !== 'all';

function labelProblems(sidecar: Sidecar, { kind, namespace, name, labels }: Searched): Problem[] {
  const { label, labelValue, unresolved } = sidecar;
  if (unresolved.includes('LABEL')) return [];
  const wanted = labelValue ?? LABEL_VALUE;
  const setting = {
    fix: `Set the label, also where the ${kind} is kept in git.`,
    next: {
      words: ['kubectl', 'label', resourceOf({ kind }), name, '--overwrite', `${label}=${wanted}`],
      namespace,
    },
  };
  const given = labels[label];
  const looksFor = `${sidecarText(sidecar)} looks for ${label}${labelValue === undefined ? '' : `=${labelValue}`}`;
  if (given === undefined) {
    const other = Object.values(DASHBOARD_LABELS).find((one) => one !== label && labels[one] !== undefined);
    return [
      other === undefined
        ? {
            reason: 'label-missing',
            evidence: `${looksFor}; the ${kind} does not have that label`,
            ...setting,
          }
        : {
            reason: 'label-of-other-names',
            evidence: `${looksFor}; the ${kind} has ${other} instead`,
            ...setting,
          },
    ];
  }
  if (labelValue === undefined || unresolved.includes('LABEL_VALUE') || given === labelValue) return [];
  return [{ reason: 'label-value', evidence: `${looksFor}; the ${kind} has ${label}=${given}`, ...setting }];
}

function namespaceProblems(sidecar: Sidecar, { kind, namespace }: Searched): Problem[] {
  const { namespaces, workload, unresolved } = sidecar;
  if (namespaces === 'all' || namespaces.includes(namespace) || unresolved.includes('NAMESPACE')) return [];
  const searched = namespaces.map((one) => (one.trim() === one && one !== '' ? one : JSON.stringify(one)));
  const isOwn = namespaces.length === 1 && namespaces[0] === workload.namespace;
  return [
    {
      reason: 'namespace-not-searched',
      evidence: `${sidecarText(sidecar)} searches ${isOwn ? 'only its own namespace' : namespaces.length === 1 ? 'only namespace' : 'only the namespaces'} ${searched.join(', ')}, not ${namespace}`,
      fix: `Set sidecar.dashboards.searchNamespace in the values of the UI to ALL, or add the namespace to it. Or move the ${kind}.`,
      next: editingWorkload(sidecar),
    },
  ];
}

function kindProblems(sidecar: Sidecar, { kind }: Searched): Problem[] {
  const { kinds, unresolved } = sidecar;
  if (kinds.includes(kind) || unresolved.includes('RESOURCE')) return [];
  return [
    {
      reason: 'kind-not-searched',
      evidence: `${sidecarText(sidecar)} reads ${kinds.map((one) => `${one}s`).join(' and ') || 'nothing: its RESOURCE is not valid'}, and this is a ${kind}`,
      fix: `Set sidecar.dashboards.resource in the values of the UI to both, or keep the dashboard in a ${kinds[0] ?? 'ConfigMap'}.`,
      next: editingWorkload(sidecar),
    },
  ];
}

function nameProblems(sidecar: Sidecar, { kind, namespace, name }: Searched): Problem[] {
  if (!isNamed(sidecar) || sidecar.unresolved.includes('RESOURCE_NAME')) return [];
  const isMeant = sidecar.only.some((one) => {
    const [last, resource = resourceOf({ kind }), within = namespace] = one.split('/').reverse();
    return last === name && resource === resourceOf({ kind }) && within === namespace;
  });
  if (isMeant) return [];
  return [
    {
      reason: 'name-not-searched',
      evidence: `${sidecarText(sidecar)} reads only ${sidecar.only.join(', ')}`,
      fix: `Add the ${kind} to sidecar.dashboards.resourceName in the values of the UI, or remove that setting.`,
      next: editingWorkload(sidecar),
    },
  ];
}
