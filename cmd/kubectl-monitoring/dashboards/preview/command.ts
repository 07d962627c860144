import { defineCommand } from '../../../../lib/cli/define-command.ts';
import { previewFlags } from './flags.ts';

export const dashboardsPreviewCommand = defineCommand({
  name: 'dashboards preview',
  summary: 'Draw a dashboard as an HTML page before it is applied',
  description: `
    Writes an HTML page that shows a dashboard to scale: its rows and panels with their titles, units, thresholds and queries. The page
    is one file that loads nothing.

    Panels of the types timeseries, stat, gauge and table, and of the older types graph and singlestat, are drawn with data of the Prometheus of the
    cluster, or of the one at --prometheus, over the time range of the dashboard. Other panels are boxes with their type. If no
    Prometheus is reached, or with --offline, the page has no data.

    Variables have the values that the dashboard was saved with, or the first ones that Prometheus has. Without Prometheus, a
    variable without a value is shown as All. $__rate_interval and the like are those of samples that are taken every 30s, unless
    the panel has an interval.

    FILE is the JSON of a dashboard, or a ConfigMap or Secret with one; - for stdin. The page gets the name of the file, or of
    --key, and the end .html, in the current folder, unless --output says otherwise. A page that is there already is only replaced with --overwrite.`,
  group: 'Dashboard Commands',
  examples: [
    {
      comment: 'Look at a dashboard with data of the cluster',
      command: 'kubectl monitoring dashboards preview shop.yaml',
    },
    {
      comment: 'Only its layout, without a cluster',
      command: 'kubectl monitoring dashboards preview shop.json --offline --output /tmp/shop.html',
    },
    {
      comment: 'With a Prometheus whose port you forward yourself',
      command:
        'kubectl monitoring dashboards preview shop.json --prometheus http://localhost:9090 --overwrite',
    },
  ],
  args: ['FILE'],
  complete: ['file'],
  flags: previewFlags,
  connects: true,
  load: async () => (await import('./handler.ts')).preview,
});
