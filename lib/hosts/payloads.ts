import { PROVISIONED } from '../objects/names.ts';
import type { Host, Image } from './host.ts';
import type { Target } from './image.ts';
import type { OriginalImage, RepairRecord } from './record.ts';

/** Parts of an image in a merge patch; null removes one. */
type ImagePatch = { [Part in keyof OriginalImage]?: string | null };

/** What a run sends: the two payloads of §4.A step 4 and, in the safe order, one before them. */
export interface Payloads {
  status: {
    status: {
      errorCount?: number;
      errorMessage?: string;
      provisioning?: { image: ImagePatch | null; state: typeof PROVISIONED };
    };
  };
  spec: { spec: { image?: ImagePatch } };
  emptied?: typeof EMPTIED;
}

export type PayloadPart = keyof Payloads;

/** What the safe order sends first: without an address in the status, no spec change cancels provisioning. */
export const EMPTIED = { status: { provisioning: { image: { url: '' }, state: PROVISIONED } } } as const;

/** The payloads that set `target`, in the documented shape. `checksumType` is set only if it changes with the checksum. */
export function repairPayloads({ checksum, url, checksumType }: Target): Payloads {
  const image = { checksum, url, ...(checksumType && { checksumType }) };
  return {
    status: { status: { errorCount: 0, errorMessage: '', provisioning: { image, state: PROVISIONED } } },
    spec: { spec: { image } },
  };
}

/** The payloads that restore the originals, each only if the value is still the one that the run wrote. */
export function undoPayloads(host: Host, { target, original }: RepairRecord): Payloads {
  const { spec, status } = original;
  const image = host.image && restored(host.image, spec, target);
  // The operator wipes a host whose spec has no address.
  const specImage = image?.url === null ? undefined : image;
  // The empty url of the safe order is this run's as well.
  const written = host.statusImage.url === '' ? { ...target, url: '' } : target;
  const statusImage = restored(host.statusImage, status, written);
  const provisioning = statusImage && {
    image: statusImage.url === null ? null : statusImage,
    state: PROVISIONED as typeof PROVISIONED,
  };
  return {
    status: {
      status: {
        ...(host.errorCount === 0 && status.errorCount && { errorCount: status.errorCount }),
        ...(host.errorMessage === '' && status.errorMessage && { errorMessage: status.errorMessage }),
        ...(provisioning && { provisioning }),
      },
    },
    spec: { spec: specImage ? { image: specImage } : {} },
  };
}

/** The two addresses after an undo. */
export function urlsAfterUndo(host: Host, record: RepairRecord): Pick<Host, 'image' | 'statusImage'> {
  const { status, spec } = undoPayloads(host, record);
  const { image, statusImage } = host;
  const specPatch = spec.spec.image;
  const statusPatch = status.status.provisioning?.image;
  return {
    image: image && { ...image, ...(specPatch?.url && { url: specPatch.url }) },
    statusImage: { ...statusImage, ...(statusPatch !== undefined && { url: statusPatch?.url ?? undefined }) },
  };
}

/** The parts to restore; undefined if there are none. */
function restored(now: Image, original: OriginalImage, written: Target): ImagePatch | undefined {
  const parts = (['url', 'checksum', 'checksumType'] as const).filter(
    (part) => now[part] !== undefined && now[part] === written[part] && now[part] !== original[part],
  );
  return parts.length > 0 ? Object.fromEntries(parts.map((part) => [part, original[part]])) : undefined;
}
