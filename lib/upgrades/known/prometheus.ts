import { readExpression } from '../../promql/read.ts';
import { isBefore, type Version } from '../../versions/version.ts';
import { droppedBy } from '../dropped.ts';
import {
  calls,
  comparesWhole,
  expressionsOf,
  ofRules,
  type PlacedExpression,
  takesOneSample,
} from '../expressions.ts';
import type { UpgradeFacts } from '../facts.ts';
import { type Found, foundAt, type KnownIssue, type Step } from '../known-issue.ts';
import { versionsOf } from '../programs.ts';
import { prometheusOf } from '../releases.ts';
import { placesWhere } from '../values.ts';

/** Until chart 67, the metrics server was a Prometheus 2. */
const THREE = { since: '67.0.0', program: { part: 'metrics', before: [3, 0] } } as const;

const LINT_FOR_THREE: Step = {
  text: 'Check your own rules against Prometheus 3',
  run: ['kubectl', 'monitoring', 'rules', 'lint'],
  last: ['DIR', '--prometheus-version', '3.0'],
};

/** How often a target is scraped if its Prometheus does not say it, in seconds. */
const USUAL_INTERVAL = 30;

/** Issues of the metrics server: what Prometheus 3 reads otherwise, from its migration guide. */
export const PROMETHEUS: readonly KnownIssue[] = [
  {
    ...THREE,
    id: 'prometheus-3',
    severity: 'warning',
    what: 'the metrics server becomes a Prometheus 3: in regular expressions "." matches line feeds too, ranges leave out their beginning, and only Prometheus 2.55 can read its volume if you go back',
    before: [
      { text: 'Go to chart 66 first: its Prometheus 2.55 is the one that you can go back to' },
      LINT_FOR_THREE,
    ],
    after: [
      { text: 'Check that every rule is loaded', run: ['kubectl', 'monitoring', 'rules', 'list', '-A'] },
      { text: 'Check that alerts get through', run: ['kubectl', 'monitoring', 'watchdog'] },
    ],
    find: (facts) => (runsLastTwo(facts) ? { before: [LINT_FOR_THREE] } : {}),
  },
  {
    ...THREE,
    id: 'content-type',
    severity: 'warning',
    what: 'Prometheus 3 does not scrape a target whose answer has no valid Content-Type: the target is down, with an error that names it',
    before: [],
    after: [
      { text: 'Look for targets that are down', run: ['kubectl', 'monitoring', 'alert', 'list'] },
      {
        text: 'For a target that you cannot correct, set fallbackScrapeProtocol: PrometheusText0.0.4 in its monitor',
      },
    ],
  },
  {
    ...THREE,
    id: 'classic-histograms',
    severity: 'critical',
    what: 'Prometheus 3 has no setting scrape_classic_histograms, but always_scrape_classic_histograms: with the old name, it refuses its whole configuration',
    before: [
      {
        text: 'Rename it in the values of this upgrade, or remove it: Prometheus 2 refuses the new name, so not earlier',
      },
    ],
    after: [
      { text: 'Check that the metrics server is ready', run: ['kubectl', 'monitoring', 'status'] },
      { text: 'Look for targets that are missing', run: ['kubectl', 'monitoring', 'alert', 'list'] },
    ],
    find: (facts) => foundAt(placesWhere(facts, SCRAPES, (value) => CLASSIC.test(JSON.stringify(value)))),
  },
  {
    ...THREE,
    id: 'holt-winters',
    severity: 'critical',
    what: 'Prometheus 3 has no function holt_winters: a rule that calls it is not loaded, nor are the others in its file',
    before: [
      {
        text: 'Remove it from the rules, or call double_exponential_smoothing with the feature flag promql-experimental-functions',
      },
    ],
    after: [
      { text: 'Check that every rule is loaded', run: ['kubectl', 'monitoring', 'rules', 'list', '-A'] },
    ],
    find: (facts) => placesOf(facts, (expression) => calls(expression, 'holt_winters')),
  },
  {
    ...THREE,
    id: 'expressions-refused',
    severity: 'critical',
    what: 'Prometheus 3 refuses these expressions: their rules are not loaded, nor are the others in their files',
    before: [{ text: 'Correct them', run: ['kubectl', 'monitoring', 'rules', 'lint'], last: ['DIR'] }],
    after: [
      { text: 'Check that every rule is loaded', run: ['kubectl', 'monitoring', 'rules', 'list', '-A'] },
    ],
    find({ rules = [] }) {
      const places = rules.flatMap(ofRules).flatMap((expression) => {
        const read = readExpression(expression.text);
        return 'fault' in read && !calls(expression, 'holt_winters')
          ? [`${expression.place}: ${read.fault.message}`]
          : [];
      });
      return foundAt(places);
    },
  },
  {
    ...THREE,
    id: 'whole-labels',
    severity: 'warning',
    what: 'Prometheus 3 writes the labels le and quantile as floats: "1" becomes "1.0", so these matchers find nothing new',
    before: [{ text: 'Match both, as in le=~"1|1[.]0", until the old series are gone' }],
    after: [{ text: 'After the retention time, match the float alone' }],
    find: (facts) => placesOf(facts, comparesWhole),
  },
  {
    ...THREE,
    id: 'left-open-ranges',
    severity: 'warning',
    what: 'a range leaves out its beginning in Prometheus 3: a range of one scrape interval, or a subquery of one step, has one sample, and a rate of one sample is empty',
    before: [{ text: 'Make the range at least twice as long, better four times' }],
    after: [],
    find: (facts) => {
      const intervals = facts.scrapeIntervals.length > 0 ? facts.scrapeIntervals : [USUAL_INTERVAL];
      return placesOf(facts, (expression) => takesOneSample(expression, intervals));
    },
  },
  {
    id: 'rule-fields-count',
    since: '40.0.0',
    isAlways: true,
    severity: 'info',
    what: 'fields of these rules that the Prometheus of today does not have will count after the upgrade',
    before: [{ text: 'Check that they are what you want' }],
    after: [],
    find: fieldsThatCount,
  },
];

/** The name of the setting in Prometheus 2, in configurations of jobs or in a text that has them. */
const CLASSIC = /\bscrape_classic_histograms(?:\\?["'])?\s*:/;

/** Where values add jobs to the configuration. */
const SCRAPES = ['prometheus.prometheusSpec.additionalScrapeConfigs'];

/** Whether the metrics server is one that can read what Prometheus 3 writes. */
function runsLastTwo(facts: UpgradeFacts): boolean {
  const running = versionsOf(facts, 'metrics');
  return running.length > 0
    ? running.every((version) => !isBefore(version, [2, 55]))
    : facts.from !== undefined && facts.from.major >= 66;
}

function placesOf(
  facts: UpgradeFacts,
  isAffected: (expression: PlacedExpression) => boolean,
): Found | undefined {
  const places = expressionsOf(facts)
    .filter(isAffected)
    .map(({ place }) => place);
  return foundAt([...new Set(places)]);
}

/** Fields of rules that a Prometheus that runs drops, and the next one does not. */
function fieldsThatCount(facts: UpgradeFacts): Found | undefined {
  const next = prometheusOf(facts.to);
  const [oldest] = versionsOf(facts, 'metrics').toSorted(inOrder);
  if (!next || !oldest || !isBefore(oldest, next)) return undefined;
  const still = new Set(droppedBy(facts.rules, next));
  return foundAt([...new Set(droppedBy(facts.rules, oldest))].filter((place) => !still.has(place)));
}

const inOrder = (one: Version, other: Version): number =>
  isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0;
