import { existsSync } from 'node:fs';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { isDocument, templateOf, writeDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { openSession, speechOf } from '../../../lib/cluster/session.ts';
import { type ReadUpgrade, readUpgrade } from '../../../lib/cluster/upgrades/read-upgrade.ts';
import { kubeconfigFiles } from '../../../lib/kube/config/kubeconfig.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import type { Unread } from '../../../lib/status/block.ts';
import { type ChartVersion, compareCharts, parseChartVersion } from '../../../lib/upgrades/chart-version.ts';
import { upgradeFindings } from '../../../lib/upgrades/find-issues.ts';
import { NEWEST } from '../../../lib/upgrades/releases.ts';
import { rulesInValues } from '../../../lib/upgrades/values-rules.ts';
import { asPart, CommandError, usageError } from '../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderUnread } from '../../shared/render.ts';
import { MONITORING } from '../shared/plugin.ts';
import { isUnreachable } from '../shared/unreachable.ts';
import type { UpgradeValues } from './flags.ts';
import { givenValues } from './given-values.ts';
import { renderUpgrade } from './render.ts';
import { dataOf, KIND, reportOf } from './report.ts';

/** `kubectl monitoring upgrade-check`: what lies between the chart that runs and another one (§7, §9). */
export const upgradeCheck: Handler<UpgradeValues> = async ({ values }, host) => {
  const { output, offline, strict, details } = values;
  const asked = versionIn('to', values.to);
  const from = versionIn('from', values.from);
  if (offline && !from)
    throw usageError(
      '--offline needs --from',
      'Pass the version of the chart that runs, such as --from 72.9.1, or leave out --offline.',
    );
  if (isDocument(output)) await templateOf(output);
  // The files are read before the cluster: what is wrong with them is said at once.
  const given = await givenValues(values.filename, host);
  let read: Read;
  try {
    read = offline ? NOTHING_READ : await readCluster(values, host, from);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return renderUnread(error, host, { output, plugin: MONITORING, kind: KIND });
  }
  const running = from ?? read.facts.from;
  // A chart that is newer than the data is not a reason to go back.
  const to = asked ?? (running && compareCharts(running, NEWEST) > 0 ? running : NEWEST);
  const own = given.values ? rulesInValues(given.values) : [];
  const facts = {
    ...read.facts,
    ...(own.length > 0 && { rules: [...(read.facts.rules ?? []), ...own] }),
    from: running,
    to,
    values: given.values,
  };
  const { namespace = MONITORING_NAMESPACE, allNamespaces } = values;
  const report = reportOf({
    ...{ facts, findings: upgradeFindings(facts), strict },
    ...{ charts: read.charts, isEmpty: read.isEmpty, skipped: read.skipped, files: given },
    namespace: allNamespaces ? undefined : namespace,
    unread: read.unread,
  });
  const { stdoutPaint } = speechOf(values, host);
  if (isDocument(output)) await writeDocument(host.stdout, output, dataOf(report, values));
  else host.stdout.write(renderUpgrade(report, { screen: screenOf(host, stdoutPaint), details, values }));
  return report.exitCode;
};

/** What a cluster says, or why it was not asked. */
interface Read extends ReadUpgrade {
  /** Undefined if it was read. */
  skipped?: string;
}

const NOTHING_READ: Read = {
  facts: {
    ...{ from: undefined, source: undefined, kubernetes: undefined, programs: [], crds: undefined },
    ...{ rules: undefined, dashboards: undefined, oldWrites: [], policies: [], scrapeIntervals: [] },
  },
  charts: [],
  isEmpty: false,
  unread: [],
  skipped: '--offline',
};

/** Reads the cluster. With --from, none has to be configured. */
async function readCluster(values: UpgradeValues, host: Host, from: ChartVersion | undefined): Promise<Read> {
  const { namespace: fallback = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT } = values;
  const namespace = values.allNamespaces ? undefined : fallback;
  const session = await openSession({ ...values, namespace: fallback, requestTimeout }, host);
  try {
    return await readUpgrade(session.client, { namespace, fallback });
  } catch (error) {
    if (!from || !(error instanceof CommandError) || error.kind !== 'no-cluster') throw error;
    return { ...NOTHING_READ, unread: missingKubeconfig(host), skipped: asPart(error) };
  } finally {
    session.client.close();
  }
}

/** A kubeconfig that is named and missing: a cluster was meant to be read. */
function missingKubeconfig({ env }: Host): Unread[] {
  const files = kubeconfigFiles({ platform: process.platform, env, exists: existsSync });
  if (!env.KUBECONFIG || files.some(existsSync)) return [];
  return [
    {
      what: 'cluster',
      reason: 'KUBECONFIG names no existing file: correct it, or add --offline to read no cluster',
    },
  ];
}

/** @throws {CommandError} a usage error if it is no version of a chart. */
function versionIn(flag: 'to' | 'from', text: string | undefined): ChartVersion | undefined {
  if (text === undefined) return undefined;
  const version = parseChartVersion(text);
  if (version) return version;
  throw usageError(
    `invalid value ${JSON.stringify(text)} for --${flag}`,
    `Use a version of the chart kube-prometheus-stack, such as ${NEWEST.text}.`,
  );
}
