import { chartDefaults } from './defaults.ts';
import { rootsOf } from './keys.ts';
import { mergeLayers } from './layers.ts';
import type { FileLayer } from './read-layer.ts';
import { type Ground, type Refusal, sectionFor } from './settings/setting.ts';

/** What settings are planned on; undefined without values of the chart. Refuses an umbrella that has the chart twice. */
export function groundOf(layers: readonly FileLayer[]): Ground | Refusal | undefined {
  const given = mergeLayers(layers);
  const [root, second] = rootsOf(given);
  if (root === undefined) return undefined;
  if (second !== undefined)
    return {
      reason: `the values have the monitoring chart several times: ${rootsOf(given)
        .map((path) => path.join('.') || 'at the top')
        .join(', ')}`,
      hint: 'Change the values by hand.',
    };
  const defaults = chartDefaults([sectionFor({ values: given, root }, 'alerts')]);
  return { layers, root, values: mergeLayers([...defaults, ...layers]) };
}
