import type { Finding, GroupResource } from '../http/status.ts';
import type { Fields, Obj } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import type { Schema } from '../schema/types.ts';
import type { NameRule } from '../write/metadata.ts';

/** One resource in one version, as it is served. */
export interface Resource extends GroupResource {
  version: string;
  /** The version that objects are stored in, where it is another: conversion changes `apiVersion` alone. */
  storedVersion?: string;
  kind: string;
  listKind: string;
  singular: string;
  namespaced: boolean;
  shortNames?: string[];
  categories?: string[];
  /** Verbs of the resource itself; those without storage (reviews) have `create` alone. */
  verbs: readonly string[];
  /** `status` where status and the rest are written apart. */
  subresources: readonly string[];
  /** A write of the status leaves the metadata as they are; so it is with all custom resources. */
  keepsMetadata?: boolean;
  /** Subresources that lead to what stands behind an object, such as a service's pods; each with its kind in discovery. */
  connects?: Readonly<Record<string, string>>;
  /** Subresources that are only POSTed to, such as a pod's binding to a node; each with its kind in discovery. */
  actions?: Readonly<Record<string, string>>;
  /** Where the subresource `scale` finds the counts of replicas. */
  scale?: Scaling;
  /** Defined by a CustomResourceDefinition, which brings stricter rules for writes than built-in types have. */
  custom: boolean;
  /** Server-side apply is supported: the schema tells every field. */
  appliable?: boolean;
  /** `metadata.generation` counts the changes of its spec. */
  counted: boolean;
  nameRule?: NameRule;
  /** Its deletion answers with the object that was deleted; other resources' with a Status. */
  answersDeleted?: boolean;
  /** A finalizer that a deletion begins with, for the controller that removes what hangs on the object. */
  cleanup?: string;
  schema: Schema;
  /** The fields that an object of a built-in type has by default, which have no owner; default `{}`. */
  blank?: Fields;
  columns: readonly Column[];
  /** Fields beside name and namespace that a field selector may name; all of them hold strings. */
  selectableFields?: readonly string[];
  /** Warning that every request for this version gets. */
  deprecation?: string;
  /** Fills in, in place, what an object has when its writer says nothing else: the writer owns these fields. */
  defaults?(object: Obj): void;
  /** Fills in, in place, what the server alone decides; `old` is undefined on creation. */
  prepare?(object: Obj, old: Obj | undefined): void;
  /** Fills in, in place, what the cluster gives a new object, as admission plugins do; these fields have no owner. */
  complete?(object: Obj, store: Store): void;
  /** Throws a 403 where what else is stored speaks against a write of the object itself. */
  admit?(object: Obj, change: Admission): void;
  /** What is wrong with an object beyond its schema and metadata. */
  validate?(object: Obj, old: Obj | undefined): Finding[];
}

/** Paths into an object, such as `['spec', 'replicas']`. */
export interface Scaling {
  /** The replicas that are wanted. */
  wanted: readonly string[];
  /** The replicas that there are. */
  present: readonly string[];
  /** The label selector of the replicas as one string. */
  selector(object: Obj): string;
}

/** What a write is judged by, beside the object that it brings. */
export interface Admission {
  /** Undefined on creation. */
  old: Obj | undefined;
  store: Store;
  /** Nothing is to be stored. */
  dryRun: boolean;
}

/** One column of a table, and its cell for an object. */
export interface Column {
  name: string;
  type: string;
  format?: string;
  description?: string;
  /** Above 0: shown by `-o wide` alone. */
  priority?: number;
  cell(object: Obj): unknown;
}

/** The name that a resource is stored under, whatever its version. */
export const storageKey = ({ group, plural }: GroupResource): string => `${plural}.${group}`;

export const groupVersion = ({ group, version }: { group: string; version: string }): string =>
  group === '' ? version : `${group}/${version}`;

/** Verbs of a resource that is stored, in discovery's order. */
export const storedVerbs = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
] as const;
