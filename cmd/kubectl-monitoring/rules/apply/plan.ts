import { isDeepStrictEqual } from 'node:util';
import { rulesPath, type ServedRuleKind } from '../../../../lib/cluster/rules/read-ground.ts';
import { isNotFound } from '../../../../lib/kube/api/errors.ts';
import { APPLY } from '../../../../lib/kube/api/held-write.ts';
import { objectName } from '../../../../lib/kube/api/object-name.ts';
import type { KubeClient, KubeObject, KubeRequest } from '../../../../lib/kube/api/types.ts';
import { type Source, sourceOf } from '../../../../lib/objects/gitops.ts';
import { MONITORING_MANAGER } from '../../../../lib/objects/names.ts';
import type { RuleManifest } from '../../../../lib/rules/manifests.ts';
import { type CommandError, reportable, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/** What applying a rule object would do. */
export interface Plan {
  namespace: string;
  name: string;
  /** `prometheusrule.monitoring.coreos.com/shop`. */
  resource: string;
  request: KubeRequest;
  before: KubeObject | undefined;
  /** As the server would store it; undefined if it was not asked, or rejects it. */
  after: KubeObject | undefined;
  change: 'created' | 'configured' | 'unchanged';
  /** Whether the rules of an object that is there change, which Prometheus has to load again. */
  changesRules: boolean;
  /** The GitOps source that manages it and reverts changes. */
  source: Source | undefined;
  rejection: CommandError | undefined;
}

/** Where a rule object goes. @throws {CommandError} for an invalid name, another kind than `kind`, or another namespace than the given one. */
export function placeOf(
  { apiVersion, kind: given, metadata }: RuleManifest,
  { kind, namespace, isGiven }: { kind: ServedRuleKind; namespace: string; isGiven: boolean },
): { namespace: string; name: string } {
  const name = objectName(metadata.name, 'resource name');
  const served = kind.names === 'platform' ? 'MetricsRule' : 'PrometheusRule';
  if (given !== served || apiVersion !== `${kind.group}/v1`)
    throw usageError(
      `${given} "${name}" is of ${oneLine(apiVersion) || 'no apiVersion'}; this cluster serves ${served} of ${kind.group}/v1`,
      'Change its kind and apiVersion, or choose another cluster (--context).',
    );
  const own = metadata.namespace;
  if (isGiven && own !== undefined && own !== namespace)
    throw usageError(
      `the namespace from the provided object "${oneLine(own)}" does not match the namespace "${namespace}"`,
      `You must pass '--namespace=${oneLine(own)}' to perform this operation.`,
    );
  return { name, namespace: objectName(own ?? namespace, 'namespace') };
}

/** Reads the object as it is, and has the server try the apply if `tries`. */
export async function planOf(
  client: KubeClient,
  manifest: RuleManifest,
  { kind, tries, ...place }: { kind: ServedRuleKind; tries: boolean; namespace: string; name: string },
): Promise<Plan> {
  const { namespace, name } = place;
  const path = `${rulesPath(kind, namespace)}/${name}`;
  const request: KubeRequest = {
    method: 'PATCH',
    path,
    query: { fieldManager: MONITORING_MANAGER, force: 'true' },
    contentType: APPLY,
    body: { ...manifest, metadata: { ...manifest.metadata, namespace } },
  };
  const before = await client.send<KubeObject>({ method: 'GET', path }).catch((error) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const plan = {
    ...{ namespace, name, request, before },
    resource: `${manifest.kind.toLowerCase()}.${kind.group}/${name}`,
    source:
      before &&
      sourceOf({
        object: before,
        identity: `${kind.group}/${manifest.kind}:${namespace}/${name}`,
        fields: { groups: ['f:spec', 'f:groups'] },
        isController: (manager) => manager === MONITORING_MANAGER,
      }),
  };
  if (!tries)
    return {
      ...plan,
      after: undefined,
      change: before ? 'configured' : 'created',
      changesRules: before !== undefined,
      rejection: undefined,
    };
  try {
    const after = await client.send<KubeObject>({ ...request, query: { ...request.query, dryRun: 'All' } });
    const changesRules = before !== undefined && !isDeepStrictEqual(specOf(before), specOf(after));
    return { ...plan, after, change: changeOf(before, after), changesRules, rejection: undefined };
  } catch (error) {
    return {
      ...plan,
      after: undefined,
      change: 'unchanged',
      changesRules: false,
      rejection: reportable(error),
    };
  }
}

type Stored = KubeObject & { spec?: unknown };

const specOf = (object: KubeObject): unknown => (object as Stored).spec;

function changeOf(before: Stored | undefined, after: Stored): Plan['change'] {
  if (!before) return 'created';
  const what = ({ metadata: { labels, annotations }, spec }: Stored) => ({ labels, annotations, spec });
  return isDeepStrictEqual(what(before), what(after)) ? 'unchanged' : 'configured';
}

/** Whether the server accepts a rule that Prometheus cannot read, because no webhook checks rules or the one that does is ignored. */
export async function acceptsAnything(client: KubeClient, { request }: Plan): Promise<boolean> {
  const { apiVersion, kind, metadata } = request.body as RuleManifest;
  const name = `${metadata.name.slice(0, 240)}-probe`;
  const body = {
    ...{ apiVersion, kind },
    metadata: { name, namespace: metadata.namespace, labels: metadata.labels },
    spec: { groups: [{ name: 'probe', rules: [{ alert: 'Probe', expr: 'sum(' }] }] },
  };
  try {
    await client.send({
      ...request,
      path: request.path.replace(/[^/]+$/, name),
      query: { ...request.query, dryRun: 'All' },
      body,
    });
    return true;
  } catch (error) {
    reportable(error);
    return false;
  }
}
