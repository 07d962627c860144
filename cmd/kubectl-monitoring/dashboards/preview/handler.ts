import { resolve } from 'node:path';
import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { previewSource, readPreview } from '../../../../lib/cluster/dashboards/read-preview.ts';
import { openMetrics } from '../../../../lib/cluster/metrics/open.ts';
import { speechOf } from '../../../../lib/cluster/session.ts';
import { definitionOf } from '../../../../lib/dashboards/definition.ts';
import { CLASSIC_EXPORT } from '../../../../lib/dashboards/export/classic.ts';
import { type Preview, pageOf } from '../../../../lib/dashboards/preview/page.ts';
import { type Plan, planOf } from '../../../../lib/dashboards/preview/preview.ts';
import { uplotTexts } from '../../../../lib/dashboards/preview/uplot.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { countText, oneLine } from '../../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { deliverPage, pageTarget } from '../../../shared/write-page.ts';
import { unlessUnreached } from '../../shared/read-ground.ts';
import { chosenDashboard } from './choose.ts';
import type { PreviewValues } from './flags.ts';

/** `dashboards preview FILE`: one HTML page that draws a dashboard, with data where a Prometheus is reached. */
export const preview: Handler<PreviewValues> = async ({ args: [file = ''], values }, host) => {
  const { output, overwrite, prometheus, offline } = values;
  if (offline && prometheus !== undefined)
    throw usageError('--offline and --prometheus exclude each other', 'Give one of them.');
  const { name, value } = await chosenDashboard(file, values.key, host);
  const definition = definitionOf(value);
  if (!definition) throw usageError(`${name} has no dashboard`);
  if (definition.form === 'v2')
    throw usageError(`${name} has a dashboard of the v2 schema, which a preview cannot draw`, CLASSIC_EXPORT);
  const path = file === '-' ? undefined : resolve(host.cwd(), file);
  const target = pageTarget(
    {
      ...{ output, overwrite, source: { path, noun: 'dashboard' } },
      name: values.key ?? (path === undefined ? 'dashboard' : file),
    },
    host,
  );
  const plan = planOf(definition, value, host.clock.now());
  const content = await contentOf(plan, values, host);
  deliverPage(target, { page: pageOf(content, uplotTexts), summary: summaryOf(content), overwrite }, host);
  return 0;
};

function summaryOf({ sections }: Preview): string {
  const panels = sections.flatMap((section) => section.panels);
  const drawn = panels.filter(({ data }) => data && data.frames.length > 0).length;
  return `${countText(panels.length, 'panel')}, ${drawn === 0 ? 'without data' : `${drawn} with data`}`;
}

/** What the page shows; without data if no Prometheus is reached, and with a warning. */
async function contentOf(plan: Plan, values: PreviewValues, host: Host): Promise<Preview> {
  const { namespace = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT, prometheus, offline } = values;
  const isAsked = plan.sections.some(({ panels }) =>
    panels.some(
      ({ view }) => view.drawing !== 'box' && view.queries.some(({ unasked }) => unasked === undefined),
    ),
  );
  if (offline || !isAsked) return readPreview(plan, {});
  const content = await unlessUnreached({ ...values, namespace, requestTimeout }, host, {
    async read(session) {
      const metrics = await openMetrics({ session, host, prometheus }, namespace);
      try {
        return await readPreview(plan, { source: previewSource(metrics), via: metrics.via });
      } finally {
        await metrics.close();
      }
    },
    warning: (reason) => `the page has no data: ${reason.replace(LINE, ': ').replaceAll(LINES, '; ')}`,
  });
  if (!content) return readPreview(plan, {});
  sayFaults(content, speechOf(values, host).warn);
  return content;
}

/** A failure may name what was tried, each on a line. */
const LINE = /\n\s*/;
const LINES = /\n\s*/g;

function sayFaults({ sections }: Preview, warn: (text: string) => void): void {
  for (const { title, data } of sections.flatMap((section) => section.panels))
    for (const fault of data?.faults ?? []) warn(oneLine(`panel ${JSON.stringify(title)}: ${fault}`));
}
