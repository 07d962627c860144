import { NULL_RECEIVER } from '../alerts/alert-facts.ts';
import type { Layer, Path } from './layers.ts';

/**
 * What the monitoring chart sets itself, as far as the checks need it: the routes and receivers of the alert manager, whose lists a
 * values file replaces.
 *
 * @param sections of alert managers, from the root of the values.
 */
export const chartDefaults = (sections: readonly Path[]): Layer[] =>
  sections.map((section) => ({
    source: undefined,
    isChart: true,
    values: section.reduceRight<Record<string, unknown>>((inner, key) => ({ [key]: inner }), {
      config: CONFIG,
    }),
  }));

const CONFIG = {
  route: {
    receiver: NULL_RECEIVER,
    group_by: ['namespace'],
    routes: [{ receiver: NULL_RECEIVER, matchers: ['alertname = "Watchdog"'] }],
  },
  receivers: [{ name: NULL_RECEIVER }],
};
