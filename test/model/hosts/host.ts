import { type HostObject, readHost } from '../../../lib/hosts/host.ts';
import { type Observed, observed } from '../../../lib/hosts/observed.ts';
import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { FINALIZER } from '../../operators/host.ts';
import { GROUP, PAUSED } from '../../support/records.ts';

/** The number of a host; equal hosts have the same one. */
export type HostId = number;

const records: Observed[] = [];
const numbers = new Map<string, HostId>();

/** The first observation of a host by a run. */
export function hostOf(id: HostId): Observed {
  const found = records[id];
  if (!found) throw new Error(`there is no host record ${id}`);
  return found;
}

/** The number of a host, without the fields that no decision depends on. */
export function idOf(object: HostObject): HostId {
  const reduced = reduce(object);
  const text = JSON.stringify(reduced);
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, records.length);
  return records.push(observed(reduced, GROUP, { cluster: undefined })) - 1;
}

/**
 * Times are left out. Of errors, only their presence and whether any was counted are kept. Every host has the same
 * resourceVersion: each copy stores whether it is stale. A write that changes only what is left out is no step, because a
 * run that conflicts with it reads the same again.
 */
function reduce(object: HostObject): HostObject {
  const { name, namespace, labels, paused, recordText, image, statusImage, state, errorType, errorCount } =
    readHost(object, GROUP);
  const annotations = {
    ...(paused !== undefined && { [PAUSED]: paused }),
    ...(recordText !== undefined && { [RECORD_ANNOTATION]: recordText }),
  };
  return {
    metadata: { name, namespace, resourceVersion: '1', labels, finalizers: [FINALIZER], annotations },
    spec: { online: true, ...(image && { image: { url: image.url, checksum: image.checksum } }) },
    status: {
      operationalStatus: errorType === undefined ? 'OK' : 'error',
      ...(errorType !== undefined && { errorType }),
      errorMessage: errorCount ? 'Host adoption failed' : '',
      errorCount: errorCount ? 1 : 0,
      poweredOn: true,
      provisioning: { ID: 'node', state, image: { url: statusImage.url, checksum: statusImage.checksum } },
    },
  } as HostObject;
}
