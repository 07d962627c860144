import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { imageReference, imageVersion } from './image.ts';

/** Something that runs in the cluster: what, in which version, and the object that makes it run. */
export interface Install {
  /** As its project calls it: `baremetal-operator`. */
  name: string;
  /** As its object says; null where that does not say it. */
  version: string | null;
  /** The container image that says so; null where the version is a field of its own. */
  image: string | null;
  /** `Deployment`. */
  kind: string;
  namespace: string;
  /** Name of the object. */
  resource: string;
}

/** A program that is known by its image, wherever and under whatever name it was installed. */
export interface Software {
  name: string;
  /** What the last part of its image's repository is like. */
  image: RegExp;
  /** What the file is called that its container starts, for images that are named otherwise. */
  command?: string;
}

/** The first container of each of these programs that a Deployment, or anything else with a pod template, runs. */
export function installsIn(workload: KubeObject, kind: string, wanted: readonly Software[]): Install[] {
  const spec = fieldsOf(fieldsOf(workload)?.spec);
  const containers = fieldsOf(fieldsOf(spec?.template)?.spec)?.containers;
  const { name: resource, namespace = '' } = workload.metadata;
  return wanted.flatMap((software) => {
    const image = itemsOf(containers).find((container) => runs(container, software))?.image;
    return typeof image === 'string'
      ? [{ name: software.name, version: imageVersion(image), image, kind, namespace, resource }]
      : [];
  });
}

function runs({ image, command }: Record<string, unknown>, software: Software): boolean {
  if (typeof image !== 'string') return false;
  if (software.image.test(imageReference(image).name)) return true;
  const [program] = Array.isArray(command) ? command : [];
  return software.command !== undefined && String(program).split('/').at(-1) === software.command;
}

/** The objects among the items of what should be a list. */
export const itemsOf = (list: unknown): Record<string, unknown>[] =>
  (Array.isArray(list) ? list : []).map(fieldsOf).filter((item) => item !== undefined);
