import { collectionPath, pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { PROMETHEUS, placesOf } from '../../metrics/place.ts';
import { apiOf, COMPONENTS } from '../../objects/components.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import type { LabelSelector } from '../../objects/label-selector.ts';
import type { PodObject } from '../../objects/pod.ts';
import { LOADED_PATH, loadedRules, RUNTIME_PATH, runtimeOf } from '../../rules/loaded.ts';
import { LARGEST } from '../../rules/loading.ts';
import type { Replica, RuleServer, StoredRule } from '../../rules/rule-facts.ts';
import { isSelected } from '../../rules/selection.ts';
import type { Unread } from '../../status/block.ts';
import { itemsOf } from '../../versions/install.ts';
import { instanceInstalls, podsOf } from '../../versions/monitoring.ts';
import { readCollection, readOrNote } from '../block/collections.ts';
import { askPod } from '../metrics/ask-pod.ts';
import { type Asker, openPod } from '../metrics/pod.ts';
import { ruleApi, ruleResource, rulesPath, type ServedRuleKind } from './read-ground.ts';

/** The rule objects of a namespace or of all, and every Prometheus of the cluster. */
export interface RuleState {
  rules: StoredRule[];
  servers: RuleServer[];
  unread: Unread[];
}

interface RuleScope {
  kind: ServedRuleKind;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  /** The only rule to read; undefined: all. */
  name?: string;
  /** The namespace whose Prometheus is read if not all can be listed. */
  fallback: string;
}

interface PrometheusObject extends KubeObject {
  spec?: {
    paused?: boolean;
    ruleSelector?: LabelSelector | null;
    ruleNamespaceSelector?: LabelSelector | null;
    enforcedNamespaceLabel?: string;
    version?: string;
  };
}

/**
 * Reads rule objects, and what each Prometheus that selects one of them has loaded. What cannot be read is in `unread`.
 *
 * @throws {CommandError} if the API server cannot be reached, or the rule named is not there.
 */
export async function readRuleState(asker: Asker, scope: RuleScope): Promise<RuleState> {
  const { client } = asker.session;
  const { kind, namespace, name, fallback } = scope;
  const unread: Unread[] = [];
  const [objects, servers, events] = await Promise.all([
    readObjects(client, scope, unread),
    readCollection<PrometheusObject>(
      client,
      { api: apiOf(COMPONENTS.metrics), resource: COMPONENTS.metrics.plural, namespace: undefined, fallback },
      unread,
    ),
    readRejections(client, namespace, unread),
  ]);
  const found = servers.items ?? [];
  const namespaces = found.some(({ spec }) => spec?.ruleNamespaceSelector)
    ? await readNamespaces(client, objects, unread)
    : new Map<string, Record<string, string>>();
  const rules = await Promise.all(
    objects
      .filter(({ metadata }) => name === undefined || metadata.name === name)
      .map((object) => storedRule(object, { kind, namespaces, events })),
  );
  return {
    rules,
    servers: await Promise.all(found.map((object) => readServer(asker, object, rules, unread))),
    unread,
  };
}

async function readObjects(
  client: KubeClient,
  { kind, namespace, name, fallback }: RuleScope,
  unread: Unread[],
): Promise<KubeObject[]> {
  if (name !== undefined && namespace !== undefined)
    return [
      await client.send<KubeObject>({
        method: 'GET',
        path: `${rulesPath(kind, namespace)}/${pathPart(name)}`,
      }),
    ];
  const { items } = await readCollection<KubeObject>(
    client,
    { api: ruleApi(kind), resource: `${ruleResource(kind)}s`, namespace, fallback },
    unread,
  );
  return items ?? [];
}

interface EventObject extends KubeObject {
  involvedObject?: { namespace?: string; name?: string; uid?: string };
  message?: string;
}

/** What the operator says of rules that it rejected, by the uid of the rule. */
async function readRejections(
  client: KubeClient,
  namespace: string | undefined,
  unread: Unread[],
): Promise<Map<string, string>> {
  const events = await readOrNote(
    { what: 'events', ...(namespace !== undefined && { namespace }) },
    unread,
    () =>
      client.send<{ items: EventObject[] }>({
        method: 'GET',
        path: collectionPath('/api/v1', 'events', namespace),
        query: { fieldSelector: 'reason=InvalidConfiguration' },
      }),
  );
  return new Map(
    (events?.items ?? []).flatMap(({ involvedObject, message }): [string, string][] =>
      involvedObject?.uid ? [[involvedObject.uid, textOf(message)]] : [],
    ),
  );
}

async function readNamespaces(
  client: KubeClient,
  objects: readonly KubeObject[],
  unread: Unread[],
): Promise<Map<string, Record<string, string>>> {
  const names = [...new Set(objects.map(({ metadata }) => metadata.namespace ?? ''))];
  const found = await Promise.all(
    names.map((name) =>
      readOrNote({ what: `namespace ${name}` }, unread, () =>
        client.send<KubeObject>({ method: 'GET', path: `/api/v1/namespaces/${pathPart(name)}` }),
      ),
    ),
  );
  return new Map(
    found.flatMap((object): [string, Record<string, string>][] =>
      object ? [[object.metadata.name, object.metadata.labels ?? {}]] : [],
    ),
  );
}

async function storedRule(
  object: KubeObject,
  {
    kind,
    namespaces,
    events,
  }: {
    kind: ServedRuleKind;
    namespaces: ReadonlyMap<string, Record<string, string>>;
    events: ReadonlyMap<string, string>;
  },
): Promise<StoredRule> {
  const { name, namespace = '', uid = '', labels = {}, creationTimestamp } = object.metadata;
  const spec = fieldsOf(fieldsOf(object)?.spec) ?? {};
  const event = events.get(uid);
  return {
    namespace,
    name,
    uid,
    resource: ruleResource(kind),
    labels,
    namespaceLabels: namespaces.get(namespace),
    groups: spec.groups,
    size: await sizeOf(spec),
    rejections: [...bindingRejections(object), ...(event === undefined ? [] : [{ reason: event }])],
    creationTimestamp,
  };
}

/** From the status that newer operators write: what became of the rule for each Prometheus that selects it. */
const bindingRejections = (object: KubeObject): StoredRule['rejections'] =>
  itemsOf(fieldsOf(fieldsOf(object)?.status)?.bindings).flatMap(({ namespace, name, conditions }) =>
    itemsOf(conditions)
      .filter(({ type, status }) => type === 'Accepted' && status === 'False')
      .map(({ message, reason }) => ({
        server: `${textOf(namespace)}/${textOf(name)}`,
        reason: textOf(message || reason),
      })),
  );

/** The bytes of rules as the YAML that the operator writes, which is of the size of the JSON where that is far from the limit. */
async function sizeOf(spec: object): Promise<number> {
  const json = Buffer.byteLength(JSON.stringify(spec));
  if (json < LARGEST / 4) return json;
  const { dump } = await import('js-yaml');
  return Buffer.byteLength(dump(spec, { lineWidth: -1, noRefs: true }));
}

/** Reads what a Prometheus has, if it selects one of the rules. */
async function readServer(
  asker: Asker,
  object: PrometheusObject,
  rules: readonly StoredRule[],
  unread: Unread[],
): Promise<RuleServer> {
  const { name, namespace = '' } = object.metadata;
  const { paused = false, ruleSelector = null, ruleNamespaceSelector = null } = object.spec ?? {};
  const server: RuleServer = {
    namespace,
    name,
    ruleSelector,
    ruleNamespaceSelector,
    isPaused: paused,
    // By the declared version, not by that of the image, the operator decides what to drop.
    version: object.spec?.version ?? null,
    rewrites: Boolean(object.spec?.enforcedNamespaceLabel),
    written: undefined,
    replicas: [],
    isListed: true,
  };
  if (!rules.some((rule) => isSelected(rule, server))) return server;
  const { client } = asker.session;
  const [maps, pods] = await Promise.all([
    readCollection<ConfigMap>(
      client,
      { api: '/api/v1', resource: 'configmaps', namespace, labelSelector: `prometheus-name=${name}` },
      unread,
    ),
    readCollection<PodObject>(client, { api: '/api/v1', resource: 'pods', namespace }, unread),
  ]);
  const own = podsOf(COMPONENTS.metrics, object, pods.items ?? []);
  const places = placesOf(PROMETHEUS, [object], own);
  return {
    ...server,
    version: server.version ?? instanceInstalls(object, COMPONENTS.metrics, own)[0]?.version ?? null,
    isListed: pods.items !== undefined,
    written: maps.items && new Map(maps.items.flatMap(writtenFiles)),
    replicas: await Promise.all(
      own
        .map(({ metadata }) => metadata.name)
        .toSorted()
        .map(async (pod): Promise<Replica> => {
          const place = places.find((one) => one.pod === pod);
          if (!place) return { pod, unread: 'it is not ready', files: new Map(), runtime: UNKNOWN };
          return { pod, ...(await readReplica(openPod(asker, place))) };
        }),
    ),
  };
}

type ConfigMap = KubeObject & { data?: Record<string, string> };

const writtenFiles = ({ metadata, data = {} }: ConfigMap): [string, { text: string; at: number }][] => {
  const times = [metadata.creationTimestamp, ...(metadata.managedFields ?? []).map(({ time }) => time)];
  const at = Math.max(0, ...times.map((time) => Date.parse(time ?? '') || 0));
  return Object.entries(data).map(([name, text]) => [name, { text, at }]);
};

const UNKNOWN = { reloaded: undefined, loadedAt: undefined };

async function readReplica(reader: ReturnType<typeof openPod>): Promise<Omit<Replica, 'pod'>> {
  try {
    const rules = await askPod(reader, LOADED_PATH, loadedRules);
    if ('reason' in rules) return { unread: rules.reason, files: new Map(), runtime: UNKNOWN };
    const runtime = await askPod(reader, RUNTIME_PATH, runtimeOf);
    const files = [...rules.value].map(([file, loaded]): [string, typeof loaded] => [
      file.slice(file.lastIndexOf('/') + 1),
      loaded,
    ]);
    return { files: new Map(files), runtime: 'reason' in runtime ? UNKNOWN : runtime.value };
  } finally {
    reader.close();
  }
}
