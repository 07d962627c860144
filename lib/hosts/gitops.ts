import * as gitops from '../objects/gitops.ts';
import { FIELD_MANAGER, HOST_KIND, RECORD_ANNOTATION } from '../objects/names.ts';
import { type Observed, pauseOf } from './observed.ts';
import { goalImage, hasGoal } from './record.ts';

/** The field managers of CAPM3: its own name and, since 1.9, the literal name of a variable. */
const PROVIDERS = ['cluster-api-provider-metal3-manager', 'controllerName'];

/** CAPM3's name until 0.4, shared by every kubebuilder controller: CAPM3 is the one that set the consumer. */
const OLD_PROVIDER = 'manager';

const fieldOf = (name: 'url' | 'checksum'): string[] => ['f:spec', 'f:image', `f:${name}`];
const URL_FIELD = fieldOf('url');
const RECORD_FIELD = ['f:metadata', 'f:annotations', `f:${RECORD_ANNOTATION}`];
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The GitOps source that manages a host, as text; undefined if none does. */
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

/** Who last wrote the image address or the checksum in the spec, and when, as text. */
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
 * Who changed the image address or the checksum in the spec after the last write of an unfinished run, as text. Both times are the
 * API server's, in whole seconds, so a change within the same second goes undetected.
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

/** When this plugin last wrote to a host, in milliseconds since the epoch on the API server's clock; 0 if it never did. */
export const lastOwnWrite = ({ object }: Pick<Observed, 'object'>): number =>
  Math.max(
    0,
    ...gitops
      .entries(object)
      .filter(({ manager }) => manager === FIELD_MANAGER)
      .map(gitops.timeOf),
  );

/** The default hold before the resume, in milliseconds: long enough for a GitOps source to restore its state. */
const HOLD = 10_000;

/** The hold for a host, in milliseconds: that of its unfinished run, or the default if a GitOps source is suspected or accepted. */
export function holdFor(observed: Observed, accepted: ReadonlySet<string>): number {
  const { record } = observed;
  if (typeof record === 'object' && record.hold !== undefined) return record.hold;
  return accepted.has('gitops') || (imageSource(observed) ?? putBackBy(observed)) !== undefined ? HOLD : 0;
}

/**
 * The GitOps source of a host's image address. Undefined if CAPM3 filled the image in, which it does only if the
 * source left it out.
 */
export const imageSource = (observed: Observed): string | undefined =>
  isFilledIn(observed) ? undefined : sourceOf(observed);

function isFilledIn(observed: Observed): boolean {
  const managers = gitops.owners(observed.object, URL_FIELD);
  const isProviders = managers.length > 0 && managers.every((name) => isProvider(name, observed.object));
  // A client-side apply of the address that is already there does not take ownership of the field.
  return isProviders && lastAppliedUrl(observed.host.annotations[LAST_APPLIED]) === undefined;
}

/** Writers of this host's image or pause besides its creator, as text. */
export function otherWriters(observed: Observed): string[] {
  const source = imageSource(observed);
  const managers = gitops
    .owners(observed.object, ['f:spec', 'f:image'])
    .filter((name) => name !== FIELD_MANAGER);
  const named = managers.length > 1 ? managers.map(gitops.managerText) : [];
  const pauser = pauseOf(observed) === 'foreign' ? ['the owner of the pause'] : [];
  return [...new Set([...(source ? [source] : []), ...named, ...pauser])];
}

/** The image address in the manifest that a user applied, and how it is known. */
export interface Applied {
  url: string;
  from: string;
}

/** What `kubectl apply` or a similar client applied: from the last-applied annotation, or from a server-side apply. */
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
