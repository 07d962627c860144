import * as gitops from '../gitops.ts';
import { FIELD_MANAGER, HOST_KIND } from '../names.ts';
import { type Observed, pauseOf } from './observed.ts';

/** The name under which Cluster API's provider for hosts (CAPM3) writes. */
const PROVIDER = 'cluster-api-provider-metal3-manager';

const URL_FIELD = ['f:spec', 'f:image', 'f:url'];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The GitOps source that manages a host, in words; undefined where none does. */
export const sourceOf = ({ object, group, host }: Observed): string | undefined =>
  gitops.sourceOf({
    object,
    identity: `${group}/${HOST_KIND}:${host.namespace}/${host.name}`,
    field: URL_FIELD,
  })?.text;

/**
 * The GitOps source that holds a host's image address: one that manages the host, unless Cluster API's provider has
 * filled the image in, which it does only where nobody else gave one.
 */
export const imageSource = (observed: Observed): string | undefined =>
  isFilledIn(observed) ? undefined : sourceOf(observed);

function isFilledIn(observed: Observed): boolean {
  const managers = gitops.owners(observed.object, URL_FIELD);
  const isProviders = managers.length > 0 && managers.every((name) => name === PROVIDER);
  // Whoever applies on the client the address that is there already does not come to own it.
  return isProviders && lastAppliedUrl(observed.host.annotations[LAST_APPLIED]) === undefined;
}

/** Who else has a hand in this host's image or pause, where it is more than the one who made the record. */
export function otherWriters(observed: Observed): string[] {
  const source = imageSource(observed);
  const managers = gitops
    .owners(observed.object, ['f:spec', 'f:image'])
    .filter((name) => name !== FIELD_MANAGER);
  const named = managers.length > 1 ? managers.map((name) => `field manager "${name}"`) : [];
  const pauser = pauseOf(observed) === 'foreign' ? ['whoever paused it'] : [];
  return [...new Set([...(source ? [source] : []), ...named, ...pauser])];
}

/** An image address that is put back by whoever applies the file it is from again, and where that is known from. */
export interface Applied {
  url: string;
  from: string;
}

/** What was applied to a host by `kubectl apply` or its like: the last-applied copy, or a server-side apply. */
export function appliedImage(observed: Observed): Applied | undefined {
  const { host } = observed;
  const url = lastAppliedUrl(host.annotations[LAST_APPLIED]);
  if (url !== undefined) return { url, from: "kubectl's last-applied copy" };
  const applier = gitops
    .writers(observed.object, URL_FIELD)
    .find(({ operation, manager }) => operation === 'Apply' && !gitops.isSource(manager));
  return applier && host.image?.url
    ? { url: host.image.url, from: `what field manager "${applier.manager}" has applied` }
    : undefined;
}

function lastAppliedUrl(text: string | undefined): string | undefined {
  try {
    const url = JSON.parse(text ?? '{}')?.spec?.image?.url;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}
