import { randomUUID } from 'node:crypto';
import type { Progress } from '../../../lib/cli/command.ts';
import { type Access, observeAgain, readLast } from '../../../lib/cluster/hosts/access.ts';
import { requestOf } from '../../../lib/hosts/action.ts';
import { clearing } from '../../../lib/hosts/diagnosis/evidence.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { withObject } from '../../../lib/hosts/observed.ts';
import { reenrollState } from '../../../lib/hosts/reenroll/current-state.ts';
import { isHealthy } from '../../../lib/hosts/reenroll/decide.ts';
import { REENROLL_GUARDS, warnings } from '../../../lib/hosts/reenroll/guards.ts';
import {
  fold,
  presentAim,
  type ReenrollAction,
  reenrollProcedure,
} from '../../../lib/hosts/reenroll/procedure.ts';
import { detachmentOf, type Enrollment, enrollmentOf } from '../../../lib/hosts/reenroll/record.ts';
import { isConflict, isRefused } from '../../../lib/kube/api/errors.ts';
import { hostResource, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import { nextMove, type Procedure } from '../../../lib/procedure/procedure.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { quoted } from '../../../lib/words/shell.ts';
import type { Change, Work } from '../../shared/change/change.ts';
import { clusterWords, commandText } from '../../shared/words.ts';
import { commandToSee } from '../shared/next-commands.ts';
import { BMH, sanitize } from '../shared/sanitize.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { awaitDetached, verify } from './verify.ts';

/** The reenroll of one host, because of `why`: detach, wait, attach, and verify that the operator re-enrolls it. */
export function reenrollChange(
  run: Run,
  found: Access,
  why: string,
): Change<Enrollment, ReenrollAction, Report> {
  const { name, namespace, accepted, version, host, session } = run;
  const { observed } = found;
  const where = `host ${namespace}/${name}`;
  const aim = presentAim(observed.host);
  const access = { ...found, warnings: [...found.warnings, ...warningsOf(warnings, observed, aim)] };
  const procedure = reenrollProcedure({
    accepted,
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
  return {
    procedure,
    frame: { leading: ['Verify access'], trailing: [] },
    kind: 'host',
    where,
    notDone: `${where} was not re-enrolled`,
    declined: 'not re-enrolled',
    withdrawn: 'the detachment was undone',
    resource: hostResource(observed.group, name),
    plugin: BMH,
    result: 'ReenrollList',

    warnings: access.warnings,
    denied: refusalsOf(REENROLL_GUARDS.rights, observed, { ...aim, accepted }),
    plan: () => planText(run, access, why),
    question: 'Re-enroll the node of this host?',
    resumes: typeof enrollmentOf(observed).record === 'object' ? { run: 're-enrollment' } : undefined,
    before() {
      const enrollment = enrollmentOf(observed);
      const { text, unfinished } = reenrollState(enrollment);
      return {
        ...(enrollment.record !== undefined && { state: text }),
        ...(unfinished && { next: commandToResume(run) }),
      };
    },

    fold,
    write: (action, { observed: before }) =>
      action.kind === 'patch'
        ? { request: requestOf(action, before), dryRun: requestOf(action, before, { dryRun: true }) }
        : undefined,
    objectOf: (_, { observed: { object } }) => object,
    bookkeeping: [REENROLL_ANNOTATION],

    isStale: isConflict,
    // An operator that did not react in time has done nothing: the host is attached again as it was.
    isRefused: (error) => isRefused(error) || isTimeout(error),
    work: (progress) => workOn(run, procedure, progress),
    async lastLook(last) {
      const seen = await readLast(session.steady, last.observed);
      return seen && enrollmentOf(seen, last);
    },
    left(outcome, last, wasFound) {
      const doubt = wasFound || outcome.kind !== 'failed' ? undefined : doubtAbout(where, last);
      const { text, unfinished } = doubt ?? reenrollState(last);
      return { state: text, ...(unfinished && { next: commandToResume(run) }) };
    },
    ends(outcome, last) {
      const next = commandToSee(run);
      if (outcome.kind === 'interrupted' && isAttached(last))
        return {
          verdict: 'interrupted',
          message: `Interrupted: ${where} is attached again; to see whether the error comes back, run: ${next}`,
          next,
        };
      if (outcome.kind === 'refused' && !reenrollState(last).unfinished && outcome.refusals.every(isHealthy))
        return {
          verdict: 'unchanged',
          message: 'unchanged: its error cleared before anything was written',
        };
      return undefined;
    },
    verify: ({ observed: now, last }, step) =>
      verify(run, access, { observed: now, node: last?.node ?? observed.host.nodeId ?? '', step }),
    report: (said) => reportOf(run, access, said),
  };
}

/** Runs the actions against the cluster. */
function workOn(
  run: Run,
  procedure: Procedure<Enrollment, ReenrollAction>,
  { note }: Progress,
): Work<Enrollment, ReenrollAction> {
  const { session, host } = run;
  const { client } = session;
  const deadline = AbortSignal.timeout(run.timeout);
  const observe = async (before: Enrollment): Promise<Enrollment> =>
    enrollmentOf(await observeAgain(client, client, before.observed), before);
  return {
    observe,
    waits: ({ kind }) => kind === 'wait',
    async perform(action, before, signal) {
      const { observed } = before;
      if (action.kind === 'wait') {
        const seen = await awaitDetached(run, before, {
          deadline,
          note,
          isOver: (now) => {
            const move = nextMove(procedure, now);
            return move.kind !== 'act' || move.action.kind !== 'wait';
          },
        });
        // The attach needs a fresh observation: after the wait, the context of the host may be minutes old.
        return host.interrupted.aborted ? seen : observe(seen);
      }
      if (action.kind === 'try') {
        await client.send(requestOf(action.patch, observed, { dryRun: true }), signal);
        return fold(action, before);
      }
      try {
        const object = await client.send<HostObject>(requestOf(action, observed), signal);
        return enrollmentOf(withObject(observed, object), before);
      } catch (error) {
        if (action.subresource === undefined || isConflict(error) || !isRefused(error)) throw error;
        // A host must not stay detached because errorCount cannot be reset.
        const command = commandText(clearing(observed.host, { errorCount: 0 }), run);
        session.warn(
          `its old errorCount could not be reset (${(error as Error).message}); to reset it, run: ${command}`,
        );
        return fold(action, before);
      }
    },
  };
}

const isTimeout = (error: unknown): boolean => error instanceof CommandError && error.kind === 'timeout';

/** Whether the host was attached again after this run had detached it. */
const isAttached = ({ observed, record, last }: Enrollment): boolean =>
  last !== undefined && record === undefined && detachmentOf(observed) === 'none';

/** The state if a failed write may have succeeded and its result cannot be read. */
function doubtAbout(where: string, last: Enrollment): { text: string; unfinished: true } {
  const how = reenrollState(last).unfinished
    ? 'is detached by this unfinished run'
    : 'may be detached by this run';
  return {
    text: `${where} ${how}: the result of the last request could not be read, so do not attach it by hand`,
    unfinished: true,
  };
}

/** What the prompt shows: the cluster, the host, the reason, and what happens to its node and disk. */
function planText(
  { session: { connection, paint } }: Run,
  { observed: { host } }: Access,
  why: string,
): string {
  const rows: [string, string][] = [
    ['Context', sanitize(connection.context || '(none)')],
    ['Server', sanitize(connection.server)],
    ['Namespace', sanitize(host.namespace)],
    ['Host', `${paint('bold', sanitize(host.name))} (${why})`],
    ['Image', sanitize(host.image?.url ?? 'none')],
    ['Node', `${sanitize(host.nodeId || 'none')}: deleted in Ironic, then re-enrolled through the BMC`],
    ['Disk', 'not touched; the machine keeps running'],
  ];
  return rows.map(([label, text]) => `  ${label.padEnd(10)} ${text}\n`).join('');
}

/** The command that resumes an unfinished re-enrollment, as a user types it. */
const commandToResume = ({ name, namespace, values }: Run): string =>
  [
    'kubectl bmh reenroll',
    name,
    ...clusterWords({ namespace, values }),
    ...values.accept.flatMap((guard) => ['--accept', quoted(guard)]),
  ].join(' ');
