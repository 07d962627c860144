import { type ChartSource, wrongWord } from '../../../lib/block/chart-words.ts';
import type { GivenChart, Lock } from '../../../lib/block/lock.ts';
import { type BlockChart, UPSTREAM_CHART } from '../../../lib/block/named.ts';
import { MONITORING_GROUP } from '../../../lib/objects/names.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { checkGroup } from '../shared/group.ts';
import type { InitValues } from './flags.ts';

/**
 * The chart: what the flags say, or else what an earlier run was told. What the chart with the other names was is of no use if the names
 * change. `given` is what the next run has to know: a version that was not asked for changes with this plugin.
 *
 * @throws {CommandError} a usage error
 */
export function chartOf(
  values: InitValues,
  lock: Lock | undefined,
): { chart: BlockChart; given: GivenChart } {
  checkGroup(values.group);
  const names = values.names ?? lock?.chart.names ?? 'upstream';
  const known = lock?.chart.names === names ? lock.chart : undefined;
  const words = {
    chart: values.chart ?? known?.chart,
    version: values.chartVersion ?? known?.version,
    repository: values.repository ?? known?.repository,
  };
  const given = Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined));
  checkWords(given);
  if (names === 'upstream') {
    if (values.group !== undefined)
      throw usageError(
        '--group is only for the names of the platform',
        'Pass --names=platform as well, or leave out --group.',
      );
    const named = { names, group: MONITORING_GROUP };
    return { chart: { ...named, ...UPSTREAM_CHART, ...given }, given: { ...named, ...given } };
  }
  const { chart, version, repository } = words;
  const group = values.group ?? known?.group;
  if (chart === undefined || version === undefined || repository === undefined || group === undefined)
    throw usageError(
      '--names=platform needs the chart of the platform',
      'Pass --chart, --chart-version, --repository and --group.',
    );
  const all = { names, group, chart, version, repository };
  return { chart: all, given: all };
}

/** @throws {CommandError} a usage error if Helm would not take one of these words. */
function checkWords(words: Partial<ChartSource>): void {
  const wrong = wrongWord(words);
  if (wrong === undefined) return;
  const { flag, hint } = FLAGS[wrong];
  throw usageError(`invalid ${flag} ${JSON.stringify(words[wrong])}`, hint);
}

const FLAGS: Record<keyof ChartSource, { flag: string; hint: string }> = {
  chart: {
    flag: '--chart',
    hint: 'Pass the name of the chart alone: letters and digits, with dashes, dots or underscores between them.',
  },
  version: {
    flag: '--chart-version',
    hint: 'Pass a version such as 1.2.3, or a range such as "~1.2.0" or ">=1.2 <2".',
  },
  repository: {
    flag: '--repository',
    hint: 'Pass an address such as https://charts.example.com or oci://registry.example.com/charts.',
  },
};
