import type { Refusal } from '../../procedure/procedure.ts';
import type { Host } from '../host.ts';
import type { Evidence } from './evidence.ts';

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
