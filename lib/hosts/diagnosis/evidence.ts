import type { Refusal } from '../../procedure/procedure.ts';
import type { RepairOptions } from '../decide.ts';
import type { Host } from '../host.ts';
import type { Lease } from '../leases.ts';
import type { Observed } from '../observed.ts';
import type { ImageProbe } from '../probe.ts';

/** Everything that a host is judged by. Only `observed` is always there: what is absent was not asked for or not readable. */
export interface Evidence {
  /** The record, what stands around it, and in `context.probe` what was found at the addresses that a repair would bring in. */
  observed: Observed;
  /** What was found at the image's present address. */
  present?: ImageProbe;
  /** The latest first. */
  events?: readonly HostEvent[];
  operators?: Operators;
  owners?: Owners;
  neighbours?: Neighbours;
  /** What could not be read, and why. */
  unread: readonly Unread[];
}

/** An Event about a host, however often it was counted. */
export interface HostEvent {
  reason: string;
  message: string;
  count: number;
  /** When it was counted last, as RFC 3339; undefined where it does not say. */
  last: string | undefined;
}

/** What works on the hosts of a cluster: the same for all of them. */
export interface Operators {
  operators: readonly Operator[];
  ironics: readonly Ironic[];
  /** Undefined where they could not be read. */
  leases: readonly Lease[] | undefined;
  /** When, by this machine's clock. */
  readAt: Date;
  unread: readonly Unread[];
}

/** Something that runs in the cluster, and the object that makes it run. */
interface Installed {
  name: string;
  /** Null where its object does not say it. */
  version: string | null;
  kind: string;
  namespace: string;
  /** Name of the object. */
  resource: string;
}

/** A Deployment of the bare-metal operator. */
export interface Operator {
  install: Installed;
  /** How many pods it is to have, and how many are ready. */
  wanted: number;
  ready: number;
  /** The Ironic that it talks to, and where that is written; undefined where nothing says it. */
  endpoint: { url: string; from: string } | undefined;
}

/** An Ironic that runs in the cluster. */
export interface Ironic {
  install: Installed;
  /** Whether it is on the network of its node. */
  hostNetwork: boolean;
  /** Whether it asks the cluster's DNS, which pods on the host network do only where their `dnsPolicy` says so. */
  clusterDns: boolean;
}

/** Who else has a say in a host, in words. */
export interface Owners {
  /** From the consumer upwards: `Metal3Machine metal3/worker-0`. */
  chain: readonly string[];
  /** `Argo CD application "hosts"`. */
  source: string | undefined;
  /** What was applied last, and by whom it is known. */
  applied: string | undefined;
}

/** Other hosts whose images are at the same address. */
export interface Neighbours {
  address: string;
  count: number;
  /** `namespace/name` of the first of them. */
  names: readonly string[];
  /** Undefined: those of all namespaces were seen. */
  namespace: string | undefined;
}

export interface Unread {
  what: string;
  reason: string;
}

/** What a repair without any flag is asked for: a diagnosis says what that would do. */
export const PLAIN_WISH: RepairOptions = { accepted: new Set(), preventive: false, order: 'documented' };

export type Verdict = 'healthy' | 'needs-work' | 'unknown';

/** What to do about a host. At least one of the two is there wherever something is to be done. */
export interface Next {
  /** The words of a command, its program's name first; `namespace` is the one to run it in. */
  command?: { words: string[]; namespace: string };
  /** What to know or to see to, before the command if there is one. */
  advice?: string;
}

/** What a cause found on a host. */
export interface Found {
  verdict: Verdict;
  /** What of it this host shows, for a person to read. */
  summary: string;
  next: Next;
  /** What stands against the repair that the host needs. */
  refusals?: readonly Refusal[];
}

/** One thing that can be the matter with a host, as data. */
export interface Cause {
  name: string;
  /** What it means, in one line. */
  means: string;
  find(evidence: Evidence): Found | undefined;
}

/** A command of this program on a host: the words in front of its name, and the flags behind it. */
export const ours = (
  { name, namespace }: Host,
  verb: string,
  ...flags: string[]
): NonNullable<Next['command']> => ({
  words: ['kubectl', 'bmh', verb, name, ...flags],
  namespace,
});

/** What sets fields of a host's status by hand. */
export const clearing = ({ name, namespace }: Host, status: object): NonNullable<Next['command']> => ({
  words: [
    ...['kubectl', 'patch', 'baremetalhost', name, '--subresource=status', '--type=merge', '-p'],
    JSON.stringify({ status }),
  ],
  namespace,
});

/** What shows all that the operator says of a host. */
export const describing = ({ name, namespace }: Host): Next['command'] => ({
  words: ['kubectl', 'describe', 'baremetalhost', name],
  namespace,
});
