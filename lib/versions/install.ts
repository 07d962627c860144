import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { sourceOf } from '../objects/gitops.ts';

/** A program in the cluster, its version, and the object that runs it. */
export interface Install {
  /** Its project's name: `baremetal-operator`. */
  name: string;
  /** Null if unknown. */
  version: string | null;
  /** The image that the version comes from; null if it is a field of its own. */
  image: string | null;
  /** `Deployment`. */
  kind: string;
  namespace: string;
  /** Name of the object. */
  resource: string;
}

/** A program that is recognized by its image, wherever and under whatever name it is installed. */
export interface Software {
  name: string;
  /** Matches the last part of its image's repository. */
  image: RegExp;
  /** The file name of its container's command, for images with other names. */
  command?: string;
}

/**
 * The bare-metal operator, also under the image names of distributions (`baremetal-rhel9-operator`); not OpenShift's operator that
 * installs it (`cluster-baremetal-operator`).
 */
export const BARE_METAL_OPERATOR: Software = {
  name: 'baremetal-operator',
  image: /^(?!.*cluster-baremetal).*baremetal-([a-z0-9]+-)?operator$/,
  command: 'baremetal-operator',
};

/** Provisions hosts for the operator. */
export const IRONIC: Software = { name: 'ironic', image: /^(.*-)?ironic(-rhel\d+)?$/ };

/** The first container of each of these programs in an object with a pod template. */
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
  return software.command !== undefined && textOf(program).split('/').at(-1) === software.command;
}

/** The objects in an untyped list. */
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

/** The tag of an image, or else its digest, or else `latest`. */
export function imageVersion(image: string): string {
  const { tag, digest } = imageReference(image);
  return tag ?? digest ?? 'latest';
}

/** A version for display: digests are shortened as container tools do. */
export const versionText = (version: string | null): string =>
  version?.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1') ?? '<unknown>';

/** A Helm chart that installed an object. */
export interface Chart {
  name: string;
  version: string;
  /** Namespace of its objects. */
  namespace: string;
  /** The release, Flux resource or Argo CD application; null if unknown. */
  source: string | null;
}

/** The labels with a chart's name and version: Helm's recommended one, and the older one. */
const LABELS = ['helm.sh/chart', 'chart'];

/** The chart of an object, from its labels; undefined without one. */
export function chartOf(object: KubeObject, identity: { group: string; kind: string }): Chart | undefined {
  const { labels, name: resource, namespace = '' } = object.metadata;
  const key = LABELS.find((one) => typeof fieldsOf(labels)?.[one] === 'string') ?? '';
  const label = fieldsOf(labels)?.[key];
  const [, name, version] = /^(.+?)-(v?\d+\.\d+\.\d+.*)$/.exec(textOf(label ?? '')) ?? [];
  if (name === undefined || version === undefined) return undefined;
  const source = sourceOf({
    object,
    identity: `${identity.group}/${identity.kind}:${namespace}/${resource}`,
    fields: { [key]: ['f:metadata', 'f:labels', `f:${key}`] },
  });
  // Labels cannot contain the `+` of build metadata: charts write `_` instead.
  return { name, version: version.replaceAll('_', '+'), namespace, source: source?.text ?? null };
}

/** Each chart once. */
export const distinct = (charts: readonly Chart[]): Chart[] => [
  ...new Map(charts.map((chart) => [JSON.stringify(Object.values(chart)), chart])).values(),
];
