import type { Values } from '../../../lib/cli/command.ts';
import type { RepairOptions } from '../../../lib/hosts/decide.ts';
import { hasAddressHost } from '../../../lib/hosts/image.ts';
import type { Order } from '../../../lib/hosts/record.ts';
import { type CommandError, usageError } from '../../../lib/words/errors.ts';
import { durationOf } from '../../shared/durations.ts';
import type { imageFlags, runFlags, waitFlags } from './flags.ts';

/** The flags of `repair` that set its options. */
type RepairFlags = Values<typeof imageFlags> &
  Pick<Values<typeof runFlags>, 'proxyPort'> & { order?: Order; accept: readonly string[] };

type WaitValues = Values<typeof waitFlags>;

/** The options that the flags of `repair` ask for; contradictory flags are usage errors. */
export function repairOptionsOf(values: RepairFlags): RepairOptions {
  const { service, imageName, imageUrl, checksumUrl, checksumType, accept, preventive, proxyPort } = values;
  if ((imageUrl === undefined) !== (checksumUrl === undefined))
    throw usageError('--image-url and --checksum-url must be given together', 'Give both, or neither.');
  if (imageUrl !== undefined && (service !== undefined || imageName !== undefined))
    throw usageError(
      '--image-url is the full address and cannot be combined with --service or --image-name',
      'Give one or the other.',
    );
  if (service !== undefined) checkService(service);
  if (imageName !== undefined && !/^[\w.+~-]+$/.test(imageName))
    throw usageError(
      `--image-name "${imageName}" is not a file name`,
      'Give a name such as metal-std-ubuntu2204.qcow2.',
    );
  if (proxyPort !== undefined && (proxyPort < 1 || proxyPort > 65_535))
    throw usageError(`invalid value "${proxyPort}" for --proxy-port`, 'Give a port from 1 to 65535.');
  for (const [flag, url] of Object.entries({ 'image-url': imageUrl, 'checksum-url': checksumUrl }))
    if (url !== undefined) checkUrl(flag, url);
  if (service !== undefined) checkUrl('service', `http://${service}/`);
  return {
    service,
    imageName,
    imageUrl,
    checksumUrl,
    checksumType,
    preventive,
    order: values.order,
    accepted: new Set(accept),
  };
}

/** `--timeout` in milliseconds. */
export const timeoutOf = ({ timeout }: Pick<WaitValues, 'timeout'>): number => durationOf('timeout', timeout);

/** `--stable-for` in milliseconds. A shorter `--timeout` could not succeed. */
export function stableForOf(values: WaitValues): number {
  const stableFor = durationOf('stable-for', values.stableFor);
  const waits = values.wait && !values.noWait;
  if (waits && stableFor > 0 && timeoutOf(values) <= stableFor)
    throw usageError(
      `--timeout=${values.timeout} is not longer than --stable-for=${values.stableFor}`,
      'Give a longer --timeout or a shorter --stable-for, or skip the wait with --no-wait.',
    );
  return stableFor;
}

/** Checks the address in a flag: http or https, and no fixed IP address (prevention rule 1). */
export function checkUrl(flag: string, url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw usageError(
      `--${flag} is not an http or https address`,
      'Give an address such as http://httpd-http/images/NAME.qcow2.',
    );
  if (hasAddressHost(url))
    throw usageError(
      `--${flag} uses an IP address, which breaks again when the network changes`,
      'Give a stable service name.',
    );
}

/** Checks `--service`: a name, optionally with namespace, domain and port. */
export function checkService(service: string): void {
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$/.test(service)) return;
  throw notAService(service);
}

/** The error for an invalid `--service`. */
export const notAService = (service: string): CommandError =>
  usageError(
    `--service "${service}" is not a valid service name`,
    'Give a name such as httpd-http or httpd-http.metal.svc.',
  );
