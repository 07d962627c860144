import { names } from '../../objects/names.ts';
import { sourceOf } from '../gitops.ts';
import { takesClaims } from '../instance.ts';
import type { Observed } from '../observed.ts';
import { fittingRetentionSize, isRetentionSizeDue, isUnfinished, recordOf } from '../state.ts';
import type { Guard } from './guard.ts';

/** What a person should know before a run; it stops nothing. */
export const warnings: Guard[] = [
  {
    name: 'outage',
    prevents: 'from a surprise: the order of the document stops every replica',
    kind: 'warning',
    check: (observed, aim) =>
      aim.goal === 'resize' &&
      aim.mode === 'documented' &&
      observed.instance.replicas !== 0 &&
      isUnfinished(observed, aim)
        ? {
            reason: `--mode documented stops every replica of ${observed.instance.name} until its volumes have grown`,
            hint: allowsOnline(observed)
              ? '--mode online keeps them running, if the storage driver can resize volumes in use'
              : 'choose a time for it',
          }
        : undefined,
  },
  {
    name: 'retention-size-stays',
    prevents:
      'from a volume that grows while its data does not: retentionSize still deletes what is beyond it',
    kind: 'warning',
    check: (observed, { goal, size, retentionSize }) => {
      const fitting = goal === 'resize' ? fittingRetentionSize(observed, size) : undefined;
      return fitting !== undefined && retentionSize === undefined
        ? {
            reason: `retentionSize stays ${observed.instance.retentionSize}, so that Prometheus keeps no more data than before`,
            hint: `--retention-size ${fitting} raises it; its pods restart with that, one after the other where they run`,
          }
        : undefined;
    },
  },
  {
    name: 'retention-size-returns',
    prevents: 'from losing data that only the raised retentionSize has kept',
    kind: 'warning',
    check: (observed, { goal, retentionSize }) =>
      goal === 'undo' && isRetentionSizeDue(observed, { goal, retentionSize })
        ? {
            reason: `the undo puts retentionSize back from ${retentionSize} to ${recordOf(observed)?.original.retentionSize ?? 'none'}: Prometheus deletes its oldest data beyond that`,
            hint: 'to keep it, let the resize end instead: the same command without --undo',
          }
        : undefined,
  },
  {
    name: 'leftovers',
    prevents: 'from claims that stay small without anybody noticing',
    kind: 'warning',
    check: ({ leftovers }, { includeLeftovers }) =>
      leftovers.length > 0 && !includeLeftovers
        ? {
            reason: `claims of replicas that were scaled away stay as they are: ${leftovers.map(({ name, size }) => `${name} (${size})`).join(', ')}`,
            hint: '--include-leftovers grows them too',
          }
        : undefined,
  },
  {
    name: 'helm',
    prevents: 'from a pipeline that puts the former values back',
    kind: 'warning',
    check: (observed, aim) => {
      const source = sourceOf(observed, aim);
      return source && !source.syncs
        ? {
            reason: `${source.text} manages this ${observed.component.kind}: an upgrade in the middle of the run reverts replicas, pause and template, and one after it the template`,
            hint: 'let no pipeline run meanwhile, and bring the new size into its values (--values FILE)',
          }
        : undefined;
    },
  },
  {
    name: 'policy-comes-back',
    prevents:
      'volumes from the retention policy that --retain-volumes restores, once somebody puts the former size back',
    kind: 'warning',
    check: ({ instance, record }, { retain, goal }) =>
      retain &&
      goal === 'resize' &&
      takesClaims(typeof record === 'object' ? (record.original.policy ?? undefined) : instance.policy)
        ? {
            reason:
              'the retention policy that deletes volumes comes back at the end: whoever then puts the former size back into the template (a sync, a helm upgrade with old values) has the operator delete the StatefulSet, and every volume with it',
            hint: 'bring the new size into the source before anything is applied from it again (--values FILE), or have the source say Retain for good',
          }
        : undefined,
  },
  {
    name: 'classes-unreadable',
    prevents: 'from a StorageClass that can not expand and could not be read',
    kind: 'warning',
    check: ({ context: { classes }, claims }) =>
      classes === undefined
        ? {
            reason: `StorageClasses may not be read, so it is not known whether claim ${names(claims)} can grow`,
            hint: 'the server says so when each patch is tried, before anything is changed',
          }
        : undefined,
  },
];

/** Whether the class of every claim allows expansion: a condition of growing in use, though not all drivers can. */
export const allowsOnline = ({ claims, context: { classes } }: Observed): boolean =>
  claims.every(({ className }) => classes?.some(({ name, expandable }) => name === className && expandable));
