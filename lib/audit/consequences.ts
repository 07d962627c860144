/** The values of `--accept` with `--fix`. */
export const ACCEPTABLE_FIXES = ['live-hosts'] as const;

/** What a changed file does to hosts once it is synced or applied. */
export interface Consequence {
  /** The `--accept` value that the change requires; without one, the consequence is only a warning. */
  accept?: (typeof ACCEPTABLE_FIXES)[number];
  /** What happens. */
  reason: string;
  /** What to do before syncing or applying the changed file. */
  hint: string;
}

/**
 * What changing an address in a file of this kind does once it is synced or applied; undefined if that is harmless. A host
 * whose `spec.image.url` differs from its status is wiped, so hosts are only changed after `--accept live-hosts`.
 *
 * @param isUnrecognized whether the address is outside the known fields.
 */
export function consequenceOf(kind: string, isUnrecognized: boolean): Consequence | undefined {
  if (isUnrecognized) return UNRECOGNIZED;
  return Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
}

const WIPES = 'a changed image wipes a provisioned host that is not repaired yet';

const HOST = {
  accept: 'live-hosts',
  reason: `once synced or applied, ${WIPES}`,
  hint: 'suspend its sync, repair its hosts (kubectl bmh repair HOST --accept gitops), then resume the sync',
} as const satisfies Consequence;

/** For a value outside the known fields, such as one of a chart or a JSON patch. */
export const UNRECOGNIZED: Consequence = {
  ...HOST,
  reason: `a host may be generated from it, and ${WIPES}`,
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
