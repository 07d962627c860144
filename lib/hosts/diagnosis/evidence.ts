import type { Refusal } from '../../procedure/procedure.ts';
import type { Verdict } from '../../words/verdict.ts';
import type { Host } from '../host.ts';
import type { Lease } from '../leases.ts';
import type { Observed } from '../observed.ts';
import type { ImageProbe } from '../probe.ts';

/** Everything that a diagnosis rests on. Only `observed` is always present: the rest may be unrequested or unreadable. */
export interface Evidence {
  /** The BareMetalHost with its context; `context.probe` is the result for the addresses that a repair would set. */
  observed: Observed;
  /** The result for the current address of the image. */
  present?: ImageProbe;
  /** Latest first. */
  events?: readonly HostEvent[];
  operators?: Operators;
  owners?: Owners;
  neighbours?: Neighbours;
  /** What could not be read, and why. */
  unread: readonly Unread[];
}

/** An Event about a host, with its count. */
export interface HostEvent {
  reason: string;
  message: string;
  count: number;
  /** When it was last counted, in RFC 3339; undefined if not given. */
  last: string | undefined;
}

/** The operators and Ironics of a cluster: the same for all of its hosts. */
export interface Operators {
  operators: readonly Operator[];
  ironics: readonly Ironic[];
  /** Undefined if they could not be read. */
  leases: readonly Lease[] | undefined;
  /** When they were read, by this machine's clock. */
  readAt: Date;
  unread: readonly Unread[];
}

/** A component in the cluster, and the workload that runs it. */
interface Installed {
  name: string;
  /** Null if its workload does not give it. */
  version: string | null;
  kind: string;
  namespace: string;
  /** Name of the object. */
  resource: string;
}

/** A Deployment of the bare-metal operator. */
export interface Operator {
  install: Installed;
  /** How many pods are wanted, and how many are ready. */
  wanted: number;
  ready: number;
  /** The Ironic that it uses, and where that is set; undefined if unknown. */
  endpoint: { url: string; from: string } | undefined;
}

/** An Ironic that runs in the cluster. */
export interface Ironic {
  install: Installed;
  /** Whether it is on the network of its node. */
  hostNetwork: boolean;
  /** Whether it uses the cluster DNS: pods on the host network do so only with the right `dnsPolicy`. */
  clusterDns: boolean;
}

/** Who else manages a host, as text. */
export interface Owners {
  /** From the consumer upwards: `Metal3Machine metal3/worker-0`. */
  chain: readonly string[];
  /** `Argo CD application "hosts"`. */
  source: string | undefined;
  /** What was last applied, and how that is known. */
  applied: string | undefined;
}

/** Other hosts whose images are at the same address. */
export interface Neighbours {
  address: string;
  count: number;
  /** `namespace/name` of the first ones. */
  names: readonly string[];
  /** Undefined: hosts of all namespaces were counted. */
  namespace: string | undefined;
}

export interface Unread {
  what: string;
  reason: string;
}

/** What to do about a host. At least one of the two is set if there is something to do. */
export interface Next {
  /** The words of a command, starting with its program; `namespace` is where to run it. */
  command?: { words: string[]; namespace: string };
  /** What to know or to do, before the command if there is one. */
  advice?: string;
}

/** What a cause found on a host. */
export interface Found {
  verdict: Verdict;
  /** How this host shows it, as text. */
  summary: string;
  next: Next;
  /** What refuses the repair that the host needs. */
  refusals?: readonly Refusal[];
}

/** One possible cause of a host's problem, as data. */
export interface Cause {
  name: string;
  /** What it means, in one line. */
  means: string;
  find(evidence: Evidence): Found | undefined;
}

/** A command of this plugin for a host. */
export const ours = (
  { name, namespace }: Host,
  verb: string,
  ...flags: string[]
): NonNullable<Next['command']> => ({
  words: ['kubectl', 'bmh', verb, name, ...flags],
  namespace,
});

/** The command that sets fields of a host's status. */
export const clearing = ({ name, namespace }: Host, status: object): NonNullable<Next['command']> => ({
  words: [
    ...['kubectl', 'patch', 'baremetalhost', name, '--subresource=status', '--type=merge', '-p'],
    JSON.stringify({ status }),
  ],
  namespace,
});

/** The command that shows everything that the operator reports about a host. */
export const describing = ({ name, namespace }: Host): Next['command'] => ({
  words: ['kubectl', 'describe', 'baremetalhost', name],
  namespace,
});
