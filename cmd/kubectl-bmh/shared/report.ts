import type { Host } from '../../../lib/cli/command.ts';
import type { Access } from '../../../lib/cluster/hosts/access.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Check } from '../../../lib/hosts/health.ts';
import type { Host as HostRecord } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Goal } from '../../../lib/hosts/record.ts';
import type { Connection } from '../../../lib/kube/config/connection.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import { exitCodeOf } from '../../shared/change/change.ts';
import type { Ending } from '../../shared/render.ts';
import type { UndoValues } from './flags.ts';
import type { SharedWatch } from './shared-watch.ts';

/** One call of a command that changes a host. */
export interface Run {
  goal: Goal;
  name: string;
  namespace: string;
  values: UndoValues;
  accepted: ReadonlySet<string>;
  /** `--hold` in milliseconds; if not given, it depends on the host. */
  hold: number | undefined;
  session: Session;
  host: Host;
  /** This tool's version. */
  version: string;
  /** What ends its bracket between two requests, and what ends the wait after it. */
  ends: { bracket: AbortSignal; wait: AbortSignal };
  /** In a fleet, by what its waits are followed. */
  following?: Following;
}

/** What the hosts of a fleet are followed by after their resume. */
export interface Following extends SharedWatch {
  /** Called when a host is no longer written to, only waited for. */
  started(): void;
}

/** The result of a run, rendered as text, JSON or YAML. */
export interface Report extends Ending {
  image?: { from: Addresses; to: Addresses };
  /** In a fleet: the wave in which the host was handled. */
  wave?: string | undefined;
  warnings: Warning[];
  /** The three documented checks, if the run got that far. */
  checks: Check[];
  /** Other possible causes of the error. */
  causes: string[];
}

interface Addresses {
  url: string;
  checksum: string;
}

/** The report of a run: `what`, completed by what every report has. */
export function reportOf(
  run: Run,
  { observed: { group, host }, warnings }: Access,
  { target, ...what }: Pick<Report, 'verdict' | 'message'> & Partial<Report> & { target?: Target },
): Report {
  const { url = '', checksum = '' } = host.image ?? {};
  return {
    ...bareReport(run, group, { warnings, ...what }),
    ...(target && { image: { from: { url, checksum }, to: { url: target.url, checksum: target.checksum } } }),
  };
}

/** The report of a run that could not read its host, or was not started. */
export const bareReport = (
  { name, namespace, session: { connection } }: Run,
  group: string,
  what: Pick<Report, 'verdict' | 'message'> & Partial<Report>,
): Report => ({
  ...placeOf(connection, group, { name, namespace }),
  exitCode: exitCodeOf(what.verdict),
  refusals: [],
  warnings: [],
  checks: [],
  causes: [],
  ...what,
});

/** Which host a report is about, and where it is. */
export const placeOf = (
  { context, server }: Pick<Connection, 'context' | 'server'>,
  group: string,
  { name, namespace }: Pick<HostRecord, 'name' | 'namespace'>,
) => ({ name, namespace, resource: hostResource(group, name), context, server });
