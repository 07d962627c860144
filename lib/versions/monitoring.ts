import type { KubeObject } from '../kube/api/types.ts';
import { type Component, instanceLabels, setNames } from '../objects/components.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import type { PodObject } from '../objects/pod.ts';
import { type Install, imageReference, imageVersion, itemsOf, type Software } from './install.ts';

/** The operator of the building block. */
export const PROMETHEUS_OPERATOR: Software = {
  name: 'prometheus-operator',
  image: /^(.*-)?prometheus-operator$/,
};

/** The components (§8) that are not resources of the operator. */
export type Part = 'operator' | 'node-exporter' | 'cluster-state' | 'ui';

/** How each of them is recognized. */
export const PARTS: readonly (readonly [part: Part, software: Software])[] = [
  ['operator', PROMETHEUS_OPERATOR],
  ['node-exporter', { name: 'node-exporter', image: /^(.*-)?node-exporter$/, command: 'node_exporter' }],
  [
    'cluster-state',
    { name: 'kube-state-metrics', image: /^(.*-)?kube-state-metrics$/, command: 'kube-state-metrics' },
  ],
  // The dashboard UI itself, not its operator or image renderer.
  ['ui', { name: 'grafana', image: /^(.*-)?grafana(-oss|-enterprise)?$/ }],
];

/**
 * The versions of an instance: those of its pods, several during an upgrade; without pods, the one in its resource.
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
    .map(({ image }) => textOf(image));
  const running = [...new Set(images)].map((image) => ({ version: imageVersion(image), image }));
  const found = running.length > 0 ? running : [declared(resource)];
  return found.map((version) => ({ name: app, ...version, kind, namespace, resource: name }));
}

/** An instance's pods, by labels and controller: a test pod may have the same labels. */
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
      [owner.name, textOf(owner.name).replace(/-shard-\d+$/, '')].includes(set)
    );
  });
}

/** `image` wins over `version`, as for the operator. */
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

/** The last minor version of Kubernetes affected by the chart's bug (§7, §9). */
const LAST_WITH_DIFF_ERRORS = 24;

/** A known problem of upgrades of the building block on this server (§7, §9). */
export function upgradeIssue({ gitVersion }: { gitVersion?: string }): string | undefined {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(gitVersion ?? '') ?? [];
  if (major !== '1' || Number(minor) > LAST_WITH_DIFF_ERRORS) return undefined;
  return `on Kubernetes ${gitVersion}, an upgrade of the building block shows errors in the diff stage of its pipeline because of a bug in its chart; the upgrade itself works. Upgrade Kubernetes to v1.${LAST_WITH_DIFF_ERRORS + 1} or later to avoid them.`;
}
