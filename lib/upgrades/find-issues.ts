import { isBefore } from '../versions/version.ts';
import { SEVERITIES } from '../words/finding.ts';
import { type ChartVersion, chartVersion, compareCharts, isDowngrade } from './chart-version.ts';
import { downgrade } from './downgrade.ts';
import type { UpgradeFacts } from './facts.ts';
import { KNOWN_ISSUES } from './known/all.ts';
import type { Found, KnownIssue, UpgradeFinding } from './known-issue.ts';
import { versionsOf } from './programs.ts';

/** What an upgrade meets, the most severe first; of one severity, in the order of the chart's versions. */
export function upgradeFindings(
  facts: UpgradeFacts,
  issues: readonly KnownIssue[] = KNOWN_ISSUES,
): UpgradeFinding[] {
  const sorted = issues.toSorted((one, other) =>
    compareCharts(chartVersion(one.since), chartVersion(other.since)),
  );
  const found = sorted.flatMap((issue) => {
    const where = lies(issue, facts) ? (issue.find ? issue.find(facts) : {}) : undefined;
    return where ? [findingOf(issue, where)] : [];
  });
  const all = isDowngrade(facts) ? [...downgrade(facts, sorted), ...found] : found;
  return SEVERITIES.flatMap((severity) => all.filter((one) => one.severity === severity));
}

const findingOf = (issue: KnownIssue, found: Found): UpgradeFinding => ({
  reason: issue.id,
  severity: found.severity ?? issue.severity,
  since: issue.isAlways ? null : issue.since,
  what: found.what ?? issue.what,
  places: found.places ?? [],
  before: found.before ?? issue.before,
  after: issue.after,
});

/** Whether an issue lies between what runs and what is to run. */
function lies(issue: KnownIssue, facts: UpgradeFacts): boolean {
  const { from, to } = facts;
  if (issue.isAlways) return true;
  if (compareCharts(to, chartVersion(issue.since)) < 0 || isOver(issue, to)) return false;
  if (from && compareCharts(from, chartVersion(issue.since)) >= 0) return false;
  if (!issue.program) return from !== undefined;
  const { part, before } = issue.program;
  const running = versionsOf(facts, part);
  return running.length > 0 ? running.some((one) => isBefore(one, before)) : from !== undefined;
}

/** Whether a chart does not have an issue any more. */
const isOver = ({ until }: KnownIssue, chart: ChartVersion): boolean =>
  until !== undefined && compareCharts(chart, chartVersion(until)) >= 0;
