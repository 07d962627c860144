import type { Handler } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { readInstance } from '../../../lib/cluster/volumes/access.ts';
import { findRecords } from '../../../lib/cluster/volumes/records.ts';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { decideUndo } from '../../../lib/volumes/decide.ts';
import { undoArgs } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { parseRecord, type RecordObject, type ResizeRecord } from '../../../lib/volumes/record.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { durationOf, REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, renderReport, resultOf, writeResult } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { type InstanceArg, instanceArg } from '../shared/instance-arg.ts';
import { MONITORING } from '../shared/plugin.ts';
import { refusalReport, resizeChange } from './change.ts';
import type { UndoValues } from './flags.ts';
import { existingKind } from './refuse.ts';
import { RESULT, type Report, type Run, reportOf } from './report.ts';
import { NO_VALUES } from './values.ts';

/** `kubectl monitoring undo [NAME]`: the bracket of §4.C with the originals of its record as the target. */
export const undo: Handler<UndoValues> = async ({ args: [word], values }, host, { version }) => {
  const timeout = durationOf('timeout', values.timeout, { least: 1 });
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  const wanted = word === undefined ? undefined : instanceArg(word, undefined);
  const { output } = values;
  const session = await openSession(
    { ...values, namespace, requestTimeout: values.requestTimeout ?? REQUEST_LIMIT },
    host,
  );
  const { client } = session;
  const call = { goal: 'undo', namespace, values, repeated: [], timeout, session, host, version } as const;
  try {
    const found = await find(call, wanted);
    if (!found) {
      await nothingAt(call);
      return 0;
    }
    const { component, name, record } = found;
    const { mode = 'offline', size } = asRecord(record);
    const observed = await readInstance(client, {
      ...{ component, namespace, mode, name, given: undefined },
    });
    const options = {
      size: size ?? observed.instance.size ?? '0',
      ...{ mode, retain: false, includeOrphaned: false, accepted: new Set<string>() },
    };
    const report = await decided({ ...call, component, options }, observed);
    if (!report) return 0;
    await renderReport(report, host, { output, paint: session.paint, plugin: MONITORING, kind: RESULT });
    return report.exitCode;
  } catch (error) {
    await renderError(error, host, { output, plugin: MONITORING, kind: RESULT });
    throw error;
  } finally {
    client.close();
  }
};

type UndoCall = Omit<Run, 'component' | 'options'>;

const asRecord = (record: RecordObject | undefined): Partial<ResizeRecord> => {
  const parsed = parseRecord(record);
  return typeof parsed === 'object' ? parsed : {};
};

/** The instance to undo: the one named, or the only one with an unfinished run; undefined if there is none. */
async function find({ namespace, values, session: { client } }: UndoCall, wanted: InstanceArg | undefined) {
  const { name, component } = wanted ?? {};
  if (component === 'agent')
    throw usageError(
      'resize-pvc does not resize the volumes of a PrometheusAgent',
      'There is nothing to undo.',
    );
  const records = await findRecords(client, { namespace, name, component });
  const [first, ...others] = records;
  if (others.length > 0)
    throw usageError(
      `namespace "${namespace}" has more than one unfinished resize`,
      `Name one of them: ${records.map(({ component: { kind }, name }) => commandText({ words: undoArgs(kind, name), namespace }, { values })).join('; ')}`,
    );
  if (first || name === undefined) return first;
  // Without a record, the name alone does not say of which kind the instance is.
  const kind = component ? COMPONENTS[component] : await existingKind(client, name, namespace);
  return { component: kind, name, record: undefined };
}

/** Says that a namespace has no unfinished run; no instance is named. */
async function nothingAt({ namespace, values: { output }, host }: UndoCall): Promise<void> {
  const message = `unchanged: there is no unfinished resize to undo in namespace "${namespace}"`;
  const result = { verdict: 'unchanged', exitCode: 0, message, items: [] } as const;
  await writeResult(host, output, () => resultOf(MONITORING, RESULT, result));
  if (!isDocument(output)) host.stderr.write(folded(`${message}\n`, host.stderr));
}

async function decided(run: Run, observed: Observed): Promise<Report | undefined> {
  const decision = decideUndo(observed);
  switch (decision.kind) {
    case 'nothing':
      return reportOf(run, observed, {
        verdict: 'unchanged',
        message: 'unchanged: there is no unfinished resize to undo',
      });
    case 'refuse':
      return refusalReport(run, observed, decision.refusals);
    case 'undo':
      return carryOut(
        resizeChange(run, observed, {
          target: decision.target,
          why: 'a resize is unfinished',
          values: NO_VALUES,
        }),
        observed,
        run,
      );
  }
}
