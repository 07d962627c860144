import { isFailing } from '../../../lib/lint/finding.ts';
import type { Unread } from '../../../lib/status/block.ts';
import { CHART, versionOf } from '../../../lib/upgrades/chart-version.ts';
import type { UpgradeFacts } from '../../../lib/upgrades/facts.ts';
import type { Step, UpgradeFinding } from '../../../lib/upgrades/known-issue.ts';
import { isKnown, kubernetesOf, NEWEST, operatorOf, prometheusOf } from '../../../lib/upgrades/releases.ts';
import type { Chart } from '../../../lib/versions/install.ts';
import { type ClusterValues, connectionWords, quoted } from '../../../lib/words/shell.ts';
import { resultOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { MONITORING } from '../shared/plugin.ts';
import { unreadData } from '../shared/unread.ts';
import type { GivenFiles } from './given-values.ts';

/** What the data is called. */
export const KIND = 'UpgradeCheck';

/** A program as it runs, and what the new chart has. */
export interface VersionRow {
  program: string;
  runs: string | null;
  /** Null if the data does not say it. */
  expected: string | null;
  object: string | null;
}

export interface Report {
  facts: UpgradeFacts;
  /** Undefined: all. */
  namespace: string | undefined;
  findings: readonly UpgradeFinding[];
  versions: VersionRow[];
  /** What could not be read, or is not known, so is not checked. */
  unread: Unread[];
  files: readonly string[];
  /** Why no cluster was read. */
  skipped: string | undefined;
  verdict: 'findings' | 'unknown' | 'clean';
  exitCode: number;
}

interface Given extends Pick<Report, 'facts' | 'findings' | 'namespace'> {
  charts: readonly Chart[];
  /** Whether no part of a block runs in the namespace. */
  isEmpty: boolean;
  unread: readonly Unread[];
  files: GivenFiles;
  skipped: string | undefined;
  strict: boolean;
}

export function reportOf({ facts, findings, charts, files, strict, skipped, ...given }: Given): Report {
  const unread = [
    ...given.unread,
    ...files.unread.map(({ path, reason, hint }) => ({ what: path, reason: `${reason}: ${hint}` })),
    ...(given.isEmpty ? [emptyIn(given.namespace)] : []),
    ...unknownVersions(facts),
  ];
  const isFailed = isFailing(findings, strict ? 'warning' : 'critical');
  return {
    ...{ facts, findings, unread, skipped, namespace: given.namespace, files: files.files },
    versions: versionsOf(facts, charts),
    verdict: isFailing(findings, 'warning') ? 'findings' : unread.length > 0 ? 'unknown' : 'clean',
    exitCode: isFailed ? 1 : unread.length > 0 ? 2 : 0,
  };
}

const emptyIn = (namespace: string | undefined): Unread =>
  namespace === undefined
    ? {
        what: 'building block',
        reason: 'no part of it runs in this cluster: pass the context of another one with --context',
      }
    : {
        what: 'building block',
        namespace,
        reason: 'no part of it runs there: pass the namespace that it runs in with -n, or -A for all',
      };

/** Versions without which changes are not found. */
function unknownVersions({ from, to }: UpgradeFacts): Unread[] {
  const unknown: Unread[] = [];
  if (!from)
    unknown.push({
      what: 'chart version',
      reason: `no object of the block has a label with a version of ${CHART}: pass the version that runs with --from`,
    });
  for (const chart of [from, to])
    if (chart && !isKnown(chart) && !unknown.some(({ what }) => what === `chart ${chart.text}`))
      unknown.push({
        what: `chart ${chart.text}`,
        reason: `only the changes from 40.0.0 up to ${NEWEST.text} are known: read the upgrade notes of the chart for the others`,
      });
  return unknown;
}

function versionsOf(facts: UpgradeFacts, charts: readonly Chart[]): VersionRow[] {
  const { from, to, kubernetes, programs, crds } = facts;
  const least = (version: readonly [number, number] | undefined): string | null =>
    version ? `${versionOf(version)} or later` : null;
  const operator = operatorOf(to) ?? null;
  const expected = {
    operator: operator && `v${operator}`,
    metrics: least(prometheusOf(to)),
  } as Partial<Record<string, string | null>>;
  const installed = charts.filter(({ version }) => version !== from?.text || charts.length > 1);
  return [
    { program: 'kubernetes', runs: kubernetes ?? null, expected: least(kubernetesOf(to)), object: null },
    ...(installed.length > 0
      ? installed.map(({ version, source, namespace }) => ({
          ...{ program: CHART, runs: version, expected: to.text },
          object: source ?? `namespace ${namespace}`,
        }))
      : [{ program: CHART, runs: from?.text ?? null, expected: to.text, object: facts.source ?? null }]),
    ...programs.map(({ part, name, version, object }) => ({
      ...{ program: name, runs: version, expected: expected[part] ?? null, object },
    })),
    ...[...Map.groupBy(crds ?? [], ({ operator: of }) => of ?? null)].map(([runs, own]) => ({
      ...{ program: 'CRDs of the operator', runs, expected: operator },
      object: own.map(({ name }) => name.replace(/\..*/, '')).join(', '),
    })),
  ];
}

/** The JSON output; null is unknown. */
export function dataOf(report: Report, values: ClusterValues): object {
  const { facts, namespace, findings, versions, unread, files, verdict, exitCode } = report;
  return resultOf(MONITORING, KIND, {
    ...{ verdict, exitCode, namespace: namespace ?? null },
    ...{ from: facts.from?.text ?? null, to: facts.to.text },
    versions,
    items: findings.map(({ reason, severity, since, what: message, places, before, after }) => ({
      ...{ reason, severity, since, message, places },
      before: before.map((step) => stepItem(step, report, values)),
      after: after.map((step) => stepItem(step, report, values)),
    })),
    files,
    unread: unread.map(unreadData),
  });
}

const stepItem = (step: Step, report: Report, values: ClusterValues) => ({
  text: step.text,
  command: stepCommand(step, report, values) ?? null,
});

/** The command of a step, as a user types it. */
export function stepCommand(
  { run, last = [], shell }: Step,
  { facts, namespace = '' }: Pick<Report, 'facts' | 'namespace'>,
  values: ClusterValues,
): string | undefined {
  const line = shell
    ?.replaceAll('VERSION', facts.to.text)
    .replaceAll('NAMESPACE', namespace ? quoted(namespace) : 'NAMESPACE')
    .replaceAll(/CONNECTION ?/g, () => helmWords(values));
  if (!run) return line;
  const everywhere = run.includes('-A') ? '' : namespace;
  const command = commandText({ words: run, namespace: everywhere, last }, { values });
  return line === undefined ? command : `${line} | ${command}`;
}

/** The flags with which Helm reaches the same cluster. */
const helmWords = (values: ClusterValues): string =>
  connectionWords(values)
    .map((word) => `${HELM_FLAGS[word] ?? word} `)
    .join('');

const HELM_FLAGS: Record<string, string> = { '--context': '--kube-context', '--server': '--kube-apiserver' };
