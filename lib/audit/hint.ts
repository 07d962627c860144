import { decide } from '../hosts/decide.ts';
import type { HostObject } from '../hosts/host.ts';
import { observed } from '../hosts/observed.ts';
import { textOf } from '../objects/fields.ts';
import { IMAGE_SERVICE } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { UNRECOGNIZED } from './consequences.ts';
import { type Finding, type Holder, RULES, type RuleName, type Source } from './finding.ts';
import type { Place } from './places.ts';

interface Found {
  rule: RuleName;
  place: Place;
  holder: Holder;
  /** The new address, if known. */
  replacement: string | undefined;
  service: string;
  from: Source;
  /** The holder itself, if it is a host in a cluster. */
  host?: HostObject | undefined;
  /** The connection flags of commands for a cluster. */
  flags?: readonly string[] | undefined;
}

/** How to fix a finding in its place without harming a running host, as a clause, and whether a repair alone does it. */
export function hintOf(found: Found): Pick<Finding, 'hint' | 'repairable'> {
  const hint = hintText(found);
  return { hint, ...(hint === `run ${neverAlone(found)}` && { repairable: true }) };
}

function hintText(found: Found): string {
  const { rule, place, holder } = found;
  if (rule === 'image-name') return clause(RULES[rule].hint);
  if (place.unchecked)
    return `ask the owner of the image: there is no documented procedure for an image without a checksum file${holder.kind === 'BareMetalHost' ? ', and a changed spec.image.url wipes the host' : ''}`;
  if (place.origin === 'applied') return 'change it in the manifest of the object before applying it again';
  if (place.origin === 'operator' && found.from === 'file')
    return place.inner === undefined
      ? 'remove the status from the file: nothing reads it from there, and the operator writes its own'
      : `leave it: the operator restores the host's status from it; once it is in the cluster, run ${repairOf(found)}`;
  if (place.isUnrecognized)
    return place.fixable ? `${changeOf(found)}; ${UNRECOGNIZED.reason}: ${UNRECOGNIZED.hint}` : FOR_BMC;
  const special = Object.hasOwn(BY_KIND, holder.kind) ? BY_KIND[holder.kind]?.(found) : undefined;
  if (special !== undefined) return special;
  if (place.role === 'endpoint')
    return 'leave it if the address is on the provisioning network, which does not change; check that it is still correct';
  return changeOf(found);
}

const FOR_BMC = 'use a host name that the BMC can resolve, unlike the names of in-cluster services';

const BY_KIND: Record<string, (found: Found) => string | undefined> = {
  BareMetalHost: (found) => (found.from === 'cluster' ? repairNow(found) : repairFirst(found)),
  HostClaim: (found) =>
    `repair the claimed host first, then change this${to(found)}: changing it earlier wipes the host`,
  Metal3MachineTemplate: ({ replacement }) =>
    `create a template under another name${replacement ? ` with ${masked(replacement)}` : ''} for new machines; a MachineDeployment that switches to it replaces its machines`,
  Metal3Machine: ({ from }) =>
    from === 'cluster'
      ? 'repair its host, which does not use this image again, and fix the Metal3MachineTemplate that new machines are created from'
      : undefined,
  DataImage: () => FOR_BMC,
  HostFirmwareComponents: () => FOR_BMC,
  PreprovisioningImage: () =>
    'fix the operator settings that it is built from (DEPLOY_KERNEL_URL and the like)',
  Secret: () => 'inspect the Secret yourself: its contents are not shown here',
  ConfigMap: ({ place: { role } }) =>
    role === 'boot'
      ? 'use a name that the deploy ramdisk and Ironic, which may have no cluster DNS, can resolve; check that the address is still correct'
      : undefined,
};

const changeOf = ({ rule, replacement }: Found): string =>
  replacement === undefined ? clause(RULES[rule].hint) : `change it to ${masked(replacement)}`;

/** `--preventive` is accepted, though not needed, for a host in error. */
function repairNow(found: Found): string {
  const { host, rule, service } = found;
  if (host && !isRepairable(host, rule, service))
    return `find out what blocks a repair: kubectl bmh diagnose ${named(found)}; never change spec.image.url alone: that wipes a provisioned host`;
  return `${servedFirst(found, 'then ')}run ${neverAlone(found)}`;
}

const neverAlone = (found: Found): string =>
  `${repairOf(found)}; never change spec.image.url alone: that wipes the host`;

/** Whether a repair of the host would be allowed, judging by the BareMetalHost alone: a hint must not name a command that refuses. */
function isRepairable(object: HostObject, rule: RuleName, service: string): boolean {
  const [group = ''] = textOf(object.apiVersion).split('/');
  const options = {
    service,
    accepted: new Set(acceptedFor(rule)),
    preventive: true,
    order: 'safe',
  } as const;
  const decision = decide(observed(object, group, { cluster: undefined }), options);
  return decision.kind === 'repair' || decision.kind === 'on-target';
}

const repairFirst = (found: Found): string =>
  `${servedFirst(found)}suspend its sync, change this${to(found)}, run ${repairOf(found, 'gitops')}, resume the sync last: syncing earlier wipes the host`;

const servedFirst = ({ rule, service }: Found, then = ''): string =>
  rule === 'outside-service' ? `check that ${service} serves this image, ${then}` : '';

function repairOf(found: Found, ...accepted: string[]): string {
  const { service, rule } = found;
  const which = service === IMAGE_SERVICE ? '' : ` --service ${service}`;
  const accept = [...accepted, ...acceptedFor(rule)].map((name) => ` --accept ${name}`).join('');
  return `kubectl bmh repair ${named(found)}${which} --preventive${accept}`;
}

/** The overrides (`--accept`) that the repair for a finding of this rule needs. */
const acceptedFor = (rule: RuleName): string[] => (rule === 'outside-service' ? ['address-not-ip'] : []);

const named = ({ holder: { name, namespace }, flags = [] }: Found): string =>
  [name, ...(namespace === undefined ? [] : ['-n', namespace]), ...flags].join(' ');

const to = ({ replacement, service }: Found): string =>
  ` to ${replacement ? masked(replacement) : `the same file at ${service}`}`;

/** A sentence as a clause of another. */
const clause = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
