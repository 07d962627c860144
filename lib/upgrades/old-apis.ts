import type { KubeObject } from '../kube/api/types.ts';
import { textOf } from '../objects/fields.ts';
import { entries, managerText } from '../objects/gitops.ts';
import { isBefore, type Version } from '../versions/version.ts';

/** Versions of APIs that Kubernetes removed, and the first Kubernetes without them. */
const REMOVED: Readonly<Record<string, Version>> = {
  'extensions/v1beta1': [1, 22],
  'apps/v1beta1': [1, 16],
  'apps/v1beta2': [1, 16],
  'networking.k8s.io/v1beta1': [1, 22],
  'admissionregistration.k8s.io/v1beta1': [1, 22],
  'apiextensions.k8s.io/v1beta1': [1, 22],
  'rbac.authorization.k8s.io/v1beta1': [1, 22],
  'policy/v1beta1': [1, 25],
  'batch/v1beta1': [1, 25],
  'autoscaling/v2beta1': [1, 25],
  'autoscaling/v2beta2': [1, 26],
};

/** An object that was last written by a version of an API that Kubernetes removes. */
export interface OldWrite {
  /** `Ingress monitoring-system/grafana`. */
  object: string;
  /** `networking.k8s.io/v1beta1`. */
  api: string;
  /** `field manager "helm"`. */
  manager: string;
}

/** The versions of APIs, as far as Kubernetes removes them, that the managers of an object wrote it by. */
export function oldWritesOf(object: KubeObject, kind: string): OldWrite[] {
  const { name, namespace } = object.metadata;
  const named = `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
  const found = entries(object).flatMap((entry) => {
    const { apiVersion, manager } = { apiVersion: undefined, ...entry } as Record<string, unknown>;
    const api = textOf(apiVersion ?? '');
    return Object.hasOwn(REMOVED, api)
      ? [{ object: named, api, manager: managerText(textOf(manager ?? '')) }]
      : [];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Whether a Kubernetes still serves a version of an API that a later one removes. */
export function isServedIn(kubernetes: Version, api: string): boolean {
  const removed = removedIn(api);
  return removed !== undefined && isBefore(kubernetes, removed);
}

/** The first Kubernetes without a version of an API. */
export const removedIn = (api: string): Version | undefined =>
  Object.hasOwn(REMOVED, api) ? REMOVED[api] : undefined;
