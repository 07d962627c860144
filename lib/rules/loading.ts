import { parseVersion } from '../versions/version.ts';
import { rulesOf } from './placed.ts';
import type { Problem, Replica, RuleServer, StoredRule } from './rule-facts.ts';
import { hasExpressions, isCurrent } from './same-rules.ts';
import { selectionProblem } from './selection.ts';
import { fieldsMissingIn } from './version-check.ts';

/** How one Prometheus stands to a rule object. */
export interface Loading {
  server: { namespace: string; name: string };
  isSelected: boolean;
  /** Unknown: something that decides it could not be read. */
  verdict: 'healthy' | 'degraded' | 'unknown';
  problem?: Problem;
  /** What could not be read. */
  unread: string[];
  /** Replicas that have loaded it as it is. */
  loaded: number;
  replicas: number;
  /** The alerts of it that fire, on the replica with the most. */
  firing: number;
  /** When its file was written, and when each replica loaded its configuration, in milliseconds since the epoch, as far as known. */
  writtenAt: number | undefined;
  loadedAt: ReadonlyMap<string, number>;
}

/**
 * Whether every replica has loaded its configuration since the file was written, and since `before`. The file may have been written
 * in the same second as `before`, whose fractions the API server does not tell.
 */
export const isFresh = (
  { writtenAt = 0, loadedAt, replicas }: Loading,
  before: Loading | undefined,
): boolean =>
  loadedAt.size === replicas &&
  [...loadedAt].every(([pod, at]) => at >= writtenAt && at > (before?.loadedAt.get(pod) ?? 0));

/** The most bytes that the operator accepts of one rule object: half of what a ConfigMap may hold. */
export const LARGEST = 524_288;

/** The name of the file that the operator writes for a rule object. */
export const fileName = ({ namespace, name, uid }: Pick<StoredRule, 'namespace' | 'name' | 'uid'>): string =>
  `${namespace}-${name}-${uid}.yaml`;

/** How many alerts of a file fire, on the replica with the most. */
export const firingOn = (replicas: readonly Replica[], file: string): number =>
  Math.max(
    0,
    ...replicas.map(({ files }) => (files.get(file) ?? []).filter(({ isFiring }) => isFiring).length),
  );

const keyOf = ({ namespace, name }: Pick<RuleServer, 'namespace' | 'name'>): string => `${namespace}/${name}`;

/** How a Prometheus stands to a rule object (§2.2): the first of the causes that holds. */
export function loadingOf(rule: StoredRule, server: RuleServer): Loading {
  const { namespace, name, replicas } = server;
  const file = fileName(rule);
  const selection = selectionProblem(rule, server);
  const asked = replicas.filter(({ unread }) => unread === undefined);
  const loaded = asked.filter((replica) => isCurrent(rule, replica.files.get(file)));
  const standing = {
    server: { namespace, name },
    isSelected: selection === null,
    loaded: loaded.length,
    replicas: replicas.length,
    writtenAt: server.written?.get(file)?.at,
    loadedAt: new Map(
      asked.flatMap(({ pod, runtime }): [string, number][] =>
        runtime.loadedAt === undefined ? [] : [[pod, runtime.loadedAt]],
      ),
    ),
    firing: firingOn(asked, file),
  };
  if (selection === undefined)
    return { ...standing, verdict: 'unknown', unread: [`labels of namespace ${rule.namespace}`] };
  if (selection) return { ...standing, verdict: 'degraded', problem: selection, unread: [] };
  const unread = [
    ...(server.written ? [] : [`ConfigMaps in namespace ${namespace}`]),
    ...(server.isListed ? [] : [`pods in namespace ${namespace}`]),
    ...replicas.flatMap((replica) =>
      replica.unread === undefined ? [] : [`pod ${replica.pod}: ${replica.unread}`],
    ),
  ];
  const problem =
    writingProblem(rule, server) ??
    replicaProblem(rule, server, { asked, loaded }) ??
    droppedProblem(rule, server);
  if (problem) return { ...standing, verdict: 'degraded', problem, unread };
  return { ...standing, verdict: unread.length > 0 ? 'unknown' : 'healthy', unread };
}

/** Why the operator has not written the file of a selected rule as the rule is now. */
function writingProblem(rule: StoredRule, server: RuleServer): Problem | undefined {
  if (server.written === undefined) return undefined;
  const file = server.written.get(fileName(rule));
  if (file && (server.rewrites || hasExpressions(rule, file.text))) return undefined;
  const reading = {
    words: ['kubectl', 'get', rule.resource, rule.name, '-o', 'yaml'],
    namespace: rule.namespace,
  };
  if (rule.size > LARGEST)
    return {
      reason: 'too-large',
      evidence: `the rule has ${rule.size} bytes; the operator accepts ${LARGEST}`,
      fix: 'Split its groups into several rule objects.',
      next: reading,
    };
  if (server.isPaused)
    return {
      reason: 'prometheus-paused',
      evidence: `Prometheus ${server.name} is paused (spec.paused), so the operator does not write its rules`,
      fix: 'Finish what it is paused for, such as a resize, or resume it.',
      next: { words: ['kubectl', 'monitoring', 'status'], namespace: server.namespace },
    };
  const rejection = rule.rejections.find(({ server: of = keyOf(server) }) => of === keyOf(server));
  if (rejection)
    return {
      reason: 'rejected',
      evidence: `the operator rejected the rule: ${rejection.reason}`,
      fix: 'Check it with "kubectl monitoring rules lint", and correct it.',
      next: { ...reading, into: ['kubectl', 'monitoring', 'rules', 'lint', '-'] },
    };
  return {
    reason: 'not-written',
    evidence: `the operator has not written the ${file ? 'latest version of the rule' : 'rule'} to a ConfigMap of Prometheus ${server.name}`,
    fix: 'Check that the operator runs and watches the namespace of the rule.',
    next: { words: ['kubectl', 'monitoring', 'status'], namespace: server.namespace },
  };
}

/** Why a replica does not have the rule, or cannot evaluate it. */
function replicaProblem(
  rule: StoredRule,
  { namespace, name, replicas, isListed }: RuleServer,
  { asked, loaded }: { asked: readonly Replica[]; loaded: readonly Replica[] },
): Problem | undefined {
  const logs = (pod: string): Problem['next'] => ({
    words: ['kubectl', 'logs', pod, '-c', 'prometheus', '--tail=50'],
    namespace,
  });
  if (replicas.length === 0 && isListed)
    return {
      reason: 'no-replica',
      evidence: `Prometheus ${name} has no pods`,
      fix: 'Find out why.',
      next: { words: ['kubectl', 'monitoring', 'status'], namespace },
    };
  for (const replica of asked) {
    const { pod, files, runtime } = replica;
    const rules = files.get(fileName(rule));
    if (!loaded.includes(replica)) {
      if (runtime.reloaded === false)
        return {
          reason: 'reload-failed',
          evidence: `${pod} could not load its configuration, so it keeps the rules that it had`,
          fix: 'Read in its log which file is wrong.',
          next: logs(pod),
        };
      return {
        reason: rules ? 'outdated' : 'not-loaded',
        evidence: rules
          ? `${pod} has loaded an earlier version of the rule`
          : `${pod} has not loaded the rule, which is in a ConfigMap`,
        fix: 'Wait: a file reaches a pod within two minutes. Then check the reloader of the pod.',
        next: { words: ['kubectl', 'logs', pod, '-c', 'config-reloader', '--tail=50'], namespace },
      };
    }
    const failed = rules?.find(({ lastError }) => lastError !== '');
    if (failed)
      return {
        reason: 'evaluation-failed',
        evidence: `${pod} cannot evaluate ${failed.name} in group ${failed.group}: ${failed.lastError}`,
        fix: 'Correct its expression.',
        next: { words: ['kubectl', 'edit', rule.resource, rule.name], namespace: rule.namespace },
      };
  }
  return undefined;
}

/** The field that the version of a Prometheus does not have: the operator drops it from the file. */
function droppedProblem(
  { groups, resource, name, namespace }: StoredRule,
  server: RuleServer,
): Problem | undefined {
  const version = server.version === null ? undefined : parseVersion(server.version);
  const rules = { groups, groupsPath: [], rules: rulesOf({ groups, groupsPath: [] }) };
  const [first] = version ? fieldsMissingIn(version, rules) : [];
  return (
    first && {
      reason: 'fields-dropped',
      evidence: `${first.message}, and ${server.name} is ${server.version}: the operator drops the field, and the rule works without it`,
      fix: 'Remove the field, or upgrade Prometheus.',
      next: { words: ['kubectl', 'edit', resource, name], namespace },
    }
  );
}
