import type { Endpoint } from '../../support/server.ts';
import { bindClaim, phaseOfVolume } from './bind.ts';
import type { Change } from './change.ts';
import { type Controller, startController } from './controller.ts';
import type { Volume } from './objects.ts';
import { protect } from './protect.ts';
import type { View } from './view.ts';

export interface BinderOptions {
  /** The namespaces whose claims are bound; all of them when absent. */
  namespaces?: readonly string[];
}

/**
 * Starts a stand-in for two controllers of kube-controller-manager: the one that binds claims and volumes whose
 * `claimRef` is set, asks provisioners for missing ones, and tells released volumes, and the one that protects claims
 * which pods mount. It chooses no volume for a claim: a provisioner, or who makes the volume, does.
 */
export const startBinder = (
  endpoint: Endpoint,
  { namespaces }: BinderOptions = {},
): Promise<Pick<Controller, 'stop'>> =>
  startController(endpoint, {
    manager: 'kube-controller-manager',
    kinds: ['pods', 'claims', 'volumes', 'classes'],
    namespaces,
    decide: (view) => bind(view, namespaces),
  });

function bind(view: View, namespaces: readonly string[] | undefined): Change[] {
  const isOurs = ({ spec: { claimRef } }: Volume) =>
    !namespaces || (claimRef !== undefined && namespaces.includes(claimRef.namespace));
  return [
    ...[...view.claims.values()].flatMap((claim) => [...bindClaim(claim, view), ...protect(claim, view)]),
    ...[...view.volumes.values()].filter(isOurs).flatMap((volume) => phaseOfVolume(volume, view)),
  ];
}
