import { resolve } from 'node:path';
import type { Handler } from '../../../../lib/cli/command.ts';
import { readRuleGround } from '../../../../lib/cluster/rules/read-ground.ts';
import { speechOf } from '../../../../lib/cluster/session.ts';
import { objectName } from '../../../../lib/kube/api/object-name.ts';
import { labelsFor } from '../../../../lib/objects/label-selector.ts';
import { ruleLabels } from '../../../../lib/objects/monitoring-names.ts';
import { MONITORING_GROUP } from '../../../../lib/objects/names.ts';
import { HOST_ALERTS, podDown, rulesYaml } from '../../../../lib/rules/new-rule.ts';
import { asChartTemplate } from '../../../../lib/words/chart-template.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { checkGroup } from '../../shared/group.ts';
import { readGround } from '../../shared/read-ground.ts';
import { writeTemplate } from '../../shared/write-template.ts';
import type { NewValues } from './flags.ts';

/** `rules new APP`: a rule object with the labels that a Prometheus selects, on stdout or in a chart. */
export const newRules: Handler<NewValues> = async ({ args: [app = ''], values }, host) => {
  const name = objectName(app, 'resource name');
  if (values.namespace !== undefined) objectName(values.namespace, 'namespace');
  if (values.group !== undefined) checkGroup(values.group);
  const job = values.job ?? name;
  if (/["\\\n]/.test(job))
    throw usageError(`invalid --job ${JSON.stringify(job)}`, 'Use the label job as "up" has it.');
  const { warn } = speechOf(values, host);
  const ground = await readGround(values, host, {
    read: ({ client }) => readRuleGround(client, values.names),
    advice: 'check that a Prometheus selects the labels of the object (spec.ruleSelector)',
  });
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
  const yaml = rulesYaml({
    names,
    group,
    name,
    namespace: values.namespace,
    labels: metricsServer ? { ...labelsFor(metricsServer.selector), role: 'alert-rules' } : ruleLabels(names),
    alerts: values.for === 'baremetal-hosts' ? HOST_ALERTS : [podDown(job)],
  });
  if (values.chart === undefined) host.stdout.write(yaml);
  else {
    const chart = resolve(host.cwd(), values.chart);
    const path = writeTemplate(chart, { folder: 'alerts', name, text: asChartTemplate(yaml) });
    host.stdout.write(`${path}\n`);
  }
  return 0;
};
