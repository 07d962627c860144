import { resolve } from 'node:path';
import type { Handler } from '../../../../lib/cli/command.ts';
import { speechOf } from '../../../../lib/cluster/session.ts';
import { nameFor } from '../../../../lib/dashboards/write/names.ts';
import { writtenContainer } from '../../../../lib/dashboards/write/written.ts';
import { isObjectName, objectName } from '../../../../lib/kube/api/object-name.ts';
import { asChartTemplate } from '../../../../lib/words/chart-template.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { checkChart, writeTemplate } from '../../shared/write-template.ts';
import { checkFolder } from '../shared/check-folder.ts';
import { sayChanges } from '../shared/say-changes.ts';
import { sidecarFor } from '../shared/sidecar-for.ts';
import type { DashboardsNewValues } from './flags.ts';
import { sourceOf } from './source.ts';

/** `dashboards new NAME`: a container of a dashboard with the label that the sidecar looks for, on stdout or in a chart. */
export const newDashboards: Handler<DashboardsNewValues> = async ({ args: [word = ''], values }, host) => {
  const { namespace, folder, names } = values;
  const name = newName(word);
  if (namespace !== undefined) objectName(namespace, 'namespace');
  if (folder !== undefined) checkFolder(folder);
  if (values.title?.trim() === '') throw usageError('--title is empty', 'Omit it, or give a title.');
  const chart = values.chart === undefined ? undefined : resolve(host.cwd(), values.chart);
  if (chart !== undefined) checkChart(chart);
  const source = await sourceOf(name, values, host);
  sayChanges(source, values, host);
  const sidecar = await sidecarFor(values, host);
  const { yaml, warnings } = writtenContainer(
    {
      kind: values.secret ? 'Secret' : 'ConfigMap',
      ...{ name, namespace, folder },
      dashboard: source.dashboard,
    },
    { names, sidecar },
  );
  const { warn } = speechOf(values, host);
  for (const warning of warnings) warn(oneLine(warning));
  if (chart === undefined) host.stdout.write(yaml);
  else {
    const path = writeTemplate(chart, { folder: 'dashboards', name, text: asChartTemplate(yaml) });
    host.stdout.write(`${path}\n`);
  }
  return 0;
};

/** A name for an object that is not there yet. @throws {CommandError} if it is not a valid one. */
function newName(word: string): string {
  if (isObjectName(word)) return word;
  throw usageError(
    `invalid resource name "${oneLine(word.slice(0, LONGEST))}"`,
    `Use up to ${LONGEST} lower case letters, digits, - and ., such as ${nameFor(word, 'shop')}.`,
  );
}

const LONGEST = 253;
