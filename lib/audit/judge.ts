import { type HostObject, readHost } from '../hosts/host.ts';
import { isAtFixedAddress, targetOf } from '../hosts/image.ts';
import { METAL3_MACHINE } from '../hosts/remediation.ts';
import { fieldsOf } from '../objects/fields.ts';
import { HOST_KIND } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { endsOpen, hostNameOf, ipsIn, isOpen, isServedBy, nameFault, urlOf } from './address.ts';
import {
  type Finding,
  HIDDEN,
  type Holder,
  type Level,
  RULES,
  type RuleName,
  type Source,
} from './finding.ts';
import { hintOf } from './hint.ts';
import { addressesIn, type Place } from './places.ts';

/** What addresses are checked against. */
export interface Expectation {
  /** The stable service, optionally with its namespace and the cluster domain. */
  service: string;
  /** Flavors of image names in addition to the documented ones. */
  flavors: readonly string[];
  from: Source;
  /** The current owner of each IP address, as text: the service, or a pod behind it. Only for a cluster. */
  pins?: ReadonlyMap<string, string>;
  /** The connection flags that a printed command needs to reach the same cluster, quoted for a shell. */
  flags?: readonly string[] | undefined;
}

/** The findings of rules 1 and 2, and the pinned addresses of rule 3, in one object. */
export function findingsIn(object: unknown, expectation: Expectation): Finding[] {
  const holder = holderOf(object);
  const host =
    expectation.from === 'cluster' && holder.kind === HOST_KIND ? (object as HostObject) : undefined;
  const findings = addressesIn(object).flatMap((place) => judged(place, holder, { ...expectation, host }));
  // Two addresses in one field of a Secret make two identical findings.
  const hidden = new Set<string>();
  return findings.filter(({ value, path, rule }) => {
    const key = JSON.stringify([rule, path]);
    return value !== HIDDEN || (!hidden.has(key) && hidden.add(key));
  });
}

/** What identifies an object in findings; missing parts and parts of another type are empty. */
export function holderOf(object: unknown): Holder {
  const { kind, apiVersion, metadata } = fieldsOf(object) ?? {};
  const { name, generateName, namespace } = fieldsOf(metadata) ?? {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    kind: text(kind),
    apiVersion: text(apiVersion),
    name: text(name) || text(generateName),
    ...(text(namespace) && { namespace: text(namespace) }),
  };
}

/**
 * The findings about one address: at most one about where it points to, by the most specific rule, and one about the image name.
 *
 * @param expectation with the object itself if it is a host in a cluster.
 */
export function judged(
  place: Place,
  holder: Holder,
  expectation: Expectation & { host?: HostObject | undefined },
): Finding[] {
  const finding = (rule: RuleName, message: string): Finding => {
    const replacement = rule === 'image-name' ? undefined : replacementOf(place, expectation);
    const isPast = isLeftOver(place, expectation);
    return {
      rule,
      level:
        isPast || isInStatusOfFile(place, expectation)
          ? 'note'
          : levelOf(rule, place, holder.kind === METAL3_MACHINE && expectation.from === 'cluster'),
      ...holder,
      path: place.path,
      ...(place.inner && { inner: place.inner }),
      value: place.secret ? HIDDEN : place.value,
      message,
      ...(isPast
        ? {
            hint: 'no action needed: the operator wrote this value last, and the next provisioning replaces it',
          }
        : hintOf({ rule, place, holder, replacement, ...expectation })),
      ...(replacement !== undefined && { replacement }),
    };
  };
  const where = addressFault(place, expectation);
  const name =
    place.named && URL.canParse(place.value) && !endsOpen(place.value)
      ? nameFault(place.value, expectation.flavors)
      : undefined;
  return [
    ...(where ? [finding(where.rule, where.message)] : []),
    ...(name ? [finding('image-name', name)] : []),
  ];
}

/** Whether only `lastAttemptedImage` still has a fixed address: the host itself is repaired. */
function isLeftOver({ path }: Place, { host }: { host?: HostObject | undefined }): boolean {
  if (host === undefined || path[1] !== 'lastAttemptedImage') return false;
  const { image, statusImage } = readHost(host, '');
  return ![image, statusImage].some((one) => one && isAtFixedAddress(one));
}

/** Whether an address is in the status of an object in a file, which nothing reads. */
const isInStatusOfFile = ({ origin, inner }: Place, { from }: Expectation): boolean =>
  from === 'file' && origin === 'operator' && inner === undefined;

function addressFault(
  { value, role, secret }: Place,
  { service, pins }: Expectation,
): Pick<Finding, 'rule' | 'message'> | undefined {
  const ips = ipsIn(value);
  // Ironic may serve images itself, at the address that it and the ramdisk have anyway.
  const pinned = role === 'endpoint' || role === 'boot' ? undefined : ips.find((ip) => pins?.has(ip));
  if (pinned !== undefined)
    return {
      rule: 'pinned-to-service-ip',
      message: `${secret ? 'it' : pinned} is the IP address of ${pins?.get(pinned)}: it changes when that is recreated`,
    };
  if (ips.length > 0)
    return {
      rule: 'ip-address',
      message: secret
        ? 'an address in it names its host by IP'
        : `the address names its host by IP: ${ips.join(', ')}`,
    };
  const isImage = role === 'image' || role === 'checksum';
  if (!isImage || isOpen(value) || isServedBy(value, service)) return undefined;
  const host = urlOf(value)?.host ?? hostNameOf(value) ?? '';
  return { rule: 'outside-service', message: `${masked(host)} is not the stable service ${service}` };
}

/** The level of a rule's finding in a place. */
function levelOf(rule: RuleName, { role, origin }: Place, isLiveMachine: boolean): Level {
  if (rule !== 'ip-address' && rule !== 'pinned-to-service-ip') return RULES[rule].level;
  // Ironic listens on a network that may have no names; the operator writes addresses derived from that.
  if (role === 'endpoint') return 'note';
  if (role === 'boot') return origin === 'operator' ? 'note' : 'warning';
  const isImage = role === 'image' || role === 'checksum';
  // The host of a running machine already has its image and does not read it again.
  return isImage && origin !== 'applied' && !isLiveMachine ? RULES[rule].level : 'warning';
}

/**
 * The same file on the stable service, in the form of §2.1; undefined for an address with credentials, a query or a fragment.
 * A checksum list keeps its path, because many folders have one of the same name.
 */
function replacementOf(
  { value, fixable, secret, role }: Place,
  { service }: Expectation,
): string | undefined {
  const url = urlOf(value);
  const isPlain = url?.protocol.startsWith('http') && !url.username && !url.search && !url.hash;
  if (!fixable || secret || !url || !isPlain) return undefined;
  const isList = role === 'checksum' && !/\.\w+\.(md5|sha256|sha512)(sums?)?$/i.test(url.pathname);
  return isList
    ? `http://${service}/images/${url.pathname.replace(/^\/(images\/)?/, '')}`
    : targetOf(value.trim(), { service })?.url;
}
