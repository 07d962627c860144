import type { Handler } from '../../../../lib/cli/command.ts';
import { isDocument, templateOf } from '../../../../lib/cli/output.ts';
import { lintText, mayHold, newRun, type Run } from '../../../../lib/dashboards/lint/lint.ts';
import type { LintFinding, Unread } from '../../../../lib/lint/finding.ts';
import { countText } from '../../../../lib/words/text.ts';
import { type GivenFile, givenFiles, pathsText, READABLE } from '../../shared/given-files.ts';
import { isInChart, UNRENDERED } from '../../shared/in-chart.ts';
import { showFindings } from '../../shared/lint-report.ts';
import { parsedFile } from '../../shared/parsed-file.ts';
import type { LintValues } from './flags.ts';

interface Report {
  dashboards: number;
  containers: number;
  findings: LintFinding[];
  unread: Unread[];
}

/** `dashboards lint PATH…`: the findings in files and folders, and what could not be checked (§2.3). */
export const dashboardsLint: Handler<LintValues> = async ({ args: paths, values }, host, { version }) => {
  const { strict, names: naming, output, color } = values;
  if (isDocument(output)) await templateOf(output);
  const run = newRun({ naming });
  const report: Report = { dashboards: 0, containers: 0, findings: [], unread: [] };
  for await (const entry of givenFiles(paths, host))
    if ('reason' in entry) report.unread.push({ path: entry.name, reason: entry.reason, hint: entry.hint });
    else
      await lintFile(entry, report, { run, isNamed: entry.path === undefined || paths.includes(entry.name) });
  const { dashboards, containers, findings, unread } = report;
  if (dashboards + containers === 0 && unread.length === 0)
    unread.push({ path: pathsText(paths), ...NOTHING });
  return showFindings(
    {
      ...{ findings, unread, output, color, version },
      level: strict ? 'warning' : 'critical',
      kind: 'DashboardReport',
      data: { dashboards, containers },
      command: 'kubectl-monitoring dashboards lint',
      checks: async () => (await import('../../../../lib/dashboards/lint/checks/all.ts')).CHECKS,
      within: withinText(report),
    },
    host,
  );
};

/** Adds the findings in a file. One without dashboards is only named if the user named it. */
async function lintFile(
  { name: path, path: file, read }: GivenFile,
  report: Report,
  { run, isNamed }: { run: Run; isNamed: boolean },
): Promise<void> {
  const linted = await parsedFile({ path, hint: READABLE }, read, async (text) => {
    const isTemplate =
      file !== undefined &&
      text.includes('{{') &&
      mayHold(text) &&
      !file.endsWith('.json') &&
      isInChart(file);
    if (!isTemplate) return lintText(text, path, run);
    const rendered = await unescapedOf(text);
    return rendered
      ? lintText(rendered.text, path, run, { text, offset: rendered.offset })
      : { path, ...UNRENDERED };
  });
  if ('reason' in linted) report.unread.push(linted);
  else if (linted.dashboards + linted.containers === 0) {
    if (isNamed) report.unread.push({ path, ...NOTHING });
  } else {
    report.dashboards += linted.dashboards;
    report.containers += linted.containers;
    for (const finding of linted.findings) report.findings.push({ ...finding, path });
  }
}

const unescapedOf = async (text: string) =>
  (await import('../../../../lib/words/chart-template.ts')).unescaped(text);

function withinText({ dashboards, containers }: Report): string | undefined {
  if (dashboards > 0) return countText(dashboards, 'dashboard');
  return containers > 0 ? countText(containers, 'container') : undefined;
}

const NOTHING = {
  reason: 'no dashboard found',
  hint: 'pass JSON files with a dashboard, or ConfigMaps and Secrets with the label ui_dashboard or grafana_dashboard',
};
