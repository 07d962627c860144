import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { type Paint, type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { type Cell, type Header, table } from '../../../lib/cli/table.ts';
import type { Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import { skippedText } from '../../../lib/hosts/verification.ts';
import { masked } from '../../../lib/words/masked.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { bySeverity, worstVerdict } from '../../../lib/words/verdict.ts';
import { resultOf } from '../../shared/render.ts';
import { clusterWords } from '../../shared/words.ts';
import { BMH, maskedIn, sanitize } from '../shared/sanitize.ts';
import type { VerifyValues } from './flags.ts';
import { exitCodeOf, type Verification } from './verify-host.ts';

interface Rendering {
  values: VerifyValues;
  /** For stderr. */
  paint: Paint;
  screen: Screen;
  selection: Selection;
  /** How many of the selected hosts were skipped because they have no image to verify. */
  leftOut: number;
}

/** Writes the verdicts to stdout and what failed to stderr; returns the exit code. */
export async function render(
  found: readonly Verification[],
  { stdout, stderr }: Host,
  { values, paint, screen, selection, leftOut }: Rendering,
): Promise<number> {
  const { output } = values;
  const all = found.toSorted(bySeverity);
  const exitCode = exitCodeOf(all);
  if (isDocument(output)) {
    const verdict = worstVerdict(
      all.map((one) => one.verdict),
      'healthy',
    );
    await writeDocument(stdout, output, maskedIn(resultOf(BMH, KIND, { verdict, exitCode, items: all })));
  } else if (all.length === 0 && leftOut === 0) {
    stderr.write('No resources found\n');
  } else if (output === 'name') {
    for (const { resource, verdict } of all)
      if (verdict === 'healthy') stdout.write(`${sanitize(resource)}\n`);
  } else if (all.length > 0) {
    stdout.write(textOf(all, { isOne: selection.names.length === 1, values, screen }));
  }
  const say = (text: string): void =>
    void stderr.write(folded(`${paint('red', 'error:')} ${sanitize(text)}\n`, stderr));
  for (const { verdict, message, error, hint } of all)
    if (error !== undefined)
      stderr.write(folded(`${sanitize([error, hint].filter(Boolean).join('\n'))}\n`, stderr));
    else if (verdict === 'unknown') say(message);
  if (leftOut > 0) stderr.write(`${skippedText(leftOut, 'to verify')}\n`);
  const degraded = all.filter(({ verdict }) => verdict === 'degraded');
  const [first, ...others] = degraded;
  if (!first) return exitCode;
  const { name, namespace } = first.metadata;
  say(
    all.length === 1
      ? `host ${namespace}/${name} is not healthy: ${first.failing.join(', ')}`
      : `${degraded.length} of ${all.length} hosts ${degraded.length === 1 ? 'is' : 'are'} not healthy`,
  );
  const see = commandToDiagnose([first, ...others], { values, selection });
  stderr.write(
    folded(
      `To see what ${degraded.length === 1 ? 'it needs' : 'they need'}, run: ${sanitize(see)}\n`,
      stderr,
    ),
  );
  return exitCode;
}

export const KIND = 'VerificationList';

/** Names one host or the hosts that were named; otherwise repeats the selection. */
function commandToDiagnose(
  degraded: [Verification, ...Verification[]],
  { values, selection }: Pick<Rendering, 'values' | 'selection'>,
): string {
  const [first, ...others] = degraded;
  const isByName = others.length === 0 || selection.names.length > 0;
  const selected = [
    ...(values.selector === undefined ? ['--all'] : ['-l', quoted(values.selector)]),
    ...(selection.namespace === undefined ? ['-A'] : []),
  ];
  const words = isByName ? degraded.map(({ metadata }) => metadata.name) : selected;
  const namespace = isByName ? first.metadata.namespace : (selection.namespace ?? '');
  return ['kubectl bmh diagnose', ...words, ...clusterWords({ namespace, values })].join(' ');
}

/** One named host check by check, several hosts one row each. */
function textOf(
  all: readonly Verification[],
  { isOne, values, screen }: { isOne: boolean } & Pick<Rendering, 'values' | 'screen'>,
): string {
  const { output, allNamespaces, noHeaders } = values;
  const isWide = output === 'wide';
  const options = { noHeaders, screen };
  const [only] = all;
  if (isOne && only) return only.checks.length > 0 ? checksTable(only, screen, options) : '';
  const columns = COLUMNS.filter(
    ({ when }) => when === undefined || (when === 'all' ? allNamespaces : (when === 'wide') === isWide),
  );
  return table(
    columns.map(({ header }) => header),
    all.map((one) => columns.map(({ cell }) => cell(one, screen))),
    options,
  );
}

/** The checks that fail come first. */
const checksTable = (
  { checks, image }: Verification,
  screen: Screen,
  options: Parameters<typeof table>[2],
): string =>
  table(
    ['CHECK', 'VERDICT', 'FOUND'],
    checks
      .toSorted((one, other) => Number(one.ok) - Number(other.ok))
      .map(({ name, ok, found }) => {
        const wanted = !ok && name.endsWith('.image.url') && image.expected;
        return [
          name,
          verdictCell(ok ? 'healthy' : 'degraded', screen),
          masked(wanted ? `${found} (expected ${wanted})` : found),
        ];
      }),
    { ...options, wraps: true },
  );

interface Column {
  header: Header;
  when?: 'narrow' | 'wide' | 'all';
  cell(one: Verification, screen: Screen): Cell;
}

const COLUMNS: Column[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ metadata }) => metadata.namespace },
  { header: { text: 'NAME', least: 12 }, cell: ({ metadata }) => ({ text: metadata.name, cut: 'middle' }) },
  { header: 'VERDICT', cell: ({ verdict }, screen) => verdictCell(verdict, screen) },
  { header: 'REASON', when: 'narrow', cell: ({ reason }) => shortened(reason.split(', ')) },
  { header: 'REASON', when: 'wide', cell: ({ reason }) => reason },
  {
    header: { text: 'ADDRESS', optional: 1, least: 20 },
    cell: ({ image }) => ({ text: masked(image.url), cut: 'address' }),
  },
  {
    header: { text: 'EXPECTED', optional: 2, least: 20 },
    when: 'wide',
    cell: ({ image }) => ({ text: masked(image.expected), cut: 'address' }),
  },
  { header: { text: 'STATE', optional: 3 }, when: 'wide', cell: ({ state }) => state },
];

const shortened = ([first = '', ...more]: string[]): string =>
  more.length > 0 ? `${first} (+${more.length})` : first;
