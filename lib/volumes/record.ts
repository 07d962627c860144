import { parseJson } from '../input/json.ts';
import type { KubeObject } from '../kube/api/types.ts';
import type { Component } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { MONITORING_MANAGER } from '../objects/names.ts';
import { parseQuantity } from '../objects/quantity.ts';
import type { Instance, Policy } from './instance.ts';

/** Grow the volumes, or undo an unfinished resize as far as possible. */
export type Goal = 'resize' | 'undo';

/** Offline is the documented procedure (§4.C), which stops the instance; online is the one that keeps it running. */
export type Mode = 'offline' | 'online';

const MODES: readonly Mode[] = ['offline', 'online'];

/**
 * What cannot be read from the cluster while a resize is unfinished. "Absent" is null: restoring such a value removes the
 * field instead of writing its default.
 */
export interface ResizeRecord {
  goal: Goal;
  /** uid and resourceVersion of the resource: one with another uid is a different resource. */
  uid: string;
  resourceVersion: string;
  /** Requested size. */
  size: string;
  mode: Mode;
  original: {
    replicas: number | null;
    paused: boolean | null;
    /** Size in the claim template. */
    size: string | null;
    policy: Policy | null;
    /** Only if the run changes it. */
    retentionSize?: string | null;
    /** Requested size of each claim, by name. */
    claims: Record<string, string>;
    /** uids of the pods, by name. */
    pods: Record<string, string>;
  };
  /** Whether the retention policy is Retain for the duration of the run. */
  retain: boolean;
  /** The retentionSize that the run sets; absent if it leaves it as it is. */
  retentionSize?: string;
  /** Random id of the run that wrote the record. */
  run: string;
  /** Version of this tool that wrote it. */
  version: string;
  /** Start of the run, as RFC 3339; for information only. */
  started: string;
}

/** Which run and version wrote a record, and when. */
export type RunStamp = Pick<ResizeRecord, 'run' | 'version' | 'started'>;

/** The ConfigMap that holds a record. */
export interface RecordObject extends KubeObject {
  data?: Record<string, string>;
}

/** Name of the ConfigMap with the record of an instance. There is at most one, and another run never overwrites it. */
export const recordName = ({ kind }: Component, instance: string): string =>
  `${MONITORING_MANAGER}-resize-${kind.toLowerCase()}-${instance}`;

const KEY = 'record.json';

/** The ConfigMap of a record. It has no owner: it has to outlive the resource, to detect that it was re-created. */
export const recordObject = (
  component: Component,
  { name, namespace }: Pick<Instance, 'name' | 'namespace'>,
  record: ResizeRecord,
): RecordObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: recordName(component, name),
    namespace,
    labels: { 'app.kubernetes.io/managed-by': MONITORING_MANAGER },
  },
  data: recordData(record),
});

export const recordData = (record: ResizeRecord): Record<string, string> => ({
  [KEY]: JSON.stringify(record),
});

/** The record in a ConfigMap: undefined if there is none, `'unreadable'` if this version cannot read it. */
export function parseRecord(object: RecordObject | undefined): ResizeRecord | 'unreadable' | undefined {
  if (object === undefined) return undefined;
  try {
    const value: unknown = parseJson(object.data?.[KEY] ?? '');
    return isRecord(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function isRecord(value: unknown): value is ResizeRecord {
  const { goal, mode, size, original, retain, retentionSize, ...words } = fields(value);
  const { replicas, paused, size: before, policy, claims, pods, retentionSize: limit } = fields(original);
  return (
    (goal === 'resize' || goal === 'undo') &&
    MODES.includes(mode as Mode) &&
    isSize(size) &&
    isNullable(replicas, (it) => Number.isInteger(it)) &&
    isNullable(paused, (it) => typeof it === 'boolean') &&
    isNullable(before, isSize) &&
    isNullable(policy, (it) => isStrings(it)) &&
    isStrings(claims, isSize) &&
    isStrings(pods) &&
    typeof retain === 'boolean' &&
    (retentionSize === undefined || (isText(retentionSize) && isNullable(limit, isText))) &&
    [words.uid, words.resourceVersion, words.run, words.version, words.started].every(isText)
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isSize = (value: unknown): boolean => isText(value) && parseQuantity(value) !== undefined;
const isNullable = (value: unknown, is: (value: unknown) => boolean): boolean => value === null || is(value);

const isStrings = (value: unknown, is: (value: unknown) => boolean = isText): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(is);

const fields = (value: unknown): Record<string, unknown> => fieldsOf(value) ?? {};
