import { readVector, type Sample } from '../metrics/query.ts';
import { reportable } from '../words/errors.ts';

/** The query for the file system size of each of these claims, as the kubelets measure it. */
export const sizesQuery = (namespace: string, claims: string[]): string =>
  `max by (persistentvolumeclaim) (kubelet_volume_stats_capacity_bytes{namespace="${namespace}",persistentvolumeclaim=~"${claims.join('|')}"})`;

/** Bytes by the name of the claim, from Prometheus' answer; empty if the answer is not valid. */
export const readSizes = (body: string): Record<string, number> =>
  Object.fromEntries(
    samplesOf(body).flatMap(({ labels: { persistentvolumeclaim: claim }, value }) =>
      claim === undefined ? [] : [[claim, value]],
    ),
  );

function samplesOf(body: string): Sample[] {
  try {
    return readVector(body);
  } catch (error) {
    reportable(error);
    return [];
  }
}
