import { type Change, patch } from './change.ts';
import { type Claim, isBound, isFor, type Volume } from './objects.ts';
import { PROVISIONER_ANNOTATION } from './provision.ts';
import { claimPath, type View, VOLUMES, volumePath } from './view.ts';

const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';

/** The older name of the provisioner's annotation, which is written beside it. */
const BETA_PROVISIONER_ANNOTATION = 'volume.beta.kubernetes.io/storage-provisioner';

/** What a claim needs next: a provisioner that is asked for a volume, the volume's name, or the right phase. */
export function bindClaim(claim: Claim, { volumes, classes }: Pick<View, 'volumes' | 'classes'>): Change[] {
  const { annotations = {}, deletionTimestamp } = claim.metadata;
  if (deletionTimestamp !== undefined) return [];
  if (BIND_COMPLETED in annotations) return phaseOfClaim(claim, volumes);
  const volume = [...volumes.values()].find((candidate) => isFor(candidate, claim));
  if (volume) return join(claim, volume);
  const provisioner = classes.get(claim.spec.storageClassName ?? '')?.provisioner;
  if (provisioner === undefined || annotations[PROVISIONER_ANNOTATION] === provisioner) return [];
  return [
    write(claim, {
      annotations: { [PROVISIONER_ANNOTATION]: provisioner, [BETA_PROVISIONER_ANNOTATION]: provisioner },
    }),
  ];
}

/** Has the volume know the claim, of which it may have the name alone, and then the claim know the volume. */
function join(claim: Claim, volume: Volume): Change[] {
  const { uid } = claim.metadata;
  if (volume.spec.claimRef?.uid === undefined) {
    return [patch(volumePath(volume), volume, { spec: { claimRef: { uid } } })];
  }
  const annotations = { [BIND_COMPLETED]: 'yes', [BOUND_BY_CONTROLLER]: 'yes' };
  return [write(claim, { annotations }, { volumeName: volume.metadata.name })];
}

const write = (claim: Claim, metadata: object, spec?: object): Change =>
  patch(claimPath(claim.metadata), claim, { metadata, ...(spec && { spec }) });

/** A claim that has its volume is Bound; Lost where that volume is gone, or another's. */
function phaseOfClaim(claim: Claim, volumes: View['volumes']): Change[] {
  const path = `${claimPath(claim.metadata)}/status`;
  const { volumeName = '' } = claim.spec;
  const volume = volumes.get(volumeName);
  if (volume && isFor(volume, claim)) {
    if (isBound(claim)) return [];
    const { capacity, accessModes } = volume.spec;
    return [patch(path, claim, { status: { phase: 'Bound', capacity, accessModes } })];
  }
  if (claim.status.phase === 'Lost') return [];
  return [
    {
      ...patch(path, claim, { status: { phase: 'Lost', capacity: null, accessModes: null } }),
      confirm: {
        path: `${VOLUMES}/${volumeName}`,
        by: ({ status, json }) => status === 404 || (status === 200 && !isFor(json, claim)),
      },
    },
  ];
}

/** A volume's right phase: Available without a claim, Bound while its claim names it, Released when that is gone. */
export function phaseOfVolume(volume: Volume, { claims }: Pick<View, 'claims'>): Change[] {
  const { claimRef } = volume.spec;
  const become = (phase: string) =>
    volume.status?.phase === phase
      ? []
      : [patch(`${volumePath(volume)}/status`, volume, { status: { phase } })];
  if (claimRef?.uid === undefined) return become('Available');
  const claim = claims.get(`${claimRef.namespace}/${claimRef.name}`);
  if (claim?.metadata.uid === claimRef.uid) {
    return claim.spec.volumeName === volume.metadata.name ? become('Bound') : [];
  }
  return become('Released').map((change) => ({
    ...change,
    confirm: {
      path: claimPath(claimRef),
      by: ({ status, json }) => status === 404 || (status === 200 && json.metadata.uid !== claimRef.uid),
    },
  }));
}
