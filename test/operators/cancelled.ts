import type { Host } from './host.ts';

/**
 * Whether the operator takes what it provisioned on this host for unwanted. In state `provisioned` it asks this
 * before anything else, and yes means that the disk is wiped.
 *
 * Of the images only the addresses count. An empty address in the status never cancels; an empty one in the spec
 * does, unless a deploy method stands for it. A deploy method that was removed or changed cancels as well.
 */
export function provisioningCancelled({ spec, status }: Pick<Host, 'spec' | 'status'>): boolean {
  const wanted = { url: spec.image?.url ?? '', method: spec.customDeploy?.method ?? '' };
  const present = {
    url: status?.provisioning.image?.url ?? '',
    method: status?.provisioning.customDeploy?.method ?? '',
  };
  if (present.method !== '' && present.method !== wanted.method) return true;
  if (present.url !== '' && present.url !== wanted.url) return true;
  return wanted.url === '' && wanted.method === '';
}
