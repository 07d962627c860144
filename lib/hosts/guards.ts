import { PROVISIONED } from '../names.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { imageSource } from './gitops.ts';
import { urlsDiffer } from './host.ts';
import { algorithmOf, declaredAlgorithm, masked, type Target } from './image.ts';
import { type Observed, pauseOf } from './observed.ts';

/** What a guard finds: what is wrong, and what mends it. */
export type Finding = { reason: string; mend: string } | undefined;

export interface Guard {
  name: string;
  /** What it protects, in one line. */
  protects: string;
  /** A judgement can be accepted with `--accept NAME`; what risks the disk can't. */
  acceptable: boolean;
  /** Whether the operator wipes the host if it is resumed while this holds: then not even our own pause is taken back. */
  wipes?: boolean;
  check(observed: Observed, target: Target): Finding;
}

/**
 * What already decides over the host, whatever we would write: while one of these holds, not even a pause is written.
 */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    protects: 'a host that is being deleted is not held back',
    acceptable: false,
    check: ({ host }) =>
      host.deleting ? { reason: 'the host is being deleted', mend: 'let the deletion finish' } : undefined,
  },
  {
    name: 'externally-provisioned',
    protects: 'the state "provisioned" written to such a host deprovisions it',
    acceptable: false,
    check: ({ host }) =>
      host.externallyProvisioned
        ? {
            reason:
              "the host is externally provisioned: its image is not the operator's, and the procedure would make it so",
            mend: 'leave its image alone; look at its BMC and its registration instead',
          }
        : undefined,
  },
  {
    name: 'not-provisioned',
    protects: 'the procedure writes the state "provisioned" and may do so only where it is true',
    acceptable: false,
    check: ({ host }) =>
      host.state === PROVISIONED
        ? undefined
        : {
            reason: `the host's state is "${host.state ?? ''}", and the procedure is for hosts in state "${PROVISIONED}"`,
            mend: 'nothing was written, and there is nothing here for this procedure; see kubectl describe bmh',
          },
  },
  {
    name: 'unreadable-record',
    protects: 'an unfinished run is not taken for a finished one',
    acceptable: false,
    check: ({ record }) =>
      record === 'unreadable'
        ? {
            reason: 'the annotation kubectl-bmh/repair is not a record that this version can read',
            mend: 'use the version of this tool that wrote it, or compare both urls by hand before removing the annotation',
          }
        : undefined,
  },
  {
    name: 'foreign-pause',
    protects: 'a pause that somebody else set, and relies on',
    acceptable: true,
    check: (observed) =>
      pauseOf(observed) === 'foreign'
        ? {
            reason: `the host is paused by ${pauser(observed.host.paused)}, not by this tool`,
            mend: 'ask whoever set it; --accept foreign-pause repairs under it and leaves it in place',
          }
        : undefined,
  },
];

/** What must not be so while addresses are written. */
export const guards: Guard[] = [
  {
    name: 'no-image',
    protects: 'a host without an image is deprovisioned as soon as it is reconciled',
    acceptable: false,
    wipes: true,
    check: ({ host }) =>
      host.image?.url
        ? undefined
        : {
            reason: 'the host has no image in its spec',
            mend: 'its consumer (the Metal3Machine) fills it in; never set it to null',
          },
  },
  {
    name: 'cluster-paused',
    protects: 'a paused Cluster, whose hosts its owner pauses and resumes',
    acceptable: false,
    check: ({ surroundings: { cluster } }) =>
      cluster?.paused
        ? {
            reason: `the owning Cluster ${cluster.namespace}/${cluster.name} is paused`,
            mend: 'resume the Cluster (spec.paused: false) or wait for whoever paused it, then run this again',
          }
        : undefined,
  },
  annotated('block-move', 'clusterctl.cluster.x-k8s.io/block-move', 'a move of the cluster in progress', [
    'the host is blocked for a move',
    'finish or abort the move (clusterctl), then run this again',
  ]),
  annotated('detached', 'baremetalhost.metal3.io/detached', 'a host that the operator has let go of', [
    'the host is detached: the operator does not manage it',
    'attach it again by removing the annotation, then run this again',
  ]),
  annotated(
    'status-annotation',
    'baremetalhost.metal3.io/status',
    'a move that will restore the old status',
    [
      'the host carries a saved status, which the operator may read back with the old address',
      'finish the move that put it there, then run this again',
    ],
  ),
  {
    name: 'custom-deploy',
    protects: 'a changed deploy method deprovisions the host as soon as it is reconciled',
    acceptable: false,
    wipes: true,
    check: ({ host }) =>
      host.customDeploy !== undefined && host.customDeploy !== (host.statusCustomDeploy ?? host.customDeploy)
        ? {
            reason: `spec.customDeploy.method is "${host.customDeploy}" and the status says "${host.statusCustomDeploy}"`,
            mend: 'set the method back to the one in the status, then run this again',
          }
        : undefined,
  },
  {
    name: 'no-checksum-image',
    protects: 'an image that has no checksum (live-iso, oci) is not given one',
    acceptable: false,
    check: ({ host }) =>
      host.image?.format === 'live-iso' || /^oci:/i.test(host.image?.url ?? '')
        ? {
            reason:
              'the image is a live ISO or an OCI image, which has no checksum file; the procedure would give it one',
            mend: 'change its address at its source instead',
          }
        : undefined,
  },
  {
    name: 'checksum-type',
    protects: 'a checksum read with the wrong algorithm makes the next deployment fail',
    acceptable: false,
    check: ({ host }, target) => {
      const written = algorithmOf(target.checksum);
      const declared = declaredAlgorithm(target.checksumType ?? host.image?.checksumType);
      return written !== undefined && declared !== 'auto' && declared !== written
        ? {
            reason: `the new checksum ${masked(target.checksum)} is ${written}, and the host's checksumType says ${declared}`,
            mend: `give --checksum-type ${written}, or --checksum-type ${declared} for the image's .${declared}sum`,
          }
        : undefined;
    },
  },
  {
    name: 'gitops',
    protects: 'a source that puts the old address back has the host wiped',
    acceptable: true,
    check: (observed, target) => {
      const source = observed.host.image?.url === target.url ? undefined : imageSource(observed);
      return source
        ? {
            reason: `${source} holds this host's image and will put the old address back, which wipes the host`,
            mend: `suspend its sync, change spec.image to ${masked(target.url)} at the source, run this with --accept gitops, resume the sync last`,
          }
        : undefined;
    },
  },
];

/** What the resume rests on: between the patches and here, nobody may have made the addresses differ. */
export const unequalUrls: Guard = {
  name: 'unequal-urls',
  protects: 'a host whose two image addresses differ is wiped as soon as it is resumed',
  acceptable: false,
  wipes: true,
  check: ({ host }) =>
    urlsDiffer(host)
      ? {
          reason: `status and spec name different images (${masked(host.statusImage.url ?? '')}, ${masked(host.image?.url ?? 'none')})`,
          mend: 'do not remove the pause by hand: the host would be wiped; run this again',
        }
      : undefined,
};

/** The refusals of `list`, less those that were accepted. */
export function refusalsOf(
  list: Guard[],
  observed: Observed,
  { target, accepted }: { target: Target; accepted: ReadonlySet<string> },
): Refusal[] {
  return list.flatMap(({ name, acceptable, check }) => {
    const finding = acceptable && accepted.has(name) ? undefined : check(observed, target);
    return finding ? [{ guard: name, acceptable, ...finding }] : [];
  });
}

function annotated(name: string, key: string, protects: string, [reason, mend]: [string, string]): Guard {
  return {
    name,
    protects,
    acceptable: false,
    check: ({ host }) =>
      key in host.annotations ? { reason: `${reason} (annotation ${key})`, mend } : undefined,
  };
}

function pauser(value: string | undefined): string {
  const known: Record<string, string> = {
    'metal3.io/capm3': 'the Cluster API provider (CAPM3)',
    'metal3.io/hostclaim': 'its HostClaim',
  };
  return known[value ?? ''] ?? `somebody (value "${value}")`;
}
