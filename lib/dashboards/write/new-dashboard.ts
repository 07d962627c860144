import { dashboard, labelVariable, timeseries } from './parts.ts';

/** A dashboard of an application, with every field of §2.3: one panel, and the variables that its query has. */
export const newDashboard = ({
  uid,
  title,
  job,
}: {
  uid: string;
  title: string;
  job: string;
}): Record<string, unknown> =>
  dashboard({
    uid,
    title,
    tags: [],
    time: { from: 'now-6h', to: 'now' },
    variables: [
      labelVariable({ name: 'job', label: 'Job', of: 'process_cpu_seconds_total', chosen: [job] }),
      labelVariable({
        name: 'instance',
        label: 'Instance',
        of: 'process_cpu_seconds_total{job=~"$job"}',
      }),
    ],
    panels: [
      timeseries({
        title: 'CPU usage',
        description: 'CPU time that each instance uses, in cores.',
        at: [0, 0, 24, 8],
        unit: 'short',
        queries: {
          '{{instance}}':
            'sum by (instance) (rate(process_cpu_seconds_total{job=~"$job", instance=~"$instance"}[$__rate_interval]))',
        },
      }),
    ],
  });
