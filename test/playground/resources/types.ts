import type { Finding, GroupResource } from '../http/status.ts';
import type { Fields, Obj } from '../objects/model.ts';
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
  /** Subresources that lead to what stands behind an object, such as a service's pods; each with its kind in discovery. */
  connects?: Readonly<Record<string, string>>;
  /** Defined by a CustomResourceDefinition, which brings stricter rules for writes than built-in types have. */
  custom: boolean;
  /** `metadata.generation` counts the changes of its spec. */
  counted: boolean;
  nameRule?: NameRule;
  /** A finalizer that a deletion begins with, for the controller that removes what hangs on the object. */
  cleanup?: string;
  schema: Schema;
  /** What an object of a built-in type has before anybody sets anything, so that nobody owns it; `{}` when absent. */
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
  /** What is wrong with an object beyond its schema and metadata. */
  validate?(object: Obj, old: Obj | undefined): Finding[];
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
