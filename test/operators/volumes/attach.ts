import { createHash } from 'node:crypto';
import { type Change, remove } from './change.ts';
import { type Attachment, DRIVER, isFor, uses, type Volume } from './objects.ts';
import { ATTACHMENTS, attachmentPath, type View } from './view.ts';

/**
 * Makes an attachment for every node on which a pod uses one of our volumes, reports it as attached, and removes those
 * that no pod is left for.
 */
export function attach(view: View): Change[] {
  const wanted = new Map(wantedAttachments(view).map((one) => [one.attachment.metadata.name, one]));
  const missing = [...wanted.values()].filter(
    ({ attachment: { metadata } }) => !view.attachments.has(metadata.name),
  );
  const ours = [...view.attachments.values()].filter((attachment) => isOurs(attachment, view));
  return [
    ...missing.map(
      ({ attachment, volume }): Change => ({
        method: 'POST',
        path: ATTACHMENTS,
        body: attachment,
        of: volume,
      }),
    ),
    ...ours.flatMap((attachment): Change[] => {
      const path = attachmentPath(attachment);
      if (!wanted.has(attachment.metadata.name)) return [remove(path, attachment)];
      if (attachment.status?.attached) return [];
      return [
        { method: 'PATCH', path: `${path}/status`, body: { status: { attached: true } }, of: attachment },
      ];
    }),
  ];
}

interface Wanted {
  attachment: Attachment;
  volume: Volume;
}

function wantedAttachments({ pods, claims, volumes }: View): Wanted[] {
  return [...pods.values()].flatMap((pod) =>
    [...claims.values()]
      .filter((claim) => uses(pod, claim))
      .flatMap((claim) => {
        const volume = volumes.get(claim.spec.volumeName ?? '');
        if (volume?.spec.csi?.driver !== DRIVER || !isFor(volume, claim)) return [];
        return [{ attachment: attachmentOf(volume, pod.spec.nodeName ?? ''), volume }];
      }),
  );
}

/** Named as its volume, driver and node make it, like those of the attach-detach controller. */
export function attachmentOf({ metadata: { name }, spec }: Volume, nodeName: string): Attachment {
  const hash = createHash('sha256').update(`${spec.csi?.volumeHandle}${DRIVER}${nodeName}`).digest('hex');
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name: `csi-${hash}` },
    spec: { attacher: DRIVER, nodeName, source: { persistentVolumeName: name } },
  };
}

const isOurs = ({ spec }: Attachment, { volumes }: View): boolean =>
  spec.attacher === DRIVER && volumes.has(spec.source.persistentVolumeName ?? '');
