import { randomBytes } from 'node:crypto';
import { dump } from 'js-yaml';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { selects } from '../../../lib/objects/label-selector.ts';
import { readExpression } from '../../../lib/promql/read.ts';
import { groupsOf, rulesOf } from '../../../lib/rules/placed.ts';
import type { Endpoint } from '../../support/server.ts';
import { timestamp } from '../write.ts';
import type { ComponentResource } from './component.ts';
import { MANAGER, MONITORING_API } from './kinds.ts';
import { list, read } from './send.ts';
import type { Write } from './sync-sets.ts';

/** The most bytes of one rule, and of the rules in one ConfigMap. */
const LARGEST = 524_288;

/** Where rules are read and their files are written. */
export interface Site {
  endpoint: Endpoint;
  write: Write;
  /** The collection of the rule objects. */
  rules: string;
}

/** Every rule object of a server, in the names of upstream. */
export const RULES = `/apis/${MONITORING_API}/prometheusrules`;

interface RuleObject extends KubeObject {
  spec: { groups?: unknown[] };
}

type ConfigMap = KubeObject & { data?: Record<string, string> };

type Selecting = KubeObject & {
  spec?: { ruleSelector?: object | null; ruleNamespaceSelector?: object | null };
};

/**
 * Writes the rules that a Prometheus selects to its ConfigMaps, all anew when one has changed, as prometheus-operator 0.85 does. A
 * rule that it rejects gets an event. Gives whether all that was to be written is written.
 */
export async function syncRules(
  { endpoint, write, rules: from }: Site,
  prometheus: ComponentResource & Selecting,
): Promise<boolean> {
  const { name, namespace = '' } = prometheus.metadata;
  const collection = `/api/v1/namespaces/${namespace}/configmaps`;
  const [rules, maps] = await Promise.all([
    selectedRules(endpoint, prometheus, from),
    list<ConfigMap>(endpoint, `${collection}?labelSelector=prometheus-name%3D${name}`),
  ]);
  if (!rules || !maps) return false;
  const files: Record<string, string> = {};
  for (const { metadata, spec } of rules) {
    const text = dump(spec, { lineWidth: -1 });
    if (isValid(spec, text)) files[`${metadata.namespace}-${metadata.name}-${metadata.uid}.yaml`] = text;
    else await write(rejection(metadata));
  }
  const current = Object.assign({}, ...maps.map(({ data }) => data));
  const wanted = Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (maps.length > 0 && JSON.stringify(sorted(current)) === JSON.stringify(wanted)) return true;
  for (const map of maps) await write({ method: 'DELETE', path: `${collection}/${map.metadata.name}` });
  const answers = buckets(wanted).map((data, at) =>
    write({
      method: 'POST',
      path: `${collection}?fieldManager=${MANAGER}`,
      body: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: `prometheus-${name}-rulefiles-${at}`,
          labels: { 'prometheus-name': name, 'managed-by': 'prometheus-operator' },
        },
        data,
      },
    }),
  );
  return (await Promise.all(answers)).every((answer) => answer?.status === 201);
}

const sorted = (files: Record<string, string>): [string, string][] =>
  Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1));

async function selectedRules(
  endpoint: Endpoint,
  { metadata, spec }: Selecting,
  from: string,
): Promise<RuleObject[] | undefined> {
  const { ruleSelector, ruleNamespaceSelector } = spec ?? {};
  const all = await list<RuleObject>(endpoint, from);
  if (!all || !ruleSelector) return all && [];
  const inNamespace = await Promise.all(
    all.map(async (rule) => {
      if (!ruleNamespaceSelector) return rule.metadata.namespace === metadata.namespace;
      const namespace = await read<KubeObject>(endpoint, `/api/v1/namespaces/${rule.metadata.namespace}`);
      return selects(ruleNamespaceSelector, namespace?.metadata.labels ?? {});
    }),
  );
  return all.filter((rule, at) => inNamespace[at] && selects(ruleSelector, rule.metadata.labels ?? {}));
}

function isValid(spec: RuleObject['spec'], text: string): boolean {
  const placed = { groups: spec.groups ?? [], groupsPath: [] };
  return (
    Buffer.byteLength(text) <= LARGEST &&
    groupsOf(placed).length === (spec.groups ?? []).length &&
    rulesOf(placed).every(({ fields: { expr } }) => !('fault' in readExpression(String(expr))))
  );
}

function buckets(files: [string, string][]): Record<string, string>[] {
  const all: Record<string, string>[] = [{}];
  let size = 0;
  for (const [name, text] of files) {
    if (size + text.length > LARGEST) {
      all.push({});
      size = 0;
    }
    Object.assign(all.at(-1) as object, { [name]: text });
    size += text.length;
  }
  return all;
}

const rejection = ({ name, namespace, uid }: KubeObject['metadata']): Parameters<Write>[0] => ({
  method: 'POST',
  path: `/api/v1/namespaces/${namespace}/events`,
  body: {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${randomBytes(6).toString('hex')}`, namespace },
    involvedObject: { kind: 'PrometheusRule', apiVersion: MONITORING_API, namespace, name, uid },
    reason: 'InvalidConfiguration',
    type: 'Warning',
    message: `PrometheusRule ${name} was rejected due to invalid configuration: invalid rule`,
    source: { component: 'prometheus-controller' },
    firstTimestamp: timestamp(),
    lastTimestamp: timestamp(),
    count: 1,
  },
});
