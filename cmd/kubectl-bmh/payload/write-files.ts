import { join } from 'node:path';
import { payloadShape } from '../../../lib/hosts/payload-shape.ts';
import type { Payloads } from '../../../lib/hosts/payloads.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { masked } from '../../../lib/words/masked.ts';
import { payloadFolder } from '../shared/payload-files.ts';

/**
 * Writes the two payload files (§4.A step 4) and reads them back (step 5); returns their paths.
 *
 * @throws {CommandError} if `validate` would refuse them, or they cannot be written.
 */
export function writeFiles(
  payloads: Payloads,
  { stem, folder }: { stem: string; folder: string },
): { status: string; spec: string } {
  const [finding] = payloadShape(payloads.spec).findings;
  if (finding !== undefined)
    throw new CommandError('refusal', `error: the payloads do not have the documented shape: ${finding}`, {
      hint: 'Use a --checksum-url that starts with the image address, or let "kubectl bmh repair" send it.',
    });
  const { url, checksum } = payloads.spec.spec.image ?? {};
  if ([url, checksum].some((address) => address && masked(address) !== address))
    throw new CommandError(
      'refusal',
      'error: the new address contains credentials, which the printed commands would reveal',
      {
        hint: 'Use an address without credentials, or let "kubectl bmh repair" send it.',
      },
    );
  try {
    const files = payloadFolder(folder).filesOf(stem);
    files.write(payloads);
    files.validate();
    files.remove();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { kind, message } = error;
    throw new CommandError(kind, message, {
      hint: 'Check that the folder exists, has free space and is yours, or set another with --output-directory.',
      cause: error,
    });
  }
  return { status: join(folder, `${stem}-status.json`), spec: join(folder, `${stem}-spec.json`) };
}
