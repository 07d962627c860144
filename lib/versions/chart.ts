import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { sourceOf } from '../objects/gitops.ts';

/** A Helm chart that something was installed by. */
export interface Chart {
  name: string;
  version: string;
  /** Namespace of what it made. */
  namespace: string;
  /** The release, Flux resource or Argo CD application in words; null where no mark says it. */
  source: string | null;
}

/** The labels that a chart writes its name and version in: Helm's recommended one, and the one from before that. */
const LABELS = ['helm.sh/chart', 'chart'];

/** The chart that an object says it was made by; undefined where it says none. */
export function chartOf(object: KubeObject, identity: { group: string; kind: string }): Chart | undefined {
  const { labels, name: resource, namespace = '' } = object.metadata;
  const key = LABELS.find((one) => typeof fieldsOf(labels)?.[one] === 'string') ?? '';
  const label = fieldsOf(labels)?.[key];
  const [, name, version] = /^(.+?)-(v?\d+\.\d+\.\d+.*)$/.exec(String(label ?? '')) ?? [];
  if (name === undefined || version === undefined) return undefined;
  const source = sourceOf({
    object,
    identity: `${identity.group}/${identity.kind}:${namespace}/${resource}`,
    fields: { [key]: ['f:metadata', 'f:labels', `f:${key}`] },
  });
  // A label has no `+`, which begins the build of a version: charts write `_` for it.
  return { name, version: version.replaceAll('_', '+'), namespace, source: source?.text ?? null };
}

/** Each chart once, however many objects it made. */
export const distinct = (charts: readonly Chart[]): Chart[] => [
  ...new Map(charts.map((chart) => [JSON.stringify(Object.values(chart)), chart])).values(),
];
