import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { type Measurement, measure } from '../../../lib/cluster/capacity/measure.ts';
import { readOwned } from '../../../lib/cluster/capacity/read.ts';
import { openSession, type Session } from '../../../lib/cluster/session.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, writeResult } from '../../shared/render.ts';
import { daysOf } from '../shared/days.ts';
import { instanceArg } from '../shared/instance-arg.ts';
import { MONITORING } from '../shared/plugin.ts';
import type { CapacityValues } from './flags.ts';
import { rendered, tabled } from './render.ts';
import { KIND, type Report, reportOf } from './report.ts';

/** `kubectl monitoring capacity [NAME]`. */
export const capacity: Handler<CapacityValues> = async ({ args: [word], values }, host) => {
  const [over, horizon] = [daysOf('over', values.over), daysOf('for', values.for)];
  if (values.suggest && values.output)
    throw usageError('--suggest and --output cannot be used together', 'Use one of them.');
  const wanted =
    word === undefined
      ? { name: undefined, component: values.component }
      : instanceArg(word, values.component);
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  const requestTimeout = values.requestTimeout ?? REQUEST_LIMIT;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  try {
    const owned = await readOwned(session, {
      ...wanted,
      namespace: values.allNamespaces ? undefined : namespace,
    });
    const { prometheus } = values;
    const measurements = owned.some(({ volumes }) => volumes.length > 0)
      ? await measure({ session, host, prometheus, over }, owned)
      : [];
    const report = reportOf(owned, measurements, { now: host.clock.now(), over, horizon, values });
    for (const { namespace: place, claims, message, hint } of report.missing)
      session.warn(`no metrics for ${claims.join(', ')} in namespace ${place}: ${message}\n${hint}`);
    await writeResult(host, values.output, () => report);
    if (values.suggest) suggest(report, session, host);
    else if (isDocument(values.output)) return 0;
    else if (values.output)
      host.stdout.write(tabled(report, screenOf(host, session.stdoutPaint), values.allNamespaces));
    else host.stdout.write(drawn(report, { measurements, session, host }));
    return 0;
  } catch (error) {
    await renderError(error, host, { output: values.output, plugin: MONITORING, kind: KIND });
    throw error;
  } finally {
    session.client.close();
  }
};

function drawn(
  report: Report,
  { measurements, session, host }: { measurements: Measurement[]; session: Session; host: Host },
): string {
  const volumes = measurements.flatMap((one) => one.volumes);
  return rendered(
    {
      report,
      now: host.clock.now(),
      pointsOf: ({ metadata: { name, namespace } }) =>
        volumes.find(({ metrics }) => metrics.claim === name && metrics.namespace === namespace)?.metrics
          .points ?? [],
    },
    screenOf(host, session.stdoutPaint),
  );
}

/** Prints only commands, for a script; what they cannot fix is a warning. */
function suggest({ instances, forDays }: Report, { warn }: Session, { stdout, stderr }: Host): void {
  const commands = instances.flatMap(({ next }) => next ?? []);
  for (const command of commands) stdout.write(`${command}\n`);
  for (const {
    metadata: { name },
    part,
    kind,
    size,
    sizeNeeded,
  } of instances)
    if (size !== null && sizeNeeded === null)
      warn(`${kind} ${name}: growth unknown, so no size can be suggested`);
    else if (growsByHand(part) && size !== sizeNeeded)
      warn(
        `${kind} ${name} needs ${sizeNeeded}: ${part === 'ui' ? "grow its claim manually (grafana.persistence.size in the chart's values)" : 'kubectl monitoring resize-pvc shows how to grow its volumes manually'}`,
      );
  if (commands.length === 0)
    stderr.write(
      folded(`Nothing to resize: no volume is known to be too small for ${forDays} days.\n`, stderr),
    );
}
