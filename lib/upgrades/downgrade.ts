import { chartVersion, compareCharts, goesOver, versionOf } from './chart-version.ts';
import { droppedBy } from './dropped.ts';
import type { UpgradeFacts } from './facts.ts';
import type { KnownIssue, UpgradeFinding } from './known-issue.ts';
import { prometheusOf } from './releases.ts';

/** The first chart whose Prometheus can read what Prometheus 3 wrote. */
const READABLE = chartVersion('66.0.0');

/** The chart that came with Prometheus 3. */
const PROMETHEUS_3 = chartVersion('67.0.0');

/** What is known of a change to an older chart: nothing is tested in this direction. */
export function downgrade(facts: UpgradeFacts, issues: readonly KnownIssue[]): UpgradeFinding[] {
  const { from, to } = facts;
  if (!from) return [];
  const reverted = issues.filter(
    ({ since, isAlways }) => !isAlways && goesOver({ from: to, to: from }, chartVersion(since)),
  );
  const isUnreadable = compareCharts(from, PROMETHEUS_3) >= 0 && compareCharts(to, READABLE) < 0;
  return [
    {
      ...base('downgrade', 'warning'),
      what: `this is a downgrade from ${from.text} to ${to.text}: the chart is not tested in this direction, and what these changes made is not undone`,
      places: reverted.map(({ id, since }) => `${since} ${id}`),
      before: [
        {
          text: 'See which values and objects of the release that runs differ, and keep its values',
          shell: 'helm get values RELEASE -n NAMESPACE CONNECTION -o yaml > values-before.yaml',
        },
        { text: 'Leave the CRDs as they are: an older operator works with newer ones' },
      ],
      after: [{ text: 'Check the state of the block', run: ['kubectl', 'monitoring', 'status'] }],
    },
    ...(isUnreadable
      ? [
          {
            ...base('unreadable-blocks', 'critical'),
            what: 'Prometheus before 2.55 cannot read what Prometheus 3 wrote to its volume: it does not start, or starts without that data',
            places: [],
            before: [
              { text: `Choose chart ${READABLE.text} or later, or accept that the data is lost` },
              {
                text: 'Take a snapshot of each volume; to list them',
                run: ['kubectl', 'monitoring', 'capacity'],
              },
            ],
            after: [],
          },
        ]
      : []),
    ...droppedFields(facts),
  ];
}

/** Fields of rules that the older Prometheus does not have. */
function droppedFields({ to, rules = [] }: UpgradeFacts): UpgradeFinding[] {
  const version = prometheusOf(to);
  if (!version) return [];
  const places = droppedBy(rules, version);
  if (places.length === 0) return [];
  return [
    {
      ...base('rule-fields-dropped', 'warning'),
      what: `rules have fields that Prometheus ${versionOf(version)}, of chart ${to.text}, does not have: the operator drops them`,
      places: [...new Set(places)],
      before: [{ text: 'Remove the fields, or keep the newer Prometheus with an image of your own' }],
      after: [],
    },
  ];
}

const base = (reason: string, severity: UpgradeFinding['severity']) => ({ reason, severity, since: null });
