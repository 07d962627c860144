import { detachedAnnotation, REENROLL_ANNOTATION, STATUS_ANNOTATION } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { commandFor } from '../command-for.ts';
import { writerOf } from '../gitops.ts';
import { isDeployedByMethod, methodsDiffer } from '../host.ts';
import { goalImage, hasGoal } from '../record.ts';
import { reenrollmentOf } from '../reenroll/record.ts';
import type { Guard } from './guard.ts';

/** Asked before every step, about the host and its Cluster. */
export const currentState: Guard[] = [
  {
    name: 'no-image',
    prevents: 'wiping a host whose image was removed to release it',
    kind: 'refusal',
    wipes: true,
    check: ({ host }) =>
      host.image?.url || isDeployedByMethod(host)
        ? undefined
        : {
            reason:
              'the host has no image in its spec: it is being released, and the operator wipes it on the next reconcile',
            hint: 'check its consumer (the Metal3Machine); to keep the host, copy the image from its status back to its spec',
          },
  },
  {
    name: 'cluster-paused',
    prevents: 'resuming a host while its Cluster is paused, as in a move',
    kind: 'refusal',
    check: ({ context: { cluster } }) =>
      cluster?.paused
        ? {
            reason: `the owning Cluster ${cluster.namespace}/${cluster.name} is paused`,
            hint: 'resume the Cluster (spec.paused: false) or wait until its owner does, then run this again',
          }
        : undefined,
  },
  annotated(
    'block-move',
    'clusterctl.cluster.x-k8s.io/block-move',
    'wiping a host by resuming it during a move of its cluster',
    ['the host is blocked for a move', 'finish or abort the move (clusterctl), then run this again'],
  ),
  {
    name: 'detached',
    prevents: 'pausing a host before the operator has detached it, which blocks the detach',
    kind: 'refusal',
    check: ({ group, host, context }) => {
      const key = detachedAnnotation(group);
      if (reenrollmentOf(host) !== undefined)
        return {
          reason: `the host has an unfinished reenroll, which detaches it (annotation ${REENROLL_ANNOTATION})`,
          hint: `finish it first: ${commandFor({ host, context }, 'kubectl bmh reenroll')}; then run this again`,
        };
      return key in host.annotations
        ? {
            reason: `the host is detached: the operator does not manage it (annotation ${key})`,
            hint: 'remove the annotation to attach the host again, then run this again',
          }
        : undefined;
    },
  },
  annotated(
    'status-annotation',
    STATUS_ANNOTATION,
    'wiping a moved host when its saved status restores the old address',
    [
      'the host has a saved status, from which the operator may restore the old address',
      'finish the move that saved it, then run this again',
    ],
  ),
  {
    name: 'custom-deploy',
    prevents: 'wiping a host whose deploy method was changed',
    kind: 'refusal',
    wipes: true,
    check: ({ host }) =>
      methodsDiffer(host)
        ? {
            reason: `spec.customDeploy.method is "${host.customDeploy ?? ''}" but the status says "${host.statusCustomDeploy}": the operator wipes the host on the next reconcile`,
            hint: 'set the method back to the one in the status, then run this again',
          }
        : undefined,
  },
  {
    name: 'address-put-back',
    prevents: 'wiping a resumed host when another writer restores the old address again',
    kind: 'refusal',
    check: (observed, { goal }) => {
      const { host, record, placed } = observed;
      if (typeof record !== 'object' || record.goal !== goal || placed !== goal) return undefined;
      if (!host.image?.url || hasGoal(host, record)) return undefined;
      const { url, checksum } = goalImage(record);
      const [field, now, then] =
        host.image.url === url
          ? (['checksum', host.image.checksum, checksum] as const)
          : (['url', host.image.url, url] as const);
      return {
        reason: `${writerOf(observed, field)} has set spec.image.${field} to ${masked(now ?? 'nothing')} after this run had set it to ${masked(then ?? 'nothing')}`,
        hint: `it is not written again, and the host stays paused: set spec.image to ${masked(url ?? 'nothing')} at the source of that writer, or suspend its sync; then run this again with --accept gitops`,
      };
    },
  },
];

/** Whether a guard detects a move of the cluster, during which Cluster API treats any pause as its own. */
export const isMoveGuard = ({ name }: Pick<Guard, 'name'>): boolean =>
  ['cluster-paused', 'block-move', 'status-annotation'].includes(name);

function annotated(name: string, key: string, prevents: string, [reason, hint]: [string, string]): Guard {
  return {
    name,
    prevents,
    kind: 'refusal',
    check: ({ host }) =>
      key in host.annotations ? { reason: `${reason} (annotation ${key})`, hint } : undefined,
  };
}
