import type { Provider } from './provider.ts';
import type { Sidecar } from './sidecar.ts';

/** A sidecar, with the pods that it runs in and how the UI reads what it writes. */
export interface RunningSidecar extends Sidecar {
  /** Undefined if they could not be read. */
  pods: readonly SidecarPod[] | undefined;
  /** The providers of the UI, from the ConfigMaps that it mounts; undefined if one could not be read. */
  providers: readonly Provider[] | undefined;
  /** Whether the UI mounts no such ConfigMap: it has its providers elsewhere, such as in its image. */
  hasOwnProviders?: boolean;
  /** The version of the UI, from its image; null if unknown. */
  uiVersion: string | null;
}

/** A pod with a sidecar. */
export interface SidecarPod {
  name: string;
  isReady: boolean;
  /** Why it is not ready; undefined if it is, or if it does not say. */
  trouble: string | undefined;
}
