import { accountOf, type Need, userOf } from './access.ts';
import type { Problem } from './problem.ts';
import type { RunningSidecar } from './running.ts';
import { restarting, sidecarText } from './search.ts';
import type { Workload } from './sidecar.ts';
import type { StoredContainer } from './stored.ts';

/** No sidecar is there; of the dashboard UIs without one, the first is named. */
export function noSidecar([ui]: readonly Workload[]): Problem {
  return {
    reason: 'no-sidecar',
    evidence: ui
      ? `${ui.kind} ${ui.namespace}/${ui.name} is a dashboard UI without a sidecar for dashboards`
      : 'no dashboard UI with a sidecar for dashboards is in this cluster',
    fix: ui
      ? 'Set sidecar.dashboards.enabled in the values of the UI.'
      : 'Install the building block with its dashboard UI, or choose the cluster that has it (--context).',
    next: ui
      ? { words: ['kubectl', 'get', ui.kind.toLowerCase(), ui.name, '-o', 'yaml'], namespace: ui.namespace }
      : { words: ['kubectl', 'monitoring', 'status', '-A'], namespace: '' },
  };
}

/** The service account of a sidecar may not read what it searches for. */
export function notAllowed(sidecar: RunningSidecar, { verb, resource, namespace }: Need): Problem {
  const account = accountOf(sidecar);
  const where = namespace === undefined ? 'in all namespaces' : `in namespace ${namespace}`;
  return {
    reason: 'not-allowed',
    evidence: `${sidecarText(sidecar)} may not ${verb} ${resource} ${where} (service account ${account.name})`,
    fix:
      namespace === undefined
        ? 'Set rbac.namespaced in the values of the UI to false, or bind the account to a ClusterRole that allows it.'
        : `Bind the account to a Role of namespace ${namespace} that allows it.`,
    next: {
      words: [
        ...['kubectl', 'auth', 'can-i', verb, resource, `--as=${userOf(account)}`],
        ...(namespace === undefined ? ['--all-namespaces'] : []),
      ],
      namespace: namespace ?? '',
    },
  };
}

/** What keeps the pods of a sidecar from writing. */
export function podProblems({ workload: { kind, namespace, name }, pods }: RunningSidecar): Problem[] {
  if (pods === undefined) return [];
  if (pods.length === 0)
    return [
      {
        reason: 'no-pod',
        evidence: `${kind} ${namespace}/${name} has no pods`,
        fix: 'Find out why.',
        next: { words: ['kubectl', 'describe', kind.toLowerCase(), name], namespace },
      },
    ];
  const waiting = pods.filter(({ isReady }) => !isReady);
  return waiting.slice(0, 1).map(({ name: pod, trouble }) => ({
    reason: 'pod-not-ready',
    evidence: `${waiting.length} of ${pods.length} pods of ${kind} ${namespace}/${name} are not ready: ${pod}${trouble === undefined ? '' : `: ${trouble}`}`,
    fix: 'Find out why.',
    next: { words: ['kubectl', 'describe', 'pod', pod], namespace },
  }));
}

/** A sidecar that does not see changes. */
export const onceNotes = (sidecar: RunningSidecar): Problem[] =>
  sidecar.method === 'once'
    ? [
        {
          reason: 'read-once',
          isNote: true,
          evidence: `${sidecarText(sidecar)} reads only when its pod starts (METHOD=LIST), so later changes are not shown`,
          fix: 'Restart the UI after a change, or set sidecar.dashboards.watchMethod in its values to WATCH.',
          next: restarting(sidecar),
        },
      ]
    : [];

/** What `kubectl apply` keeps of an object in an annotation may have at most that many bytes. */
const APPLIED = 262_144;

/** A container that tools may refuse for its size. */
export const sizeNotes = ({ bytes, kind }: StoredContainer): Problem[] =>
  bytes <= APPLIED
    ? []
    : [
        {
          reason: 'large',
          isNote: true,
          evidence: `the ${kind} has ${bytes} bytes, and kubectl apply refuses more than ${APPLIED} without --server-side`,
          fix: 'Use "kubectl monitoring dashboards apply", or kubectl apply --server-side.',
        },
      ];
