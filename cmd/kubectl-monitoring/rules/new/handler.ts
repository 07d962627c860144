import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { paintFor } from '../../../../lib/cli/style.ts';
import { type RuleGround, readRuleGround } from '../../../../lib/cluster/rules/read-ground.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import { objectName } from '../../../../lib/kube/api/object-name.ts';
import { labelsFor } from '../../../../lib/objects/label-selector.ts';
import { MONITORING_GROUP } from '../../../../lib/objects/names.ts';
import { asChartTemplate } from '../../../../lib/rules/chart-template.ts';
import { HOST_ALERTS, podDown, rulesYaml } from '../../../../lib/rules/new-rule.ts';
import { asPart, CommandError, reportable, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError } from '../../../shared/text-file.ts';
import { checkGroup } from '../../shared/group.ts';
import type { NewValues } from './flags.ts';

/** A label is not worth a longer wait: the platform's are used then. */
const LIMIT = '5s';

/** `rules new APP`: a rule object with the labels that a Prometheus selects, on stdout or in a chart. */
export const newRules: Handler<NewValues> = async ({ args: [app = ''], values }, host) => {
  const name = objectName(app, 'resource name');
  if (values.namespace !== undefined) objectName(values.namespace, 'namespace');
  if (values.group !== undefined) checkGroup(values.group);
  const job = values.job ?? name;
  if (/["\\\n]/.test(job))
    throw usageError(`invalid --job ${JSON.stringify(job)}`, 'Use the label job as "up" has it.');
  const paint = paintFor(host.stderr, host, values.color);
  const warn = (text: string): void => {
    host.stderr.write(folded(`${paint('yellow', 'Warning:')} ${oneLine(text)}\n`, host.stderr));
  };
  const ground = values.offline ? undefined : await groundOf(values, host, warn);
  const names = values.names ?? ground?.served?.names ?? 'platform';
  const group =
    values.group ?? ground?.served?.group ?? (names === 'upstream' ? MONITORING_GROUP : undefined);
  if (group === undefined)
    throw usageError(
      'the API group of the platform is not known',
      'Pass it with --group, or use --names=upstream for a PrometheusRule.',
    );
  const { metricsServer } = ground ?? {};
  if (ground && !metricsServer)
    warn('no Prometheus in the cluster selects rules (spec.ruleSelector): check the labels of the object');
  const usual: Record<string, string> =
    names === 'platform'
      ? { metrics: 'k8s', role: 'alert-rules' }
      : { prometheus: 'k8s', role: 'alert-rules' };
  const yaml = rulesYaml({
    names,
    group,
    name,
    namespace: values.namespace,
    labels: metricsServer ? { ...labelsFor(metricsServer.selector), role: 'alert-rules' } : usual,
    alerts: values.for === 'baremetal-hosts' ? HOST_ALERTS : [podDown(job)],
  });
  if (values.chart === undefined) host.stdout.write(yaml);
  else
    host.stdout.write(`${writeTemplate(resolve(host.cwd(), values.chart), name, asChartTemplate(yaml))}\n`);
  return 0;
};

/** What the cluster has; undefined with a warning if it cannot be read. */
async function groundOf(
  values: NewValues,
  host: Host,
  warn: (text: string) => void,
): Promise<RuleGround | undefined> {
  try {
    const session = await openSession({ ...values, requestTimeout: values.requestTimeout ?? LIMIT }, host);
    try {
      return await readRuleGround(session.client, values.names);
    } finally {
      session.client.close();
    }
  } catch (error) {
    host.interrupted.throwIfAborted();
    const failure = reportable(error);
    if (failure.kind === 'usage') throw failure;
    warn(
      `the cluster could not be read (${asPart(failure)}): check that a Prometheus selects the labels of the object (spec.ruleSelector)`,
    );
    return undefined;
  }
}

/** Writes a template of a chart, and gives its path. @throws {CommandError} if it is there already, or cannot be written. */
function writeTemplate(chart: string, name: string, text: string): string {
  if (!existsSync(join(chart, 'Chart.yaml')))
    throw usageError(
      `${oneLine(chart)} is no chart: it has no Chart.yaml`,
      'Pass the folder of a chart to --chart.',
    );
  const folder = join(chart, 'templates', 'alerts');
  const path = join(folder, `${name}.yaml`);
  try {
    mkdirSync(folder, { recursive: true });
    create(path, text);
    return path;
  } catch (error) {
    if (!isFileError(error)) throw error;
    const isThere = error.code === 'EEXIST';
    throw new CommandError(
      'refusal',
      `error: ${oneLine(path)} ${isThere ? 'exists already' : `cannot be written: ${fileReason(error)}`}`,
      {
        hint: isThere
          ? 'Choose another name, or remove the file.'
          : 'Check your permissions on the folder and its free space.',
      },
    );
  }
}

/** Creates a file, whole or not at all. */
function create(path: string, text: string): void {
  const handle = openSync(path, 'wx');
  try {
    writeFileSync(handle, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}
