import { type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import { CHART } from '../../../lib/upgrades/chart-version.ts';
import type { Step, UpgradeFinding } from '../../../lib/upgrades/known-issue.ts';
import { versionText } from '../../../lib/versions/install.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { commandText } from '../../shared/words.ts';
import { SEVERITY_STYLES } from '../shared/finding.ts';
import { fold } from '../shared/fold.ts';
import { type Report, stepCommand } from './report.ts';

interface Rendering {
  screen: Screen;
  /** Whether all places of a finding are shown. */
  details: boolean;
  /** The connection flags of suggested commands. */
  values: ClusterValues;
}

/** Places of a finding that are shown without --details. */
const SHOWN = 3;

/** Renders a report: the versions as they run, what lies between them and the new chart, and what is not known. Commands are never wrapped. */
export function renderUpgrade(report: Report, rendering: Rendering): string {
  const { facts, findings, unread, verdict, skipped } = report;
  const { screen } = rendering;
  const { paint } = screen;
  const { text, style } = verdictCell(verdict, screen);
  const from = facts.from?.text ?? 'an unknown version';
  const where = report.namespace ?? 'All namespaces';
  return [
    `${paint('bold', oneLine(`${where}: ${CHART} from ${from} to ${facts.to.text}`))}: ${paint(style, text)}`,
    '',
    paint('bold', 'Versions'),
    ...versionTable(report, screen),
    ...(skipped === undefined ? [] : ['', fold('No cluster was read: ', skipped, screen)]),
    ...findings.flatMap((finding) => ['', ...findingLines(finding, report, rendering)]),
    ...(findings.length === 0
      ? ['', fold('', 'Nothing that is known lies between these versions', screen)]
      : []),
    ...(unread.length > 0 ? ['', paint('bold', 'Not known')] : []),
    ...unread.map(({ what, namespace, reason }) =>
      fold(`${oneLine(namespace ? `${what} in ${namespace}` : what)}: `, reason, screen, 2),
    ),
    ...(unread.some(({ reason }) => reason.includes('is forbidden')) ? rolesLines(report, rendering) : []),
    '',
  ].join('\n');
}

/** The command that prints what an administrator has to grant. */
const rolesLines = ({ namespace = '' }: Report, { screen, values }: Rendering): string[] => [
  'To print the roles that this needs, for an administrator:',
  `  ${screen.paint('cyan', oneLine(commandText({ words: ['kubectl', 'monitoring', 'rbac'], namespace }, { values })))}`,
];

const versionTable = ({ versions, facts }: Report, screen: Screen): string[] =>
  table(
    ['PROGRAM', 'RUNS', `WITH ${facts.to.text}`, 'OBJECT'],
    versions.map(({ program, runs, expected, object }) => [
      program,
      versionText(runs),
      expected ?? '',
      object ?? '',
    ]),
    { screen },
  )
    .trimEnd()
    .split('\n');

function findingLines(finding: UpgradeFinding, report: Report, rendering: Rendering): string[] {
  const { severity, what, since, reason, places, before, after } = finding;
  const { screen, details } = rendering;
  const { paint } = screen;
  const version = since === null ? reason : `${reason}, since ${since}`;
  const sentence = fold(`${severity}: `, `${what} (${version})`, screen, 2);
  const shown = details || places.length <= SHOWN + 1 ? places : places.slice(0, SHOWN);
  const more = places.length - shown.length;
  return [
    paint(SEVERITY_STYLES[severity], severity) + sentence.slice(severity.length),
    ...shown.map((place) => fold('  - ', place, screen)),
    ...(more > 0 ? [`  - and ${more} more: add --details to see them`] : []),
    ...stepLines('Before', before, report, rendering),
    ...stepLines('After', after, report, rendering),
  ];
}

/** Things to do, each with its command on a line of its own. */
function stepLines(when: string, steps: readonly Step[], report: Report, rendering: Rendering): string[] {
  const { screen, values } = rendering;
  return steps.flatMap((step) => {
    const command = stepCommand(step, report, values);
    return [
      ...(step.text ? [fold(`  ${when}: `, step.text + (command === undefined ? '' : ':'), screen, 4)] : []),
      ...(command === undefined ? [] : [`    ${screen.paint('cyan', oneLine(command))}`]),
    ];
  });
}
