import type { Manager, Server } from '../../alerts/watchdog/facts.ts';
import { hostOf } from '../../alerts/watchdog/prometheus-answers.ts';
import type { KubeObject } from '../../kube/api/types.ts';
import { ALERTMANAGER, type PodPlace, PROMETHEUS, placesOf } from '../../metrics/place.ts';
import { COMPONENTS } from '../../objects/components.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { sourceOf } from '../../objects/gitops.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import { isFinished, isReady, type PodObject } from '../../objects/pod.ts';
import { itemsOf } from '../../versions/install.ts';
import { podsOf } from '../../versions/monitoring.ts';

/** A resource of the operator's whose pods take part in the chain. */
export interface Member {
  object: KubeObject;
  /** Of its namespace; undefined if they could not be listed. */
  pods: readonly PodObject[] | undefined;
}

/** What is known of a part before its pods are asked, and where they are. */
export interface Placed<Part> {
  about: Omit<Part, 'replicas'>;
  /** Undefined if they could not be listed. */
  places: Place[] | undefined;
}

export interface Place extends PodPlace {
  /** In the form of a URL's host. */
  addresses: string[];
}

export function placedServer({ object, pods }: Member): Placed<Server> {
  const { name, namespace = '' } = object.metadata;
  const spec = fieldsOf(fieldsOf(object)?.spec);
  const source = sourceOf({
    object,
    identity: `${MONITORING_GROUP}/${COMPONENTS.metrics.kind}:${namespace}/${name}`,
    fields: { 'spec.alerting': ['f:spec', 'f:alerting'] },
    isController: (manager) => manager === 'PrometheusOperator',
  });
  const targets = itemsOf(fieldsOf(spec?.alerting)?.alertmanagers).flatMap((target) =>
    typeof target.name === 'string'
      ? { name: target.name, namespace: typeof target.namespace === 'string' ? target.namespace : namespace }
      : [],
  );
  const mark = spec?.prometheusExternalLabelName ?? 'prometheus';
  return {
    about: {
      namespace,
      name,
      source: source?.text ?? null,
      targets: spec && targets,
      // An empty name turns the label off.
      mark:
        spec && typeof mark === 'string' && mark !== ''
          ? { name: mark, value: `${namespace}/${name}` }
          : undefined,
      notReady: notReady(pods && podsOf(COMPONENTS.metrics, object, pods)),
    },
    places: pods && addressed(PROMETHEUS, object, podsOf(COMPONENTS.metrics, object, pods)),
  };
}

export function placedManager({ object, pods }: Member): Placed<Manager> {
  const { name, namespace = '' } = object.metadata;
  const own = pods && podsOf(COMPONENTS.alerts, object, pods);
  return {
    about: { namespace, name, notReady: notReady(own) },
    places: own && addressed(ALERTMANAGER, object, own),
  };
}

const notReady = (pods: readonly PodObject[] = []): string[] =>
  pods
    .filter((pod) => !isReady(pod) && !isFinished(pod))
    .map(({ metadata }) => metadata.name)
    .toSorted();

const addressed = (
  served: Parameters<typeof placesOf>[0],
  object: KubeObject,
  pods: readonly PodObject[],
): Place[] =>
  placesOf(served, [object], pods).map((place) => ({
    ...place,
    addresses: addressesOf(pods.find(({ metadata }) => metadata.name === place.pod)),
  }));

function addressesOf(pod: PodObject | undefined): string[] {
  const { podIP, podIPs } = fieldsOf(pod?.status) ?? {};
  const all = [podIP, ...itemsOf(podIPs).map(({ ip }) => ip)].filter((ip) => typeof ip === 'string');
  return [...new Set(all.map(hostOf))];
}
