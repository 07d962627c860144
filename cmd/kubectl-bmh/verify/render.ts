import type { Host } from '../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import type { Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import type { CommandError } from '../../../lib/words/errors.ts';
import { masked } from '../../../lib/words/masked.ts';
import { clusterWords, quoted } from '../../shared/words.ts';
import { maskedIn, sanitize } from '../shared/sanitize.ts';
import type { VerifyValues } from './flags.ts';
import { COULD_NOT_TELL, exitCodeOf, type Verification } from './verify-host.ts';

interface Rendering {
  values: VerifyValues;
  paint: Paint;
  selection: Selection;
  /** How many of the selected hosts were skipped because they have no image to verify. */
  leftOut: number;
}

/** Writes the verdicts to stdout and what failed to stderr; returns the exit code. */
export async function render(
  all: Verification[],
  { stdout, stderr }: Host,
  { values, paint, selection, leftOut }: Rendering,
): Promise<number> {
  const { output, noHeaders } = values;
  const exitCode = exitCodeOf(all);
  const error = (text: string): void => void stderr.write(`${paint('red', 'error:')} ${sanitize(text)}\n`);
  if (isDocument(output)) {
    await writeDocument(stdout, output, maskedIn({ exitCode, items: all }));
  } else if (all.length === 0 && leftOut === 0) {
    stderr.write('No resources found\n');
  } else if (output === 'name' || all.length === 0) {
    for (const { resource, exitCode: code } of all) if (code === 0) stdout.write(`${sanitize(resource)}\n`);
  } else {
    stdout.write(textOf(all, { isOne: selection.names.length === 1, values, noHeaders }));
  }
  for (const { message, hint } of all)
    if (message !== undefined) stderr.write(`${sanitize([message, hint].filter(Boolean).join('\n'))}\n`);
  if (leftOut > 0) stderr.write(`${leftOutText(leftOut)}\n`);
  const unhealthy = all.filter(({ verdict, message }) => verdict === 'unhealthy' && message === undefined);
  const [first] = unhealthy;
  if (!first) return exitCode;
  error(
    all.length === 1
      ? `host ${first.namespace}/${first.host} is not healthy: ${first.failing.join(', ')}`
      : `${unhealthy.length} of ${all.length} hosts ${unhealthy.length === 1 ? 'is' : 'are'} not healthy`,
  );
  const see = commandToDiagnose([first, ...unhealthy.slice(1)], { values, selection });
  stderr.write(`To see what ${unhealthy.length === 1 ? 'it needs' : 'they need'}, run: ${sanitize(see)}\n`);
  return exitCode;
}

const leftOutText = (count: number): string =>
  count === 1
    ? 'Skipped 1 spare host: it has no image to verify'
    : `Skipped ${count} spare hosts: they have no image to verify`;

/** Names one host or the hosts that were named; otherwise repeats the selection. */
function commandToDiagnose(
  unhealthy: [Verification, ...Verification[]],
  { values, selection }: Pick<Rendering, 'values' | 'selection'>,
): string {
  const [first, ...others] = unhealthy;
  const isByName = others.length === 0 || selection.names.length > 0;
  const selected = [
    ...(values.selector === undefined ? ['--all'] : ['-l', quoted(values.selector)]),
    ...(selection.namespace === undefined ? ['-A'] : []),
  ];
  const words = isByName ? unhealthy.map(({ host }) => host) : selected;
  const namespace = isByName ? first.namespace : (selection.namespace ?? '');
  return ['kubectl bmh diagnose', ...words, ...clusterWords({ namespace, values })].join(' ');
}

/** One named host check by check, several hosts one row each. */
function textOf(
  all: Verification[],
  {
    isOne,
    values: { output, allNamespaces },
    noHeaders,
  }: { isOne: boolean; values: VerifyValues; noHeaders: boolean },
): string {
  const [only] = all;
  if (isOne && only) return only.checks.length > 0 ? checksTable(only, noHeaders) : '';
  const columns = COLUMNS.filter(
    ({ when }) =>
      when === undefined || (when === 'all' ? allNamespaces : (when === 'wide') === (output === 'wide')),
  );
  return table(
    columns.map(({ header }) => header),
    all.map((one) => columns.map(({ cell }) => cell(one))),
    { noHeaders },
  );
}

const checksTable = ({ checks, image }: Verification, noHeaders: boolean): string =>
  table(
    ['CHECK', 'HOLDS', 'FOUND'],
    checks.map(({ name, ok, found }) => {
      const wanted = !ok && name.endsWith('.image.url') && image.expected;
      return [name, ok ? 'yes' : 'no', masked(wanted ? `${found} (expected ${wanted})` : found)];
    }),
    { noHeaders },
  );

const COLUMNS: { header: string; when?: 'narrow' | 'wide' | 'all'; cell(one: Verification): string }[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ namespace }) => namespace },
  { header: 'NAME', cell: ({ host }) => host },
  { header: 'VERDICT', cell: ({ verdict }) => verdict },
  { header: 'FAILING', when: 'narrow', cell: ({ failing }) => shortened(failing) },
  { header: 'FAILING', when: 'wide', cell: ({ failing }) => failing.join(', ') },
  { header: 'STATE', when: 'wide', cell: ({ state }) => state },
  { header: 'IMAGE', when: 'wide', cell: ({ image }) => masked(image.url) },
  { header: 'EXPECTED', when: 'wide', cell: ({ image }) => masked(image.expected) },
];

const shortened = ([first = '', ...more]: string[]): string =>
  more.length > 0 ? `${first} and ${more.length} more` : first;

/** What is printed if nothing could be read. */
export async function renderUntold(
  { message, hint }: CommandError,
  { stdout, stderr }: Host,
  { output }: VerifyValues,
): Promise<void> {
  stderr.write(`${sanitize([message, hint].filter(Boolean).join('\n'))}\n`);
  if (isDocument(output))
    await writeDocument(
      stdout,
      output,
      maskedIn({ verdict: 'unknown', exitCode: COULD_NOT_TELL, message, hint, items: [] }),
    );
}
