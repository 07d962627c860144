import { names } from '../../objects/names.ts';
import { sourceOf } from '../gitops.ts';
import { deletesClaims } from '../instance.ts';
import type { Observed } from '../observed.ts';
import { fittingRetentionSize, isRetentionSizeDue, isUnfinished, recordOf } from '../state.ts';
import type { Guard } from './guard.ts';

/** Printed before a run; they stop nothing. */
export const warnings: Guard[] = [
  {
    name: 'outage',
    prevents: 'an unexpected outage: --mode offline stops every replica',
    kind: 'warning',
    check: (observed, target) =>
      target.goal === 'resize' &&
      target.mode === 'offline' &&
      observed.instance.replicas !== 0 &&
      isUnfinished(observed, target)
        ? {
            reason: `--mode offline stops every replica of ${observed.instance.name} until its volumes have grown`,
            hint: allowsOnline(observed)
              ? '--mode online keeps them running, if the storage driver can resize volumes in use'
              : 'choose a maintenance window',
          }
        : undefined,
  },
  {
    name: 'retention-size-stays',
    prevents: 'growing a volume that retentionSize then leaves unused',
    kind: 'warning',
    check: (observed, { goal, size, retentionSize }) => {
      const fitting = goal === 'resize' ? fittingRetentionSize(observed, size) : undefined;
      return fitting !== undefined && retentionSize === undefined
        ? {
            reason: `retentionSize stays ${observed.instance.retentionSize}, so Prometheus keeps no more data than before`,
            hint: `--retention-size ${fitting} raises it; running pods then restart, one after another`,
          }
        : undefined;
    },
  },
  {
    name: 'retention-size-returns',
    prevents: 'losing data that only the raised retentionSize keeps',
    kind: 'warning',
    check: (observed, { goal, retentionSize }) =>
      goal === 'undo' && isRetentionSizeDue(observed, { goal, retentionSize })
        ? {
            reason: `the undo sets retentionSize back from ${retentionSize} to ${recordOf(observed)?.original.retentionSize ?? 'none'}: Prometheus deletes its oldest data beyond that`,
            hint: 'to keep it, decline and finish the resize instead: run the same resize-pvc again',
          }
        : undefined,
  },
  {
    name: 'orphaned-claims',
    prevents: 'leaving claims small without noticing',
    kind: 'warning',
    check: ({ orphaned }, { includeOrphaned, goal }) =>
      goal === 'resize' && orphaned.length > 0 && !includeOrphaned
        ? {
            reason: `claims of scaled-down replicas stay as they are: ${orphaned.map(({ name, size }) => `${name} (${size})`).join(', ')}`,
            hint: '--include-orphaned grows them too',
          }
        : undefined,
  },
  {
    name: 'helm',
    prevents: 'having a pipeline restore the old values',
    kind: 'warning',
    check: (observed, target) => {
      const source = sourceOf(observed, target);
      return source && !source.syncs
        ? {
            reason: `${source.text} manages this ${observed.component.kind}: an upgrade during the run reverts replicas, pause and template, and an upgrade after it the template`,
            hint: 'run no pipeline meanwhile, and put the new size into its values (--values FILE)',
          }
        : undefined;
    },
  },
  {
    name: 'policy-comes-back',
    prevents: 'deleting the volumes when the old size meets the restored retention policy',
    kind: 'warning',
    check: ({ instance, record }, { retain, goal }) =>
      retain &&
      goal === 'resize' &&
      deletesClaims(typeof record === 'object' ? (record.original.policy ?? undefined) : instance.policy)
        ? {
            reason:
              'the retention policy that deletes volumes is restored at the end: if the old size is then put back into the template (by a sync, or a helm upgrade with old values), the operator deletes the StatefulSet and every volume with it',
            hint: 'put the new size into the source before anything is applied from it again (--values FILE), or set Retain in the source for good',
          }
        : undefined,
  },
  {
    name: 'classes-unreadable',
    prevents: 'starting with a StorageClass that may not allow expansion',
    kind: 'warning',
    check: ({ context: { classes }, claims }, { goal }) =>
      goal === 'resize' && classes === undefined
        ? {
            reason: `StorageClasses cannot be read, so it is unknown whether claim ${names(claims)} can grow`,
            hint: 'the server tells when each patch is tried, before anything is changed',
          }
        : undefined,
  },
];

/** Whether the class of every claim allows expansion, which online mode needs; not every driver supports it in use. */
export const allowsOnline = ({ claims, context: { classes } }: Observed): boolean =>
  claims.every(({ className }) => classes?.some(({ name, expandable }) => name === className && expandable));
