import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Why a template of a chart is not read, and what to pass in its place. */
export const UNRENDERED = {
  reason: 'is a template of a chart',
  hint: 'pass the rendered output of the chart: helm template CHART',
};

/** Whether a file is in the folder templates of a chart. What "helm template --output-dir" writes has no Chart.yaml. */
export function isInChart(path: string): boolean {
  const folder = dirname(path);
  if (folder === path) return false;
  return (
    (basename(folder) === 'templates' && existsSync(join(dirname(folder), 'Chart.yaml'))) || isInChart(folder)
  );
}
