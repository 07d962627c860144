import type { Flags, Handler, Host, Recorder } from '../../../lib/cli/command.ts';
import { connectionFlags } from '../../../lib/cli/flags.ts';
import { CommandError, usageError } from '../../../lib/words/errors.ts';
import { commandLine } from '../command-line.ts';
import { failureOf, type Plugin, resultOf } from '../render.ts';
import type { ReportValues } from './flags.ts';
import { keepRecord } from './record.ts';

interface Reported {
  /** The command: `repair`. */
  name: string;
  /** Its own, without those of the report: the page shows a command that can be run again. */
  flags: Flags;
  /** What its result is called as data: `RepairList`. */
  kind: string;
}

/**
 * A handler whose result has the record of its run and that writes `--report`: before the first request, so that a run that is killed
 * has one, and again with the result. It is also written if the run fails.
 */
export const reporting =
  (handler: Handler, { name, flags, kind }: Reported): Handler =>
  async (call, host, program) => {
    const values = call.values as Record<string, unknown> & ReportValues;
    if (values.overwrite && values.report === undefined)
      throw usageError('--overwrite requires --report', 'Add --report, or omit --overwrite.');
    const apiVersion = `${program.name.replace('kubectl ', '')}.kubectl/v1` as Plugin['apiVersion'];
    const command = commandLine(`${program.name} ${name}`, call, { ...flags, ...connectionFlags });
    const report =
      values.report === undefined
        ? undefined
        : (await import('./write-report.ts')).openReport(values.report, values, host);
    const isReported = report !== undefined;
    const record = keepRecord({ command, version: program.version, isReported }, host.clock);
    const recorder: Recorder = {
      hasReport: isReported,
      connected(cluster) {
        record.connected(cluster);
        report?.begin(resultOf({ apiVersion }, kind, record.unfinished()));
      },
      async recorded(result) {
        const whole = await record.added(result);
        report?.finish(whole);
        return whole;
      },
    };
    try {
      return await handler(call, withRecorder(host, recorder), program);
    } catch (error) {
      // Without a request, nothing has happened that is worth a report.
      if (report?.isPending())
        await recorder.recorded(resultOf({ apiVersion }, kind, { ...failure(error), items: [] }));
      throw error;
    } finally {
      report?.end();
    }
  };

/** A host with a recorder. Its getters stay getters: stdin is only opened by what reads it. */
const withRecorder = (host: Host, recorder: Recorder): Host =>
  Object.defineProperties({} as Host, {
    ...Object.getOwnPropertyDescriptors(host),
    recorder: { value: recorder, enumerable: true },
  });

/** A failure as a result has it; any other error is a bug, which the message of the program names. */
const failure = (error: unknown) =>
  failureOf(
    error instanceof CommandError
      ? error
      : new CommandError(
          'api',
          `unexpected error: ${error instanceof Error ? error.message : String(error)}`,
        ),
  );
