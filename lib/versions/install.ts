import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { sourceOf } from '../objects/gitops.ts';

/** Something that runs in the cluster: what, in which version, and the object that makes it run. */
export interface Install {
  /** As its project calls it: `baremetal-operator`. */
  name: string;
  /** As its object says; null where that does not say it. */
  version: string | null;
  /** The container image that says so; null where the version is a field of its own. */
  image: string | null;
  /** `Deployment`. */
  kind: string;
  namespace: string;
  /** Name of the object. */
  resource: string;
}

/** A program that is known by its image, wherever and under whatever name it was installed. */
export interface Software {
  name: string;
  /** What the last part of its image's repository is like. */
  image: RegExp;
  /** What the file is called that its container starts, for images that are named otherwise. */
  command?: string;
}

/**
 * The bare-metal operator, also as distributions name its image (`baremetal-rhel9-operator`); but not the operator that
 * OpenShift has to install it (`cluster-baremetal-operator`), which brings an image of another name.
 */
export const BARE_METAL_OPERATOR: Software = {
  name: 'baremetal-operator',
  image: /^(?!.*cluster-baremetal).*baremetal-([a-z0-9]+-)?operator$/,
  command: 'baremetal-operator',
};

/** What the operator has provision hosts. */
export const IRONIC: Software = { name: 'ironic', image: /^(.*-)?ironic(-rhel\d+)?$/ };

/** The first container of each of these programs that a Deployment, or anything else with a pod template, runs. */
export function installsIn(workload: KubeObject, kind: string, wanted: readonly Software[]): Install[] {
  const spec = fieldsOf(fieldsOf(workload)?.spec);
  const containers = fieldsOf(fieldsOf(spec?.template)?.spec)?.containers;
  const { name: resource, namespace = '' } = workload.metadata;
  return wanted.flatMap((software) => {
    const image = itemsOf(containers).find((container) => runs(container, software))?.image;
    return typeof image === 'string'
      ? [{ name: software.name, version: imageVersion(image), image, kind, namespace, resource }]
      : [];
  });
}

function runs({ image, command }: Record<string, unknown>, software: Software): boolean {
  if (typeof image !== 'string') return false;
  if (software.image.test(imageReference(image).name)) return true;
  const [program] = Array.isArray(command) ? command : [];
  return software.command !== undefined && String(program).split('/').at(-1) === software.command;
}

/** The objects among the items of what should be a list. */
export const itemsOf = (list: unknown): Record<string, unknown>[] =>
  (Array.isArray(list) ? list : []).map(fieldsOf).filter((item) => item !== undefined);

/** The parts of a container image's reference, `registry:5000/team/name:tag@sha256:…`. */
interface ImageReference {
  /** The last part of its repository: `name`. */
  name: string;
  tag: string | undefined;
  /** `sha256:…`. */
  digest: string | undefined;
}

export function imageReference(image: string): ImageReference {
  const [tagged = '', digest] = image.split('@', 2);
  const last = tagged.slice(tagged.lastIndexOf('/') + 1);
  const [name = '', tag] = last.split(':', 2);
  return { name, tag: tag || undefined, digest: digest || undefined };
}

/** What a reference says of the version: its tag, else its digest; a reference without either is the tag `latest`. */
export function imageVersion(image: string): string {
  const { tag, digest } = imageReference(image);
  return tag ?? digest ?? 'latest';
}

/** A version as a person reads it: of a digest its beginning, as container tools show it. */
export const versionText = (version: string | null): string =>
  version?.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1') ?? '<unknown>';

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
