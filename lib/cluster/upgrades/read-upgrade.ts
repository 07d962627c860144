import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { secondsOf } from '../../objects/duration.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import type { Unread } from '../../status/block.ts';
import { CHART, type ChartVersion, compareCharts, parseChartVersion } from '../../upgrades/chart-version.ts';
import type { Program, UpgradeFacts } from '../../upgrades/facts.ts';
import { type Chart, chartOf, distinct } from '../../versions/install.ts';
import { instanceInstalls } from '../../versions/monitoring.ts';
import { readVersion } from '../block/read-block.ts';
import { type BlockObjects, readObjects, type Scope } from '../block/read-objects.ts';
import { readDashboards } from './read-dashboards.ts';
import { readDefinitions } from './read-definitions.ts';
import { readOldWrites, readPolicies } from './read-old-apis.ts';
import { readRules } from './read-rules.ts';

/** What a cluster says of an upgrade. */
export interface ReadUpgrade {
  facts: Omit<UpgradeFacts, 'to' | 'values'>;
  /** The charts of the block; several if it was installed more than once. */
  charts: Chart[];
  /** Whether all could be read, and no part of a block runs in the scope. */
  isEmpty: boolean;
  unread: Unread[];
}

/**
 * Reads the versions that run, and what a next version may read otherwise. What cannot be read is in `unread`.
 *
 * @throws {CommandError} if the API server cannot be reached.
 */
export async function readUpgrade(client: KubeClient, scope: Scope): Promise<ReadUpgrade> {
  const unread: Unread[] = [];
  const [version, objects, crds, rules, dashboards, policies] = await Promise.all([
    readVersion(client, unread),
    readObjects(client, { ...scope, hasClaims: false }, unread),
    readDefinitions(client, unread),
    readRules(client, scope, unread),
    readDashboards(client, scope, unread),
    readPolicies(client, unread),
  ]);
  const oldWrites = await readOldWrites(client, objects, unread);
  const charts = chartsIn(scope.namespace, objects);
  const from = oldest(charts);
  return {
    facts: {
      from,
      source: charts.find((chart) => chart.version === from?.text)?.source ?? undefined,
      kubernetes: typeof version?.gitVersion === 'string' ? version.gitVersion : undefined,
      programs: programsOf(objects),
      ...{ crds, rules, dashboards, oldWrites, policies },
      scrapeIntervals: intervalsOf(objects),
    },
    charts,
    isEmpty: unread.length === 0 && partsIn(scope.namespace, objects).length === 0,
    unread: withoutTwins(unread),
  };
}

/**
 * The charts in a namespace. An operator of another one counts only for parts that have no label of the chart: otherwise it may
 * belong to another block.
 */
function chartsIn(namespace: string | undefined, objects: BlockObjects): Chart[] {
  const charts = chartsOf(objects);
  if (namespace === undefined) return charts;
  const parts = partsIn(namespace, objects);
  return parts.length > 0 && !parts.some(isLabelled)
    ? charts
    : charts.filter((chart) => chart.namespace === namespace);
}

/** The objects of a block in a namespace; of every block, if it is undefined. */
const partsIn = (namespace: string | undefined, { workloads, instances }: BlockObjects): KubeObject[] =>
  [...workloads, ...instances]
    .map(({ object }): KubeObject => object)
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);

/** Whether a label names the chart, with or without a version that can be read. */
const isLabelled = ({ metadata: { labels } }: KubeObject): boolean =>
  ['helm.sh/chart', 'chart'].some((key) => textOf(fieldsOf(labels)?.[key] ?? '').startsWith(`${CHART}-`));

/** The charts of the block among those of its parts. */
const chartsOf = ({ workloads, instances }: BlockObjects): Chart[] =>
  distinct(
    [
      ...workloads.map(({ kind, object }) => chartOf(object, { group: 'apps', kind })),
      ...instances.map(({ component: { kind }, object }) =>
        chartOf(object, { group: MONITORING_GROUP, kind }),
      ),
    ].filter((chart) => chart?.name === CHART) as Chart[],
  );

const oldest = (charts: readonly Chart[]): ChartVersion | undefined =>
  charts
    .map(({ version }) => parseChartVersion(version))
    .filter((version) => version !== undefined)
    .toSorted(compareCharts)[0];

function programsOf({ workloads, instances, pods }: BlockObjects): Program[] {
  const named = (kind: string, { metadata: { namespace, name } }: KubeObject) =>
    `${kind} ${namespace}/${name}`;
  return [
    ...workloads.map(({ part, kind, object, install: { name, version } }) => ({
      ...{ part, name, version },
      object: named(kind, object),
    })),
    ...instances.flatMap(({ component, object }) =>
      instanceInstalls(object, component, pods.get(object.metadata.namespace ?? '') ?? []).map(
        ({ name, version }) => ({
          ...{ part: component.name, name, version },
          object: named(component.kind, object),
        }),
      ),
    ),
  ];
}

/** Seconds between two scrapes, of each metrics server that sets it. */
const intervalsOf = ({ instances }: BlockObjects): number[] =>
  instances
    .filter(({ component }) => component.name === 'metrics')
    .map(({ object }) => secondsOf(fieldsOf(fieldsOf(object)?.spec)?.scrapeInterval))
    .filter((seconds) => seconds !== undefined);

/** A kind that was asked for twice is noted once. */
const withoutTwins = (unread: readonly Unread[]): Unread[] =>
  [...new Map(unread.map((one) => [`${one.what} ${one.namespace ?? ''}`, one])).values()].toSorted(
    (one, other) =>
      `${one.what} ${one.namespace ?? ''}`.localeCompare(`${other.what} ${other.namespace ?? ''}`, 'en'),
  );
