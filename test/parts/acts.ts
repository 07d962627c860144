import type { MonitoringStage } from '../support/monitoring-stage.ts';

export const SIZE = '50Gi';
export const LARGER = '100Gi';

/** Names that follow from a Prometheus `k8s` of two replicas. */
export const SET = 'prometheus-k8s';
export const PODS = ['prometheus-k8s-0', 'prometheus-k8s-1'];
export const CLAIMS = PODS.map((pod) => `prometheus-k8s-db-${pod}`);

/** A spec whose claim template asks for this size. */
export const sized = (storage: string): object => ({
  storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage } } } } },
});

/** Merge-patches the spec of the Prometheus. */
export async function change(stage: MonitoringStage, spec: object, name = 'k8s'): Promise<void> {
  const { status, text } = await stage.patch(stage.path('prometheuses', name), { spec });
  if (status !== 200) throw new Error(`the patch of ${name} was answered with ${status}: ${text}`);
}

/** Asks for more in a claim. */
export const request = (stage: MonitoringStage, claim: string, storage: string) =>
  stage.patch(stage.path('persistentvolumeclaims', claim), {
    spec: { resources: { requests: { storage } } },
  });

/** Resolves when none of the pods is there. */
export async function noPods(stage: MonitoringStage, pods = PODS): Promise<void> {
  await Promise.all(pods.map((pod) => stage.waitFor(stage.path('pods', pod), (found) => !found)));
}

/** Resolves with the set that has this template, once its controller has seen it. */
export const setWith = (stage: MonitoringStage, storage: string, set = SET) =>
  stage.waitFor(
    stage.path('statefulsets', set),
    (found) => templateSize(found) === storage && isObserved(found),
  );

/**
 * Whether the StatefulSet controller has acted on the set as it is. It may write the status of a set that was deleted to the new
 * one of that name, whose generations begin again.
 */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
export const isObserved = (set: any): boolean => set?.status?.observedGeneration >= set?.metadata.generation;

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
const templateSize = (set: any): string | undefined =>
  set?.spec.volumeClaimTemplates?.[0]?.spec.resources.requests.storage;
