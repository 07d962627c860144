import { applyMergePatch } from '../../../../lib/objects/merge-patch.ts';
import type { InstanceObject } from '../../../../lib/volumes/instance.ts';
import { type ResizeRecord, recordObject } from '../../../../lib/volumes/record.ts';
import { NAME, NAMESPACE, NEW, OLD } from './running.ts';
import { created, instanceOf, type World } from './world.ts';

/** The record of a run that has started on this instance as it stands, changed by a merge patch. */
export function recordFor(its: World, patch: object = {}): ResizeRecord {
  const { metadata, spec = {} } = instanceOf(its) as InstanceObject;
  const record: ResizeRecord = {
    goal: 'resize',
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    size: NEW,
    mode: 'offline',
    original: {
      replicas: spec.replicas ?? null,
      paused: spec.paused ?? null,
      size: OLD,
      policy: spec.persistentVolumeClaimRetentionPolicy ?? null,
      claims: Object.fromEntries(its.claims.map(({ metadata: { name } }) => [name, OLD])),
      pods: Object.fromEntries(its.pods.map(({ metadata: { name, uid = '' } }) => [name, uid])),
    },
    retain: false,
    run: 'run-1',
    version: 'v0.1.0',
    started: '2026-01-01T00:00:00.000Z',
  };
  return applyMergePatch(record, patch);
}

/** An unfinished run has left this record. */
function leaveRecord(its: World, record: ResizeRecord): void {
  its.record = created(its, recordObject(its.component, { name: NAME, namespace: NAMESPACE }, record));
}

/** A change that leaves the record of a run that began before it. */
export const started =
  (patch: object = {}, change: (its: World) => void = () => {}) =>
  (its: World): void => {
    leaveRecord(its, recordFor(its, patch));
    change(its);
  };
