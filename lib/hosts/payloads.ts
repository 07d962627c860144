import { PROVISIONED } from '../names.ts';
import type { Target } from './image.ts';

/** The two payloads of §4.A step 4, in the document's shapes. `checksumType` is there only where it changes with the checksum. */
export interface Payloads {
  status: {
    status: {
      errorCount: 0;
      errorMessage: '';
      provisioning: { image: Target; state: typeof PROVISIONED };
    };
  };
  spec: { spec: { image: Target } };
}

export function payloadsOf({ checksum, url, checksumType }: Target): Payloads {
  const image = { checksum, url, ...(checksumType && { checksumType }) };
  return {
    status: { status: { errorCount: 0, errorMessage: '', provisioning: { image, state: PROVISIONED } } },
    spec: { spec: { image } },
  };
}
