import type { Owned, Owner } from '../../../../lib/status/instances.ts';
import { readClaim } from '../../../../lib/volumes/claim.ts';

/** A Prometheus with claims of 50Gi; the names of orphaned ones begin with `left`. */
export function owned(namespace: string, claims: string[], more: Partial<Owner> = {}): Owned {
  const owner: Owner = {
    component: 'metrics',
    kind: 'Prometheus',
    namespace,
    name: 'k8s',
    retention: {},
    ...more,
  };
  return {
    owner,
    volumes: claims.map((name) => ({
      owner,
      claim: readClaim({
        metadata: { name, namespace },
        spec: { resources: { requests: { storage: '50Gi' } } },
        status: { phase: 'Bound' },
      }),
      orphaned: name.startsWith('left'),
    })),
  };
}
