import type { Host } from '../../../lib/cli/command.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import {
  type Component,
  type ComponentName,
  instanceResource,
  type ResizableName,
} from '../../../lib/objects/components.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import { growthText } from '../../../lib/volumes/claim.ts';
import type { ResizeOptions } from '../../../lib/volumes/decide.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import type { Goal, Mode } from '../../../lib/volumes/record.ts';
import { claimsToGrow, isResized, recordOf } from '../../../lib/volumes/state.ts';
import { exitCodeOf } from '../../shared/change/change.ts';
import type { Ending } from '../../shared/render.ts';
import type { ValuesReport } from '../shared/values/apply.ts';
import type { UndoValues } from './flags.ts';

/** One call of `resize-pvc` or `undo`. */
export interface Run {
  goal: Goal;
  component: Component<ResizableName>;
  namespace: string;
  options: ResizeOptions;
  values: UndoValues;
  /** Flags that the command to resume repeats. */
  repeated: readonly string[];
  /** Where no flag gives the mode: the user answered a prompt, or it is that of the record or offline. */
  modeBy?: 'answer' | 'default';
  /** How long to wait at each step, in milliseconds. */
  timeout: number;
  session: Session;
  host: Host;
  /** This tool's version. */
  version: string;
}

/** What the results of both commands are called as data. */
export const RESULT = 'ResizeList';

/** One claim in a report. */
export interface ClaimReport {
  name: string;
  /** Requested size before the run; the current one if that is not known. */
  from: string;
  /** Requested size. */
  size: string;
  capacity: string | undefined;
  done: boolean;
  /** Progress of its resize, as text. */
  state: string;
  /** Size of its file system as the kubelet measures it; absent if no Prometheus reports it. */
  fileSystemBytes?: number;
}

/** The result of a run, rendered as text, JSON and YAML. */
export interface Report extends Ending {
  component: ComponentName;
  mode: Mode;
  size: string;
  claims: ClaimReport[];
  /** Names of the claims of scaled-down replicas that were left as they are. */
  orphaned: string[];
  warnings: Warning[];
  values?: ValuesReport;
}

/** The report of a run with the outcome `what`. */
export function reportOf(
  { component, namespace, options, session: { connection } }: Run,
  observed: Observed,
  what: Pick<Report, 'verdict' | 'message'> & Partial<Report>,
): Report {
  const { size, includeOrphaned } = options;
  const { instance, orphaned } = observed;
  const mode = recordOf(observed)?.mode ?? options.mode;
  return {
    component: component.name,
    name: instance.name,
    namespace,
    resource: instanceResource(component, instance.name),
    context: connection.context,
    server: connection.server,
    exitCode: exitCodeOf(what.verdict),
    mode,
    size,
    claims: claimReports(observed, size, includeOrphaned),
    orphaned: includeOrphaned ? [] : orphaned.map(({ name }) => name),
    refusals: [],
    warnings: [],
    ...what,
  };
}

const claimReports = (observed: Observed, size: string, includeOrphaned: boolean): ClaimReport[] =>
  claimsToGrow(observed, includeOrphaned).map((claim) => ({
    name: claim.name,
    from: recordOf(observed)?.original.claims[claim.name] ?? claim.size,
    size: claim.size,
    capacity: claim.capacity,
    done: isResized(claim, size),
    state: growthText(claim, size),
  }));
