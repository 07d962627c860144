import type { Version } from '../versions/version.ts';
import { type ChartVersion, chartVersion, compareCharts } from './chart-version.ts';

/** The newest chart that this data knows, which is what an upgrade goes to by default. */
export const NEWEST = chartVersion('88.5.3');

/** The oldest one whose changes it knows. */
export const OLDEST = chartVersion('40.0.0');

/** The oldest Kubernetes that a chart accepts. */
const KUBERNETES: readonly { since: string; oldest: Version }[] = [{ since: '73.0.0', oldest: [1, 25] }];

/** A version of the chart that comes with another operator, and the Prometheus of that time where its notes name it. */
interface Release {
  since: string;
  operator: string;
  prometheus?: Version;
}

/** From the upgrade notes of the chart: it has a new major version for each new version of the operator. */
const RELEASES: readonly Release[] = [
  { since: '40.0.0', operator: '0.59.1', prometheus: [2, 38] },
  { since: '41.0.0', operator: '0.60.1', prometheus: [2, 39] },
  { since: '43.0.0', operator: '0.61.1', prometheus: [2, 40] },
  { since: '44.0.0', operator: '0.62.0', prometheus: [2, 41] },
  { since: '45.0.0', operator: '0.63.0', prometheus: [2, 42] },
  { since: '46.0.0', operator: '0.65.1', prometheus: [2, 44] },
  { since: '47.0.0', operator: '0.66.0' },
  { since: '49.0.0', operator: '0.67.1', prometheus: [2, 46] },
  { since: '51.0.0', operator: '0.68.0', prometheus: [2, 47] },
  { since: '53.0.0', operator: '0.69.1' },
  { since: '55.0.0', operator: '0.70.0' },
  { since: '56.0.0', operator: '0.71.0', prometheus: [2, 49] },
  { since: '57.0.0', operator: '0.72.0' },
  { since: '58.0.0', operator: '0.73.0' },
  { since: '59.0.0', operator: '0.74.0' },
  { since: '61.0.0', operator: '0.75.0' },
  { since: '62.0.0', operator: '0.76.0' },
  { since: '65.0.0', operator: '0.77.1' },
  { since: '66.0.0', operator: '0.78.1' },
  { since: '67.0.0', operator: '0.79.0', prometheus: [3, 0] },
  { since: '69.0.0', operator: '0.80.0' },
  { since: '70.0.0', operator: '0.81.0' },
  { since: '71.0.0', operator: '0.82.0' },
  { since: '74.0.0', operator: '0.83.0' },
  { since: '76.0.0', operator: '0.84.1' },
  { since: '77.0.0', operator: '0.85.0' },
  { since: '78.0.0', operator: '0.86.0' },
  { since: '80.0.0', operator: '0.87.0' },
  { since: '81.0.0', operator: '0.88.0' },
  { since: '82.0.0', operator: '0.89.0' },
  { since: '83.0.0', operator: '0.90.1' },
  { since: '86.0.0', operator: '0.91.0' },
  { since: '87.0.0', operator: '0.92.0' },
  { since: '88.0.0', operator: '0.93.0' },
];

/** Whether this data knows the changes of a chart: not those of the next major version. */
export const isKnown = (chart: ChartVersion): boolean =>
  compareCharts(chart, OLDEST) >= 0 && chart.major <= NEWEST.major;

/** The operator of a chart, with or without later fixes: `0.93.0`; undefined if the chart is not known. */
export const operatorOf = (chart: ChartVersion): string | undefined =>
  isKnown(chart) ? lastUpTo(RELEASES, chart)?.operator : undefined;

/** The Prometheus of a chart, or a later one; undefined if the chart is not known. */
export const prometheusOf = (chart: ChartVersion): Version | undefined =>
  isKnown(chart)
    ? lastUpTo(
        RELEASES.filter(({ prometheus }) => prometheus !== undefined),
        chart,
      )?.prometheus
    : undefined;

/** The oldest Kubernetes that a chart accepts; undefined if this data has none for it. */
export const kubernetesOf = (chart: ChartVersion): Version | undefined => lastUpTo(KUBERNETES, chart)?.oldest;

const lastUpTo = <T extends { since: string }>(list: readonly T[], chart: ChartVersion): T | undefined =>
  list.findLast(({ since }) => compareCharts(chartVersion(since), chart) <= 0);
