import type { KubeObject } from '../../kube/api/types.ts';
import { CHART } from '../../upgrades/chart-version.ts';
import { chartOf } from '../../versions/install.ts';

/** Whether an object is the chart's own, which an upgrade replaces. */
export const isOfChart = (object: KubeObject): boolean =>
  chartOf(object, { group: '', kind: '' })?.name === CHART;
