import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { observeAgain, readLast } from '../../../lib/cluster/hosts/access.ts';
import { readContext } from '../../../lib/cluster/hosts/read-context.ts';
import { readSelected, type Selection, selectionOf } from '../../../lib/cluster/hosts/select-hosts.ts';
import { deniedOf } from '../../../lib/cluster/rights.ts';
import { openSession, type Session } from '../../../lib/cluster/session.ts';
import { fold, type Patch, requestOf } from '../../../lib/hosts/action.ts';
import { unpausing } from '../../../lib/hosts/by-hand.ts';
import { GUARDS } from '../../../lib/hosts/guards/all.ts';
import { type HostObject, readHost } from '../../../lib/hosts/host.ts';
import { NO_TARGET } from '../../../lib/hosts/image.ts';
import { isByHand } from '../../../lib/hosts/manual-pause.ts';
import { type Observed, observed, withObject } from '../../../lib/hosts/observed.ts';
import { missingPermissions } from '../../../lib/kube/api/access.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { isConflict, isRefused } from '../../../lib/kube/api/errors.ts';
import { HOST_RESOURCE, hostResource } from '../../../lib/objects/names.ts';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import { nextMove, type Procedure, type Refusal } from '../../../lib/procedure/procedure.ts';
import { type Change, exitCodeOf, type Left, type NotDone, type Said } from '../../shared/change/change.ts';
import type { Preview } from '../../shared/change/preview.ts';
import { declined, refused, runChange } from '../../shared/change/run-change.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { type Ending, renderItems } from '../../shared/render.ts';
import { clusterWords, commandText } from '../../shared/words.ts';
import { placeOf } from '../shared/report.ts';
import { BMH, sanitize } from '../shared/sanitize.ts';
import type { PauseValues } from './flags.ts';

/** Observes the selected hosts, asks, and changes the pause of those that no guard refuses; returns the exit code. */
export async function changePauses(
  change: PauseChange,
  { words, values }: { words: string[]; values: PauseValues },
  host: Host,
): Promise<number> {
  const requestTimeout = values.requestTimeout ?? REQUEST_LIMIT;
  const session = await openSession({ ...values, requestTimeout }, host);
  const run: PauseRun = { change, values, session, host };
  try {
    const selection = selectionOf(words, values, session.connection.namespace);
    const all = await observeHosts(run, selection);
    if (values.diff || values.dryRun !== 'none') return await previewed(run, all);
    const reports = new Map(all.map((observed) => [observed, settled(run, observed)]));
    const due = all.filter((observed) => !reports.get(observed));
    for (const [observed, report] of await changed(run, due)) reports.set(observed, report);
    return await renderReports(
      [...reports.values()].filter((report) => report !== undefined),
      run,
    );
  } finally {
    session.client.close();
  }
}

/** The report of a host that needs no change or is refused; undefined for any other. */
function settled(run: PauseRun, observed: Observed): Ending | undefined {
  const move = nextMove(run.change.procedure, observed);
  if (move.kind === 'done') return unchanged(run, observed);
  const refusals = move.kind === 'refuse' ? move.refusals : lackingRights(observed);
  return refusals.length > 0 ? refused(pauseChange(run, observed), observed, refusals) : undefined;
}

const unchanged = (run: PauseRun, observed: Observed): Ending =>
  reportOf(run, observed, { verdict: 'unchanged', message: run.change.unchanged });

/** Asks, then changes the pause of one host after the other, until interrupted. */
async function changed(run: PauseRun, due: Observed[]): Promise<Map<Observed, Ending>> {
  const { change, values, host } = run;
  const reports = new Map<Observed, Ending>();
  if (due.length === 0) return reports;
  host.stderr.write(folded(planText(run, due), host.stderr));
  const question = `${change.title} ${due.length === 1 ? 'this host' : `these ${due.length} hosts`}?`;
  const isWanted = values.yes || (await confirm(question, host));
  for (const observed of due) {
    const one = pauseChange(run, observed);
    reports.set(observed, isWanted ? await runChange(one, observed, SILENT(host)) : declined(one, observed));
  }
  return reports;
}

/** Hides the progress of the single step. */
const SILENT = ({ interrupted, clock }: Host) => ({
  show: async () => ({ done() {}, skipped() {}, failed() {}, note() {}, end: async () => {} }),
  warn() {},
  interrupted,
  now: clock.now,
});

/** What the prompt shows: the cluster and the hosts. */
function planText({ session: { connection, paint } }: PauseRun, due: Observed[]): string {
  const byNamespace = Map.groupBy(due, ({ host }) => host.namespace);
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  return [
    row('Context', sanitize(connection.context || '(none)')),
    row('Server', sanitize(connection.server)),
    ...[...byNamespace].flatMap(([namespace, hosts]) => [
      row('Namespace', sanitize(namespace)),
      ...hosts.map(({ host }) => row('Host', paint('bold', sanitize(host.name)))),
    ]),
  ].join('');
}

/** Prints what would be sent to each host and what is refused; changes nothing. Returns the exit code. */
async function previewed(run: PauseRun, all: Observed[]): Promise<number> {
  const { change, values, session, host } = run;
  const { previewOf, writePreview } = await import('../../shared/change/preview.ts');
  const previews: Preview[] = [];
  for (const observed of all) {
    const one = pauseChange(run, observed);
    for (const { reason } of one.denied) session.warn(`${one.where}: ${reason}`);
    const found = await previewOf(one, observed, values.dryRun === 'server' ? session.client : undefined);
    const title = `${change.title} ${one.where}`;
    const writes = found.writes.map((write) => ({ ...write, step: previews.length + 1, title }));
    const isNeeded = found.report.exitCode !== 0 || writes.length > 0;
    previews.push({ report: isNeeded ? found.report : unchanged(run, observed), writes });
  }
  const { output } = values;
  const isData = isDocument(output);
  // What fails, or needs nothing, is reported in words.
  const told = previews.filter(({ report, writes }) => report.exitCode !== 0 || writes.length === 0);
  const shown = isData
    ? previews
    : previews.filter(
        ({ report, writes }) => writes.length > 0 && (output === undefined || report.exitCode === 0),
      );
  if (isData || shown.length > 0)
    await writePreview(shown, host, {
      diff: values.diff,
      output,
      paint: session.stdoutPaint,
      plugin: BMH,
      kind: RESULTS[change.verdict],
    });
  const reports = told.map(({ report }) => report);
  return reports.length === 0 || isData ? worstOf(reports) : renderReports(reports, run);
}

/** The selected hosts with their context, and whether this user may patch them. Warns about what cannot be read. */
async function observeHosts(
  { session: { client, warn } }: Pick<PauseRun, 'session'>,
  selection: Selection,
): Promise<Observed[]> {
  const { group, found } = await readInHostGroup(client, (candidate) =>
    readSelected(client, candidate, selection),
  );
  return Promise.all(
    found.map(async (object) => {
      const host = readHost(object, group);
      const { namespace, name } = host;
      const [around, missing] = await Promise.all([
        readContext(client, host),
        missingPermissions(client, [{ verb: 'patch', group, resource: HOST_RESOURCE, namespace, name }]),
      ]);
      for (const { reason, hint, name: warning } of around.warnings)
        warn(`host ${namespace}/${name}: ${reason}: ${hint} (${warning})`);
      const denied = missing.length > 0 && { denied: deniedOf(missing) };
      return observed(object, group, { ...around.context, ...denied });
    }),
  );
}

/** The refusal if this user may not patch the host. */
const lackingRights = (seen: Observed): Refusal[] =>
  refusalsOf(GUARDS.rights, seen, {
    goal: 'repair',
    target: NO_TARGET,
    order: 'documented',
    accepted: new Set<string>(),
  });

/** The change of the pause of one host. */
function pauseChange(run: PauseRun, observed: Observed): Change<Observed, Patch, Ending> {
  const { change, session } = run;
  const { procedure, title, verdict } = change;
  const message = change.message(observed);
  const { group, host } = observed;
  const where = `host ${host.namespace}/${host.name}`;
  return {
    procedure,
    frame: { leading: [], trailing: [] },
    kind: 'host',
    where,
    notDone: `${where} ${change.notDone}`,
    declined: `not ${verdict}`,
    withdrawn: '',
    resource: hostResource(group, host.name),
    plugin: BMH,
    result: RESULTS[verdict],

    warnings: [],
    denied: lackingRights(observed),
    plan: () => '',
    question: `${title} this host?`,
    before(refusals) {
      const next = refusals.length > 0 ? commandToResume(run, observed) : undefined;
      return next === undefined ? {} : { next };
    },

    fold,
    write: (patch, before) => ({
      request: requestOf(patch, before),
      dryRun: requestOf(patch, before, { dryRun: true }),
    }),
    objectOf: (_, { object }) => object,

    isStale: isConflict,
    isRefused,
    work: () => ({
      // A patch in flight is awaited: otherwise its result would be unknown.
      perform: async (patch, before) =>
        withObject(before, await session.steady.send<HostObject>(requestOf(patch, before))),
      observe: (before) => observeAgain(session.steady, session.steady, before),
      waits: () => false,
    }),
    lastLook: (last) => readLast(session.steady, last),
    left: (outcome, last, wasFound) => left(run, { outcome, last, wasFound }),
    ends(outcome, last) {
      // The response to a patch can be lost: the host decides.
      if (outcome.kind === 'failed' && nextMove(procedure, last).kind === 'done') return { verdict, message };
      if (outcome.kind === 'stalled')
        return {
          verdict: 'failed',
          message: `${where} was not ${verdict}: another client keeps changing it; find out which one`,
        };
      if (outcome.kind !== 'interrupted') return undefined;
      return nextMove(procedure, last).kind === 'done'
        ? { verdict, message }
        : { verdict: 'interrupted', message: `Interrupted: ${where} was not ${verdict}` };
    },
    verify: async (last) => reportOf(run, last, { verdict, message }),
    report: (said, last) => reportOf(run, last, said),
  };
}

/** The state of a host whose patch failed, and the command that tries it again. */
function left(
  run: PauseRun,
  { outcome, last, wasFound }: { outcome: NotDone<Observed, Patch>; last: Observed; wasFound: boolean },
): Left {
  if (outcome.kind !== 'failed') return {};
  const { namespace, name } = last.host;
  const { verdict } = run.change;
  const currentState = wasFound
    ? `host ${namespace}/${name} was not ${verdict}`
    : `host ${namespace}/${name} may be ${verdict}: the result of the request could not be read`;
  return { state: currentState, next: commandToRepeat(run, last) };
}

const reportOf = ({ session: { connection } }: PauseRun, { group, host }: Observed, what: Said): Ending => ({
  ...placeOf(connection, group, host),
  exitCode: exitCodeOf(what.verdict),
  refusals: [],
  ...what,
});

/**
 * The command that ends whatever keeps a host paused: that of an unfinished run or, for a pause by hand, a kubectl command
 * that fails if the host has changed since.
 */
function commandToResume({ values, change }: PauseRun, observed: Observed): string | undefined {
  const { host, record } = observed;
  const cluster = clusterWords({ namespace: host.namespace, values });
  if (typeof record === 'object') return ['kubectl bmh', record.goal, host.name, ...cluster].join(' ');
  if (change.verdict !== 'resumed' || !isByHand(observed)) return undefined;
  return commandText({ ...unpausing(observed), namespace: host.namespace }, { values });
}

/** The same command for this host alone. */
const commandToRepeat = ({ values, change }: PauseRun, { host: { namespace, name } }: Observed): string =>
  ['kubectl bmh', change.title.toLowerCase(), name, ...clusterWords({ namespace, values })].join(' ');

/** Writes the result of each host, failures to stderr in every format; returns the highest exit code. */
async function renderReports(reports: Ending[], run: PauseRun): Promise<number> {
  const { values, session, host } = run;
  const exitCode = worstOf(reports);
  await renderItems(reports, host, {
    output: values.output,
    exitCode,
    paint: session.paint,
    plugin: BMH,
    kind: RESULTS[run.change.verdict],
  });
  return exitCode;
}

const worstOf = (reports: Ending[]): number => Math.max(0, ...reports.map(({ exitCode }) => exitCode));

/** What the result is called as data. */
const RESULTS = { paused: 'PauseList', resumed: 'ResumeList' };

/** What is done to the pause of each host, and its texts. */
interface PauseChange {
  procedure: Procedure<Observed, Patch>;
  verdict: 'paused' | 'resumed';
  /** The verb. */
  title: string;
  /** The message on success. */
  message(host: Observed): string;
  unchanged: string;
  /** What follows the name of a host that is refused. */
  notDone: string;
}

/** One call of a command that changes pauses. */
interface PauseRun {
  change: PauseChange;
  values: PauseValues;
  session: Session;
  host: Host;
}
