import type { Host } from '../../../lib/cli/command.ts';
import { exitCodes } from '../../../lib/errors.ts';
import type { Wish } from '../../../lib/hosts/decide.ts';
import type { Check } from '../../../lib/hosts/health.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Goal } from '../../../lib/hosts/record.ts';
import { hostResource } from '../../../lib/names.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Session } from '../../session.ts';
import type { RepairValues } from '../repair.ts';
import type { UndoValues } from '../undo.ts';
import type { Access } from './access.ts';

/** One call of a command that changes a host: what every part of it needs. */
export interface Run {
  goal: Goal;
  name: string;
  namespace: string;
  values: UndoValues;
  accepted: ReadonlySet<string>;
  session: Session;
  host: Host;
  /** This tool's version. */
  version: string;
}

/** One call of `repair`. */
export interface Repair extends Run {
  values: RepairValues;
  wish: Wish;
  /** How long to wait for the operator, in milliseconds. */
  timeout: number;
  /** How long the host has to stay healthy, in milliseconds; 0: the first healthy sight counts. */
  stableFor: number;
}

/** How a run ended. `patched` is a repair that did not wait for the operator. */
export type Verdict =
  | 'repaired'
  | 'patched'
  | 'undone'
  | 'unchanged'
  | 'planned'
  | 'declined'
  | 'refused'
  | 'failed'
  | 'not-recovered'
  | 'flapping'
  | 'node-active'
  | 'not-reconciling'
  | 'timeout'
  | 'interrupted';

/** The result of a run, rendered once for people and, the same and more, as JSON and YAML. */
export interface Report {
  host: string;
  namespace: string;
  /** As `-o name` prints it. */
  resource: string;
  context: string;
  server: string;
  verdict: Verdict;
  exitCode: number;
  /** One line: what came of it, or what is wrong. */
  message: string;
  /** How the host stands where the run did not finish, and the command that goes on. */
  standing?: string;
  next?: string;
  image?: { from: Addresses; to: Addresses };
  refusals: Refusal[];
  warnings: Warning[];
  /** The document's three checks, where the run came that far. */
  checks: Check[];
  /** What else may keep the host in the error. */
  causes: string[];
}

interface Addresses {
  url: string;
  checksum: string;
}

const codes: Record<Verdict, number> = {
  repaired: 0,
  patched: 0,
  undone: 0,
  unchanged: 0,
  planned: 0,
  declined: 1,
  refused: exitCodes.refusal,
  failed: exitCodes.api,
  'not-recovered': 1,
  flapping: 1,
  'node-active': 1,
  'not-reconciling': exitCodes.timeout,
  timeout: exitCodes.timeout,
  interrupted: exitCodes.aborted,
};

/** The report of a run: `what` came of it, beside what is known of every run. */
export function reportOf(
  { name, namespace, session: { connection } }: Run,
  { observed: { group, host }, warnings }: Access,
  {
    target,
    verdict,
    message,
    ...what
  }: Pick<Report, 'verdict' | 'message'> & Partial<Report> & { target?: Target },
): Report {
  const { url = '', checksum = '' } = host.image ?? {};
  return {
    host: name,
    namespace,
    resource: hostResource(group, name),
    context: connection.context,
    server: connection.server,
    verdict,
    exitCode: codes[verdict],
    message,
    ...(target && { image: { from: { url, checksum }, to: { url: target.url, checksum: target.checksum } } }),
    refusals: [],
    warnings,
    checks: [],
    causes: [],
    ...what,
  };
}
