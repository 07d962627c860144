import { fieldsOf } from '../fields.ts';

/** Asks for the size of the file system of each of these claims, as the kubelets measure it. */
export const sizesQuery = (namespace: string, claims: string[]): string =>
  `max by (persistentvolumeclaim) (kubelet_volume_stats_capacity_bytes{namespace="${namespace}",persistentvolumeclaim=~"${claims.join('|')}"})`;

/** Bytes by the name of the claim, from Prometheus' answer to that; empty where it is none. */
export function readSizes(body: string): Record<string, number> {
  const results = fieldsOf(fieldsOf(parsed(body))?.data)?.result;
  const entries = Array.isArray(results) ? results.map(fieldsOf) : [];
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const name = fieldsOf(entry?.metric)?.persistentvolumeclaim;
      const bytes = Array.isArray(entry?.value) ? Number(entry.value[1]) : Number.NaN;
      return typeof name === 'string' && Number.isFinite(bytes) ? [[name, bytes]] : [];
    }),
  );
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
