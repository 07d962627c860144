import { SHIPPED } from '../dashboards/shipped/shipped.ts';
import { writtenContainer } from '../dashboards/write/written.ts';
import { asChartTemplate } from '../words/chart-template.ts';
import { blockFiles } from './files.ts';
import { type BlockChart, inNames } from './named.ts';

/** Every file of the building block for a chart, by its path from its folder: its own, and the shipped dashboards (§2.5). */
export function wantedFiles(chart: BlockChart): Record<string, string> {
  const dashboards = SHIPPED.map(({ name, definition }) => {
    const writing = { kind: 'ConfigMap', name, namespace: undefined, folder: undefined } as const;
    const { yaml } = writtenContainer(
      { ...writing, dashboard: definition() },
      { names: chart.names, sidecar: undefined },
    );
    return [`extensions/templates/dashboards/${name}.yaml`, asChartTemplate(yaml)];
  });
  const files = Object.entries(blockFiles()).map(([path, text]) => [path, inNames(text, chart)]);
  return Object.fromEntries(
    [...files, ...dashboards].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
}
