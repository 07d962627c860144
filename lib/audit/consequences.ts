import type { Finding } from './finding.ts';

/** What a person can take on when files are fixed. */
export const ACCEPTABLE_FIXES = ['live-hosts'] as const;

export type Acceptable = (typeof ACCEPTABLE_FIXES)[number];

/** What follows for hosts when a changed file is brought to its cluster. */
export interface Consequence {
  /** Whether it is done only where a person has accepted it; said beside it where not. */
  accept?: Acceptable;
  /** What happens. */
  reason: string;
  /** What is to be done before that, once the file is changed. */
  hint: string;
}

/**
 * What changing an address in a file does once it is synced or applied; undefined where that harms nothing. A host whose
 * `spec.image.url` comes to differ from its status is wiped, so that its record, and whatever may become one, is left alone
 * unless a person says that its hosts bear it.
 *
 * @param isUnrecognized whether nobody can tell what becomes of the value.
 */
export function consequenceOf(finding: Pick<Finding, 'kind'>, isUnrecognized: true): Consequence;
export function consequenceOf(
  finding: Pick<Finding, 'kind'>,
  isUnrecognized: boolean,
): Consequence | undefined;
export function consequenceOf(
  { kind }: Pick<Finding, 'kind'>,
  isUnrecognized: boolean,
): Consequence | undefined {
  if (isUnrecognized) return UNKNOWN;
  return Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
}

const WIPES = 'wipes a provisioned host that is not repaired yet';
const MEND = 'suspend its sync until kubectl bmh repair --accept gitops has repaired its hosts';

const HOST: Consequence = {
  accept: 'live-hosts',
  reason: `once synced or applied, a changed image ${WIPES}`,
  hint: MEND,
};

const UNKNOWN: Consequence = {
  accept: 'live-hosts',
  reason: `a host may be generated from it, and a changed image ${WIPES}`,
  hint: MEND,
};

const BY_KIND: Record<string, Consequence> = {
  BareMetalHost: HOST,
  HostClaim: HOST,
  HostFirmwareComponents: {
    accept: 'live-hosts',
    reason: 'a changed address is a new update, which flashes the firmware of the host again',
    hint: 'sync or apply it when the host may be updated',
  },
  Metal3MachineTemplate: {
    reason:
      'existing machines keep their image, but a ClusterClass replaces the machines of a changed template',
    hint: 'rename the template if a ClusterClass refers to it',
  },
};
