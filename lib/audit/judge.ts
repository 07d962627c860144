import { type HostObject, readHost } from '../hosts/host.ts';
import { isAtFixedAddress, targetOf } from '../hosts/image.ts';
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

/** What a place is judged against. */
export interface Expectation {
  /** The stable service, with a namespace and the cluster's domain or without. */
  service: string;
  /** Flavours that image names may have beside the document's. */
  flavours: readonly string[];
  from: Source;
  /** What has an IP address today, as a person reads it: the service, and the pods behind it. Known of a cluster alone. */
  pins?: ReadonlyMap<string, string>;
}

/** What rules 1 and 2, and of rule 3 the pinned addresses, find in one object. */
export function findingsIn(object: unknown, expectation: Expectation): Finding[] {
  const holder = holderOf(object);
  const host =
    expectation.from === 'cluster' && holder.kind === HOST_KIND ? (object as HostObject) : undefined;
  const findings = addressesIn(object).flatMap((place) => judged(place, holder, { ...expectation, host }));
  // Of a Secret nothing tells two addresses in one field apart.
  const told = new Set<string>();
  return findings.filter(({ value, path, rule }) => {
    const key = JSON.stringify([rule, path]);
    const isTold = value === HIDDEN && told.has(key);
    told.add(key);
    return !isTold;
  });
}

/** What names an object in findings; parts that are missing or no text are empty. */
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
 * What is wrong with one address: where it is found at, by the rule that says it most exactly, and the image's name.
 *
 * @param expectation with the holder itself where that is a host in a cluster.
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
          : levelOf(rule, place, holder.kind === MACHINE_KIND && expectation.from === 'cluster'),
      ...holder,
      path: place.path,
      ...(place.inner && { inner: place.inner }),
      value: place.secret ? HIDDEN : place.value,
      message,
      hint: isPast
        ? 'no action needed: the operator wrote this value last, and the next provisioning replaces it'
        : hintOf({ rule, place, holder, replacement, ...expectation }),
      ...(replacement !== undefined && { replacement }),
    };
  };
  const where = addressFault(place, expectation);
  const name =
    place.named && URL.canParse(place.value) && !endsOpen(place.value)
      ? nameFault(place.value, expectation.flavours)
      : undefined;
  return [
    ...(where ? [finding(where.rule, where.message)] : []),
    ...(name ? [finding('image-name', name)] : []),
  ];
}

/** Whether the operator keeps an address in a host that no other part of the host has any more. */
function isLeftOver({ path }: Place, { host }: { host?: HostObject | undefined }): boolean {
  if (host === undefined || path[1] !== 'lastAttemptedImage') return false;
  const { image, statusImage } = readHost(host, '');
  return ![image, statusImage].some((one) => one && isAtFixedAddress(one));
}

/** Whether an address stands in a file's status, which nothing takes from there. */
const isInStatusOfFile = ({ origin, inner }: Place, { from }: Expectation): boolean =>
  from === 'file' && origin === 'operator' && inner === undefined;

interface Fault {
  rule: RuleName;
  message: string;
}

function addressFault({ value, role, secret }: Place, { service, pins }: Expectation): Fault | undefined {
  const ips = ipsIn(value);
  // Ironic may itself be what serves images, at the address where it and the ramdisk are reached anyhow.
  const pinned = role === 'endpoint' || role === 'boot' ? undefined : ips.find((ip) => pins?.has(ip));
  const shown = (text: string): string => (secret ? 'it' : text);
  if (pinned !== undefined)
    return {
      rule: 'pinned-to-service-ip',
      message: `${shown(pinned)} is the IP address of ${pins?.get(pinned)}: it changes when that is recreated`,
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

/** A rule's level, where the place doesn't make the same thing matter less. */
function levelOf(rule: RuleName, { role, origin }: Place, isLiveMachine: boolean): Level {
  if (rule !== 'ip-address' && rule !== 'pinned-to-service-ip') return RULES[rule].level;
  // Ironic listens on a network that may have no names, and the operator writes what follows from that.
  if (role === 'endpoint') return 'note';
  if (role === 'boot') return origin === 'operator' ? 'note' : 'warning';
  const isImage = role === 'image' || role === 'checksum';
  // Its host has the image already, and takes no other from it.
  return isImage && origin !== 'applied' && !isLiveMachine ? RULES[rule].level : 'warning';
}

const MACHINE_KIND = 'Metal3Machine';

/**
 * The same file at the stable service, in the document's form (§2.1); whatever else an address says is not told again. A list
 * of checksums has the same name in many folders, and keeps the path to it.
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
