import type { Component, ComponentName } from '../objects/components.ts';
import type { Retention } from '../objects/retention.ts';
import { type Claim, type ClaimObject, readClaim } from '../volumes/claim.ts';
import { type InstanceObject, readInstance } from '../volumes/instance.ts';
import { instanceState } from './instances.ts';
import { claimsOf, findWorkloads, type WorkloadObject } from './workloads.ts';

/** What has volumes: an instance, or the workload of the dashboard UI. */
export interface Owner {
  component: ComponentName | 'ui';
  kind: string;
  namespace: string;
  name: string;
  retention: Retention;
  /** Where its data is if on no claim: `emptyDir`, `none`; undefined where it has a claim template. */
  elsewhere?: string;
}

/** A claim of an owner. */
export interface Volume {
  owner: Owner;
  claim: Claim;
  /** Whether it belongs to a replica that was scaled away. */
  leftover: boolean;
}

/** What has volumes, and which. */
export interface Owned {
  owner: Owner;
  volumes: Volume[];
}

/** An instance and its claims among those that there are: those of its replicas first. */
export function ofInstance(
  object: InstanceObject,
  component: Component,
  claims: readonly ClaimObject[],
): Owned {
  const { namespace, name, replicas, storage } = readInstance(object, component);
  const { instance, volumes } = instanceState(component, object, {
    claims: claims.filter(({ metadata }) => metadata.namespace === namespace),
    sets: undefined,
    pods: undefined,
    record: undefined,
  });
  const owner: Owner = {
    component: component.name,
    kind: component.kind,
    namespace,
    name,
    retention: instance.retention,
    ...(storage !== 'template' && { elsewhere: storage }),
  };
  return {
    owner,
    // An instance that is stopped has its volumes still.
    volumes: volumes.map(({ claim, leftover }) => ({ owner, claim, leftover: leftover && replicas !== 0 })),
  };
}

/** The dashboard UI and its claims; nothing where a workload is none, or has none. */
export function ofUi(workload: WorkloadObject, claims: readonly ClaimObject[]): Owned[] {
  return findWorkloads([workload]).flatMap((found) => {
    const { name, namespace = '' } = found.object.metadata;
    const owner: Owner = { component: 'ui', kind: found.kind, namespace, name, retention: {} };
    const volumes = claimsOf(
      found,
      claims.filter(({ metadata }) => metadata.namespace === namespace),
    ).map(({ claim, leftover }) => ({ owner, claim: readClaim(claim), leftover }));
    return volumes.length > 0 ? [{ owner, volumes }] : [];
  });
}
