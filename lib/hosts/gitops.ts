import * as gitops from '../objects/gitops.ts';
import { FIELD_MANAGER, HOST_KIND, RECORD_ANNOTATION } from '../objects/names.ts';
import { type Observed, pauseOf } from './observed.ts';
import { goalImage, hasGoal } from './record.ts';

/**
 * The names under which Cluster API's provider for hosts (CAPM3) writes: its own and, in releases from 1.9 on, the literal
 * name of a variable.
 */
const PROVIDERS = ['cluster-api-provider-metal3-manager', 'controllerName'];

/** Its name until 0.4, which is that of every controller made with kubebuilder: only who has set the consumer is CAPM3. */
const OLD_PROVIDER = 'manager';

const fieldOf = (name: 'url' | 'checksum'): string[] => ['f:spec', 'f:image', `f:${name}`];
const URL_FIELD = fieldOf('url');
const RECORD_FIELD = ['f:metadata', 'f:annotations', `f:${RECORD_ANNOTATION}`];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The GitOps source that manages a host, in words; undefined where none does. */
export const sourceOf = ({ object, group, host }: Observed): string | undefined =>
  gitops.sourceOf({
    object,
    identity: `${group}/${HOST_KIND}:${host.namespace}/${host.name}`,
    fields: { 'spec.image.url': URL_FIELD },
    isController: (name) => isProvider(name, object),
  })?.text;

const isProvider = (name: string, object: Observed['object']): boolean =>
  PROVIDERS.includes(name) ||
  (name === OLD_PROVIDER && gitops.owners(object, ['f:spec', 'f:consumerRef']).includes(name));

/** Who wrote the image address that is in the spec, or its checksum, and when, in words, as far as the host tells. */
export function writerOf(observed: Observed, field: 'url' | 'checksum' = 'url'): string {
  const last = lastWriter(observed, fieldOf(field));
  if (!last) return 'another writer (managedFields of the host do not name it)';
  const by =
    last.manager === FIELD_MANAGER
      ? `another process with this plugin's name (${gitops.managerText(FIELD_MANAGER)})`
      : gitops.managerText(last.manager);
  const source = sourceOf(observed);
  const about = [
    ...(source !== undefined && source !== by ? [source] : []),
    ...(gitops.timeOf(last) > 0
      ? [`at ${new Date(gitops.timeOf(last)).toISOString().replace('.000Z', 'Z')}`]
      : []),
  ];
  return about.length > 0 ? `${by} (${about.join(', ')})` : by;
}

const lastWriter = ({ object }: Observed, path: string[]) => gitops.latest(gitops.writers(object, path));

/**
 * Who has put another image address, or another checksum, in the spec since an unfinished run wrote to the host last, in words. Both times are
 * the API server's, in seconds: what came in the same second is not told from what was there before.
 */
export function putBackBy(observed: Observed): string | undefined {
  const { host, record, object } = observed;
  if (typeof record !== 'object' || hasGoal(host, record)) return undefined;
  const [ours] = gitops.writers(object, RECORD_FIELD).filter(({ manager }) => manager === FIELD_MANAGER);
  const field = host.image?.url === goalImage(record).url ? 'checksum' : 'url';
  const last = lastWriter(observed, fieldOf(field));
  const isLater =
    ours !== undefined &&
    last !== undefined &&
    gitops.timeOf(last) > gitops.timeOf(ours) &&
    gitops.timeOf(ours) > 0;
  return isLater && last.manager !== FIELD_MANAGER
    ? `${writerOf(observed, field)} has set spec.image.${field}`
    : undefined;
}

/** How long a pause is kept before the resume where nobody says, in milliseconds: a source has put its state back by then. */
const HOLD = 10_000;

/** The same for a host: where a source is suspected or was accepted, and as long as an unfinished run was to keep it. */
export function holdFor(observed: Observed, accepted: ReadonlySet<string>): number {
  const { record } = observed;
  if (typeof record === 'object' && record.hold !== undefined) return record.hold;
  return accepted.has('gitops') || (imageSource(observed) ?? putBackBy(observed)) !== undefined ? HOLD : 0;
}

/**
 * The GitOps source that holds a host's image address: one that manages the host, unless Cluster API's provider has
 * filled the image in, which it does only where nobody else gave one.
 */
export const imageSource = (observed: Observed): string | undefined =>
  isFilledIn(observed) ? undefined : sourceOf(observed);

function isFilledIn(observed: Observed): boolean {
  const managers = gitops.owners(observed.object, URL_FIELD);
  const isProviders = managers.length > 0 && managers.every((name) => isProvider(name, observed.object));
  // Whoever applies on the client the address that is there already does not come to own it.
  return isProviders && lastAppliedUrl(observed.host.annotations[LAST_APPLIED]) === undefined;
}

/** Who else has a hand in this host's image or pause, where it is more than the one who made the record. */
export function otherWriters(observed: Observed): string[] {
  const source = imageSource(observed);
  const managers = gitops
    .owners(observed.object, ['f:spec', 'f:image'])
    .filter((name) => name !== FIELD_MANAGER);
  const named = managers.length > 1 ? managers.map(gitops.managerText) : [];
  const pauser = pauseOf(observed) === 'foreign' ? ['the owner of the pause'] : [];
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
  if (url !== undefined) return { url, from: "kubectl's last-applied annotation" };
  const applier = gitops
    .writers(observed.object, URL_FIELD)
    .find(({ operation, manager }) => operation === 'Apply' && gitops.isByHand(manager));
  return applier && host.image?.url
    ? { url: host.image.url, from: `the manifest applied by ${gitops.managerText(applier.manager)}` }
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
