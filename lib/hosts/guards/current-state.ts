import { detachedAnnotation, REENROLL_ANNOTATION, STATUS_ANNOTATION } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { writerOf } from '../gitops.ts';
import { isDeployedByMethod, methodsDiffer } from '../host.ts';
import { goalImage, hasGoal } from '../record.ts';
import { reenrollmentOf } from '../reenroll/record.ts';
import type { Guard } from './guard.ts';

/** What must not be so around a host while anything of it is changed. */
export const currentState: Guard[] = [
  {
    name: 'no-image',
    prevents: 'a host without an image, which is being released: reconciled like this, it is wiped',
    kind: 'refusal',
    wipes: true,
    check: ({ host }) =>
      host.image?.url || isDeployedByMethod(host)
        ? undefined
        : {
            reason:
              'the host has no image in its spec: somebody is releasing it, and reconciled like this it is wiped',
            hint: 'see what its consumer (the Metal3Machine) is about; if the host is to be kept, put the image of its status back into its spec',
          },
  },
  {
    name: 'cluster-paused',
    prevents: 'a paused Cluster, as in a move: a host of it must not be resumed',
    kind: 'refusal',
    check: ({ context: { cluster } }) =>
      cluster?.paused
        ? {
            reason: `the owning Cluster ${cluster.namespace}/${cluster.name} is paused`,
            hint: 'resume the Cluster (spec.paused: false) or wait for whoever paused it, then run this again',
          }
        : undefined,
  },
  annotated(
    'block-move',
    'clusterctl.cluster.x-k8s.io/block-move',
    'a move of the cluster in progress: resumed in the middle of it, the host is wiped',
    ['the host is blocked for a move', 'finish or abort the move (clusterctl), then run this again'],
  ),
  {
    name: 'detached',
    prevents: 'a host that the operator lets go of: paused first, it is not let go of',
    kind: 'refusal',
    check: ({ group, host }) => {
      const key = detachedAnnotation(group);
      if (reenrollmentOf(host) !== undefined)
        return {
          reason: `an unfinished reenroll is on the host, which detaches it (annotation ${REENROLL_ANNOTATION})`,
          hint: `finish it first with kubectl bmh reenroll ${host.name}; then run this again`,
        };
      return key in host.annotations
        ? {
            reason: `the host is detached: the operator does not manage it (annotation ${key})`,
            hint: 'attach it again by removing the annotation, then run this again',
          }
        : undefined;
    },
  },
  annotated(
    'status-annotation',
    STATUS_ANNOTATION,
    'a host that is moved: the old address is restored with its status, which wipes it',
    [
      'the host carries a saved status, which the operator may read back with the old address',
      'finish the move that put it there, then run this again',
    ],
  ),
  {
    name: 'custom-deploy',
    prevents: 'a host whose deploy method was changed: reconciled like this, it is wiped',
    kind: 'refusal',
    wipes: true,
    check: ({ host }) =>
      methodsDiffer(host)
        ? {
            reason: `spec.customDeploy.method is "${host.customDeploy ?? ''}" and the status says "${host.statusCustomDeploy}": reconciled like this, the host is wiped`,
            hint: 'set the method back to the one in the status, then run this again',
          }
        : undefined,
  },
  {
    name: 'address-put-back',
    prevents: 'a host whose address another writer puts back: resumed, it is wiped the next time',
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
        reason: `${writerOf(observed, field)} has set spec.image.${field} to ${masked(now ?? 'nothing')} since this run had set it to ${masked(then ?? 'nothing')}`,
        hint: `it is not written again, and the host stays paused: set spec.image to ${masked(url ?? 'nothing')} where that writer takes it from, or suspend its sync; then run this again with --accept gitops`,
      };
    },
  },
];

/** What shows that a cluster is being moved: Cluster API takes any pause for its own, and relies on it. */
export const isOfMove = ({ name }: Pick<Guard, 'name'>): boolean =>
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
