import type { Host } from '../../../lib/cli/command.ts';
import { exitCodes } from '../../../lib/errors.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import type { Ending } from '../../render.ts';
import type { Session } from '../../session.ts';
import { placeOf } from '../place.ts';
import type { ReenrollValues } from '../reenroll.ts';
import type { Access } from '../repair/access.ts';

/** One call of `reenroll`: what every part of it needs. */
export interface Run {
  name: string;
  namespace: string;
  values: ReenrollValues;
  accepted: ReadonlySet<string>;
  session: Session;
  host: Host;
  /** This tool's version. */
  version: string;
  /** How long to wait for the operator, each time, in milliseconds. */
  timeout: number;
  /** How long the host has to stay healthy, in milliseconds; 0: the first healthy sight counts. */
  stableFor: number;
}

/** How a run ended. `attached` is one that did not wait for the operator to take the host back. */
export type Verdict =
  | 'enrolled'
  | 'attached'
  | 'unchanged'
  | 'declined'
  | 'refused'
  | 'failed'
  | 'flapping'
  | 'not-reconciling'
  | 'timeout'
  | 'interrupted';

/** The result of a run, rendered once for people and, the same and more, as JSON and YAML. */
export interface Report extends Ending {
  host: string;
  namespace: string;
  context: string;
  server: string;
  verdict: Verdict;
  /** The image address of the host, which stays as it is. */
  image: string;
  /** IDs of its node in Ironic, before and, where the run came that far, after. */
  node: { from: string; to?: string };
  warnings: Warning[];
  /** What else may keep the host in the error. */
  causes: string[];
}

const codes: Record<Verdict, number> = {
  enrolled: 0,
  attached: 0,
  unchanged: 0,
  declined: 1,
  refused: exitCodes.refusal,
  failed: exitCodes.api,
  flapping: 1,
  'not-reconciling': exitCodes.timeout,
  timeout: exitCodes.timeout,
  interrupted: exitCodes.aborted,
};

/** The report of a run: `what` came of it, beside what is known of every run. */
export function reportOf(
  { session: { connection } }: Pick<Run, 'session'>,
  { observed: { group, host }, warnings }: Access,
  { verdict, message, ...what }: Pick<Report, 'verdict' | 'message'> & Partial<Report>,
): Report {
  return {
    ...placeOf(connection, group, host),
    verdict,
    exitCode: codes[verdict],
    message,
    image: host.image?.url ?? '',
    node: { from: host.nodeId ?? '' },
    refusals: [],
    warnings,
    causes: [],
    ...what,
  };
}
