import type { Host } from '../../../lib/cli/command.ts';
import { isLive, showProgress } from '../../../lib/cli/progress.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import { unaided } from '../../../lib/hosts/diagnosis/unaided.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { expectedTarget } from '../../../lib/hosts/verification.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { masked } from '../../../lib/words/masked.ts';
import { commandText } from '../../shared/words.ts';
import { awaitRecovery } from '../shared/await-recovery.ts';
import { commandToClear, commandToSee } from '../shared/next-commands.ts';
import { endingOfWait, type Waited } from '../shared/recovery-report.ts';
import { reportOf, type WaitReport, type WaitRun } from './report.ts';

/** Waits for one host. An error is its result and does not stop the waits for other hosts. */
export async function waitFor(
  run: WaitRun,
  observed: Observed,
  { waiting, ended }: WaitProgress,
): Promise<WaitReport> {
  const { session, host, timeout, stableFor, warn } = run;
  const { namespace, name } = observed.host;
  const target = expectedTarget(observed);
  const where = `host ${namespace}/${name}`;
  const lost = (reason: string, next?: string, message = `${where} cannot recover by itself: ${reason}`) =>
    reportOf(run, observed, {
      verdict: 'failed',
      reason: 'lost',
      message,
      ...(next !== undefined && { next }),
    });
  const hopeless = unaided(observed);
  if (hopeless) {
    const { reason, command } = hopeless;
    ended(reason, false);
    return command
      ? lost(reason, commandText(command, run))
      : lost(reason, undefined, `there is nothing to wait for on ${where}: ${reason}`);
  }
  try {
    const wait = await awaitRecovery(session.client, observed, {
      target,
      timeout,
      stableFor,
      unconfirmed: stableFor === 0,
      interrupted: host.interrupted,
      waiting: (text) => waiting(masked(text)),
      live: isLive(host),
      warn,
      clock: host.clock.waits,
    });
    const { ended: how, recovery, host: last } = wait;
    if (how === 'decided' && recovery.kind === 'recovered') {
      ended(stableFor > 0 ? `healthy for ${stableFor / 1000}s` : 'healthy', true);
      return reportOf(run, observed, { verdict: 'healthy', message: 'healthy' });
    }
    const {
      note,
      verdict,
      reason,
      message,
      next,
      causes = [],
    } = endingOfWait(waited(run, observed), wait, target);
    ended(masked(note), false);
    if (recovery.kind === 'lost') return lost(recovery.reason);
    return reportOf(run, observed, {
      verdict,
      ...(reason && { reason }),
      message,
      ...(next && { next }),
      // While the host is paused, the operator does not try the image.
      causes: last.paused === undefined ? causes : [],
    });
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === 'aborted') throw error;
    ended(error.message, false);
    const message = [error.message, error.hint].filter(Boolean).join('\n');
    return reportOf(run, observed, { verdict: error.kind === 'timeout' ? 'timed-out' : 'failed', message });
  }
}

function waited({ values, stableFor }: WaitRun, { host: { name, namespace } }: Observed): Waited {
  const place = { name, namespace, values };
  return {
    name,
    namespace,
    known: `host ${namespace}/${name} was watched`,
    timeout: values.timeout,
    stableFor,
    commands: { see: commandToSee(place), clear: commandToClear(place) },
  };
}

/** The progress of one host. */
interface WaitProgress {
  waiting(text: string): void;
  ended(note: string, isHealthy: boolean): void;
}

/** The progress of several waits: one step for all of them, and one line per host below it. */
interface WaitsProgress {
  of(index: number): WaitProgress;
  /** Leaves the display as it is. */
  end(): Promise<void>;
}

/** @param names of the hosts that are waited for. */
export async function showWaits(names: string[], host: Host, paint: Paint): Promise<WaitsProgress> {
  const [only] = names;
  const isOne = names.length === 1;
  const progress = await showProgress([`Wait for ${isOne ? only : `${names.length} hosts`}`], host, paint);
  const lines = new Map<number, string>();
  const endings: { note: string; isHealthy: boolean }[] = [];
  const say = (index: number, text: string): void => {
    lines.set(index, isOne ? text : `${names[index]}: ${text}`);
    progress.note(...[...lines].toSorted(([a], [b]) => a - b).map(([, line]) => line));
  };
  const finish = (): void => {
    const healthy = endings.filter(({ isHealthy }) => isHealthy).length;
    const note = isOne ? endings[0]?.note : `${healthy} of ${names.length} hosts are healthy`;
    progress[healthy === names.length ? 'done' : 'failed'](1, note ?? '');
  };
  return {
    of: (index) => ({
      waiting: (text) => say(index, text),
      ended(note, isHealthy) {
        endings.push({ note, isHealthy });
        if (!isOne) say(index, note);
        if (endings.length === names.length) finish();
      },
    }),
    end: progress.end,
  };
}
