import type { Host } from '../../../lib/cli/command.ts';
import type { Access } from '../../../lib/cluster/hosts/access.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import { exitCodeOf } from '../../shared/change/change.ts';
import type { Ending } from '../../shared/render.ts';
import { placeOf } from '../shared/report.ts';
import type { ReenrollValues } from './flags.ts';

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
  /** How long the host must stay healthy, in milliseconds; 0: one healthy observation is enough. */
  stableFor: number;
}

/** The result of a run, rendered as text and, with more detail, as JSON and YAML. */
export interface Report extends Ending {
  /** The image address of the host, which does not change. */
  image: string;
  /** IDs of its node in Ironic, before and, if the run got that far, after. */
  node: { from: string; to?: string };
  warnings: Warning[];
  /** Other possible causes of the error. */
  causes: string[];
}

/** The report of a run: `what` is its result, the rest is known of every run. */
export function reportOf(
  { session: { connection } }: Pick<Run, 'session'>,
  { observed: { group, host }, warnings }: Access,
  { verdict, message, ...what }: Pick<Report, 'verdict' | 'message'> & Partial<Report>,
): Report {
  return {
    ...placeOf(connection, group, host),
    verdict,
    exitCode: exitCodeOf(verdict),
    message,
    image: host.image?.url ?? '',
    node: { from: host.nodeId ?? '' },
    refusals: [],
    warnings,
    causes: [],
    ...what,
  };
}
