import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Call } from '../../support/http.ts';
import type { Endpoint } from '../../support/server.ts';
import { timestamp } from '../write.ts';
import type { ComponentResource } from './component.ts';
import { componentStatus, saysTheSame } from './component-status.ts';
import { type Controller, startController, type Watched } from './controller.ts';
import { COMPONENT_KINDS, type ComponentKind, componentPath, MANAGER } from './kinds.ts';
import { controllerOf, isDeleting, type Pod, type StatefulSet } from './objects.ts';
import { RULES, type Site, syncRules } from './rule-files.ts';
import { list, read, send } from './send.ts';
import { core, sets } from './stateful-set-requests.ts';
import { syncSets, type Write } from './sync-sets.ts';

export interface PrometheusOperatorOptions {
  /** The namespaces to work in. */
  namespaces: readonly string[];
  /** Awaited before each write, those of a status included: as long as it takes, the operator is held back, its end too. */
  beforeWrite?: ((request: Call) => Promise<void>) | undefined;
  /** The collection of its rule objects; `RULES` when absent. */
  rules?: string | undefined;
}

/**
 * Starts a stand-in for prometheus-operator 0.85: StatefulSets for Prometheus, Alertmanager and ThanosRuler, updated
 * in place where the API allows that, else deleted in the foreground and made again. For a paused resource it writes
 * the status alone. A Prometheus gets the ConfigMaps of its rules. What else the real one makes beside the sets (Secrets, Services) is
 * left out.
 */
export function startPrometheusOperator(
  endpoint: Endpoint,
  { namespaces, beforeWrite, rules = RULES }: PrometheusOperatorOptions,
): Promise<Controller> {
  const write: Write = async (request) => {
    await beforeWrite?.(request);
    return send(endpoint, request);
  };
  return startController(
    endpoint,
    namespaces.flatMap((namespace) => watched(namespace, rules)),
    (key) => reconcile({ endpoint, write, rules }, key),
  );
}

const isKind = (kind: string): kind is ComponentKind => Object.hasOwn(COMPONENT_KINDS, kind);

const keyOf = (kind: string, namespace: string | undefined, name: string): string =>
  `${kind}/${namespace}/${name}`;

const watched = (namespace: string, rules: string): Watched[] => [
  ...Object.keys(COMPONENT_KINDS)
    .filter(isKind)
    .map((kind) => ({
      path: componentPath(kind, namespace),
      concerns: ({ metadata }: KubeObject) => keyOf(kind, metadata.namespace, metadata.name),
    })),
  { path: rules, concerns: () => `${RULE_FILES}/${namespace}/` },
  {
    path: sets(namespace),
    concerns(set: KubeObject) {
      const owner = controllerOf(set);
      return owner && keyOf(owner.kind, set.metadata.namespace, owner.name);
    },
  },
];

/** What a rule concerns: every Prometheus of a namespace. */
const RULE_FILES = 'rule-files';

async function syncAllRules({ endpoint, write, rules }: Site, namespace: string): Promise<boolean> {
  const all = await list<ComponentResource>(endpoint, componentPath('Prometheus', namespace));
  const active = all?.filter((resource) => !resource.spec.paused && !isDeleting(resource)) ?? [];
  const done = await Promise.all(active.map((resource) => syncRules({ endpoint, write, rules }, resource)));
  return all !== undefined && done.every(Boolean);
}

/** Gives whether all that was to be written is written. */
async function reconcile({ endpoint, write, rules }: Site, key: string): Promise<boolean> {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  if (kind === RULE_FILES) return syncAllRules({ endpoint, write, rules }, namespace);
  if (!isKind(kind)) return true;
  const path = componentPath(kind, namespace, name);
  const [resource, all] = await Promise.all([
    read<ComponentResource>(endpoint, path),
    list<StatefulSet>(endpoint, sets(namespace)),
  ]);
  if (resource === null || (resource && isDeleting(resource))) return true;
  if (!resource || !all) return false;
  const outcome = await syncSets(write, { kind, resource, all, endpoint });
  if (outcome === 'lost') return false;
  if (
    kind === 'Prometheus' &&
    !resource.spec.paused &&
    !(await syncRules({ endpoint, write, rules }, resource))
  )
    return false;
  const pods = await list<Pod>(endpoint, core(namespace, 'pods'));
  if (!pods) return false;
  const status = componentStatus(kind, resource, { all, pods, outcome, now: timestamp() });
  if (!status || saysTheSame(resource.status, status)) return true;
  const answer = await write({
    method: 'PATCH',
    path: `${path}/status?fieldManager=${MANAGER}`,
    body: { status },
  });
  return answer !== undefined && [200, 404].includes(answer.status);
}
