import type { KubeObject } from '../kube/api/types.ts';
import { type Component, instanceLabels, setNames } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { PodObject } from '../objects/pod.ts';
import { type Install, imageReference, imageVersion, itemsOf, type Software } from './install.ts';

/** The operator of the building block. */
export const PROMETHEUS_OPERATOR: Software = {
  name: 'prometheus-operator',
  image: /^(.*-)?prometheus-operator$/,
};

/** What measures each node (§8). */
const NODE_EXPORTER: Software = {
  name: 'node-exporter',
  image: /^(.*-)?node-exporter$/,
  command: 'node_exporter',
};

/** The component with metrics of what is in the cluster (§8). */
const CLUSTER_STATE: Software = {
  name: 'kube-state-metrics',
  image: /^(.*-)?kube-state-metrics$/,
  command: 'kube-state-metrics',
};

/** The dashboard UI (§8); its operator and the renderer of its images are others. */
const DASHBOARD_UI: Software = { name: 'grafana', image: /^(.*-)?grafana(-oss|-enterprise)?$/ };

/** The document's components (§8) that are no resources of the operator's. */
export type Part = 'operator' | 'node-exporter' | 'cluster-state' | 'ui';

/** By what each of them is known, whatever installed it. */
export const PARTS: readonly (readonly [part: Part, software: Software])[] = [
  ['operator', PROMETHEUS_OPERATOR],
  ['node-exporter', NODE_EXPORTER],
  ['cluster-state', CLUSTER_STATE],
  ['ui', DASHBOARD_UI],
];

/**
 * The versions of a metrics server, an alert manager, a ruler or an agent: those that its pods run, several in the middle of
 * an upgrade; without pods, the one that its resource asks for.
 */
export function instanceInstalls(
  resource: KubeObject,
  component: Component,
  pods: readonly PodObject[],
): Install[] {
  const { kind, app, container } = component;
  const { name, namespace = '' } = resource.metadata;
  const images = podsOf(component, resource, pods)
    .flatMap(({ spec }) => itemsOf(spec?.containers).filter((one) => one.name === container))
    .map(({ image }) => String(image));
  const running = [...new Set(images)].map((image) => ({ version: imageVersion(image), image }));
  const found = running.length > 0 ? running : [declared(resource)];
  return found.map((version) => ({ name: app, ...version, kind, namespace, resource: name }));
}

/** An instance's own pods, by their labels and by who controls them: the pod of a test may have the same labels. */
export function podsOf<T extends KubeObject>(
  component: Component,
  { metadata: { name, namespace = '' } }: KubeObject,
  pods: readonly T[],
): T[] {
  const labels = Object.entries(instanceLabels(component, name));
  const [set] = setNames(component, name, 1);
  return pods.filter(({ metadata }) => {
    const given = fieldsOf(metadata.labels);
    const owner = itemsOf(metadata.ownerReferences).find(({ controller }) => controller === true);
    return (
      metadata.namespace === namespace &&
      labels.every(([key, value]) => given?.[key] === value) &&
      (owner?.kind === 'StatefulSet' || owner?.kind === 'DaemonSet') &&
      [owner.name, String(owner.name).replace(/-shard-\d+$/, '')].includes(set)
    );
  });
}

/** An image that is given wins over a version, as it does for the operator. */
function declared(resource: KubeObject): Pick<Install, 'version' | 'image'> {
  const { image, version } = fieldsOf(fieldsOf(resource)?.spec) ?? {};
  if (typeof image === 'string' && image !== '' && isPinned(image))
    return { version: imageVersion(image), image };
  return { version: typeof version === 'string' && version !== '' ? version : null, image: null };
}

function isPinned(image: string): boolean {
  const { tag, digest } = imageReference(image);
  return tag !== undefined || digest !== undefined;
}

/** The last minor version of Kubernetes on which the chart's bug shows (§7, §9). */
const LAST_WITH_DIFF_ERRORS = 24;

/** What the document says against upgrades of the building block on this server (§7, §9); undefined: nothing. */
export function upgradeIssue({ gitVersion }: { gitVersion?: string }): string | undefined {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(gitVersion ?? '') ?? [];
  if (major !== '1' || Number(minor) > LAST_WITH_DIFF_ERRORS) return undefined;
  return `on Kubernetes ${gitVersion}, an upgrade of the building block shows errors in the diff stage of its pipeline because of a bug in its chart; the upgrade itself works. Upgrade Kubernetes to v1.${LAST_WITH_DIFF_ERRORS + 1} or later to avoid them.`;
}
