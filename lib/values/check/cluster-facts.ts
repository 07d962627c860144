import type { VolumeMetrics } from '../../capacity/outlook.ts';
import type { ResizableName } from '../../objects/components.ts';
import type { Retention } from '../../objects/retention.ts';

/** What a cluster has of what values name. A part that could not be read is undefined. */
export interface ClusterFacts {
  namespace: string;
  ingressClasses: readonly { name: string; isDefault: boolean }[] | undefined;
  /** Names of ClusterIssuers, and of the Issuers of the namespace; null without a certificate manager. */
  issuers: { cluster: readonly string[]; namespace: readonly string[] } | null | undefined;
  hasExternalDns: boolean | undefined;
  /** The claims of each component that has only one instance in the namespace. */
  volumes: readonly LiveVolume[];
}

export interface LiveVolume {
  component: ResizableName;
  claim: string;
  /** Its request, as a quantity. */
  size: string;
  retention: Retention;
  /** Undefined if no Prometheus measured it. */
  metrics: VolumeMetrics | undefined;
}
