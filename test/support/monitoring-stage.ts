import type { Claim } from '../operators/volumes/objects.ts';
import type { Storage } from '../operators/volumes/storage.ts';
import type { Component } from '../scenarios/components.ts';
import type { Answer } from './http.ts';
import type { Endpoint, TestServer } from './server.ts';

/** A claim, by what a resize is about. */
export interface ClaimView {
  uid: string;
  /** What it asks for. */
  request: string;
  /** What it has; undefined while it is not bound. */
  capacity: string | undefined;
  /** `StatefulSet/prometheus-k8s`, `Pod/prometheus-k8s-1`. */
  owners: string[];
  deleting: boolean;
}

/** A namespace in which metrics servers run, with volumes that can be grown and lost. */
export interface MonitoringStage {
  server: TestServer;
  namespace: string;
  /** The storage of this namespace: its lost volumes, and what holds slow ones back. */
  storage: Storage;
  /** A private folder that goes with the stage. */
  folder: string;
  /** Writes a kubeconfig in the folder, whose context has the stage's namespace, and gives its path. */
  kubeconfig(endpoint?: Endpoint): Promise<string>;
  /** An object as it is now. Throws where it can't be read. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  get(path: string): Promise<any>;
  /** The items of a collection. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  list(path: string): Promise<any[]>;
  /** Merge-patches an object; gives the answer whatever it is. */
  patch(path: string, body: object): Promise<Answer>;
  /** Deletes an object, with these DeleteOptions; gives the answer whatever it is. */
  remove(path: string, options?: object): Promise<Answer>;
  /** `/apis/apps/v1/namespaces/<namespace>/statefulsets[/NAME]`, and so on for what a resize touches. */
  path(resource: StageResource, name?: string): string;
  /** Every claim of the namespace, by name. */
  claims(): Promise<Record<string, ClaimView>>;
  /** The uid of every pod of the components, by name. */
  pods(): Promise<Record<string, string>>;
  /**
   * Resolves with the first state of the object, from now on, that is as wanted; undefined is an object that is not
   * there. Rejects, where it never is, with the last state seen.
   */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  waitFor(path: string, wanted: (object: any) => boolean): Promise<any>;
  /** Resolves when every pod of the components, or of these instead, is Ready. */
  ready(components?: Component[]): Promise<void>;
  stop(): Promise<void>;
}

export type StageResource = keyof typeof RESOURCES;

/** Where each resource that a resize touches is served. */
export const RESOURCES = {
  pods: '/api/v1',
  persistentvolumeclaims: '/api/v1',
  configmaps: '/api/v1',
  resourcequotas: '/api/v1',
  statefulsets: '/apis/apps/v1',
  deployments: '/apis/apps/v1',
  daemonsets: '/apis/apps/v1',
  controllerrevisions: '/apis/apps/v1',
  prometheuses: '/apis/monitoring.coreos.com/v1',
  alertmanagers: '/apis/monitoring.coreos.com/v1',
  thanosrulers: '/apis/monitoring.coreos.com/v1',
} as const;

/** What a resize is about in each claim, by name. */
export const claimViews = (claims: Claim[]): Record<string, ClaimView> =>
  Object.fromEntries(
    claims.map(({ metadata, spec, status }) => [
      metadata.name,
      {
        uid: metadata.uid ?? '',
        request: spec.resources.requests.storage,
        capacity: status.capacity?.storage,
        owners: (metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind}/${name}`),
        deleting: metadata.deletionTimestamp !== undefined,
      },
    ]),
  );

/** Whether the operator says so of the resource as it is. */
export const isReconciled =
  (wanted: 'True' | 'False') =>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
  ({ metadata, status }: any): boolean =>
    status?.conditions?.some(
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
      ({ type, status: is, observedGeneration }: any) =>
        type === 'Reconciled' && is === wanted && observedGeneration === metadata.generation,
    );
