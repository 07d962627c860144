import { resolve } from 'node:path';
import type { Host } from '../../../../lib/cli/command.ts';
import { type Candidate, candidatesIn } from '../../../../lib/dashboards/preview/candidates.ts';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { listed, oneLine } from '../../../../lib/words/text.ts';
import { readStdin } from '../../../shared/read-stdin.ts';
import { READABLE } from '../../shared/given-files.ts';
import { isInChart, UNRENDERED } from '../../shared/in-chart.ts';
import { parsedFile } from '../../shared/parsed-file.ts';

/**
 * The dashboard of a file or of stdin (`-`), and what the file is called.
 *
 * @throws {CommandError} if there is none, or several and no key chooses one.
 */
export async function chosenDashboard(
  file: string,
  key: string | undefined,
  host: Host,
): Promise<Candidate & { name: string }> {
  const name = file === '-' ? 'stdin' : oneLine(file);
  const path = file === '-' ? undefined : resolve(host.cwd(), file);
  const read = () => (path === undefined ? readStdin(host) : readGivenFile(path));
  const found = await parsedFile({ path: name, hint: READABLE, invalid: INVALID }, read, async (text) => {
    const rendered = path === undefined ? text : await renderedOf(text, path);
    return rendered === undefined
      ? { path: name, ...UNRENDERED }
      : candidatesOf(rendered.replace(/^\ufeff/, ''), name);
  });
  if ('reason' in found) throw usageError(`${name}: ${found.reason}`, sentence(found.hint));
  const { candidates } = found;
  const chosen = key === undefined ? candidates : candidates.filter((one) => one.key === key);
  const [dashboard, second] = chosen;
  if (dashboard && !second) return { ...dashboard, name };
  const keys = candidates.map((one) => one.key ?? 'a dashboard in no container');
  if (candidates.length === 0)
    throw usageError(
      `${name} has no dashboard`,
      'Pass the JSON of a dashboard, or a ConfigMap or Secret with one.',
    );
  if (key === undefined)
    throw usageError(
      `${name} has ${candidates.length} dashboards: ${oneLine(listed(keys))}`,
      'Choose one with --key.',
    );
  throw usageError(
    `${name} has ${chosen.length === 0 ? 'no dashboard' : `${chosen.length} dashboards`} with the key ${oneLine(key)}`,
    `It has: ${oneLine(keys.join(', '))}.`,
  );
}

/** A template of a chart as Helm renders it; undefined if that takes Helm. */
const renderedOf = async (text: string, path: string): Promise<string | undefined> =>
  text.includes('{{') && !path.endsWith('.json') && isInChart(path)
    ? (await import('../../../../lib/words/chart-template.ts')).withoutEscapes(text)
    : text;

async function candidatesOf(text: string, path: string): Promise<{ candidates: Candidate[] } | Unread> {
  try {
    return { candidates: candidatesIn(text) };
  } catch (error) {
    if (!text.trimStart().startsWith('{')) throw error;
    const { jsonFault } = await import('../../../../lib/input/json-error.ts');
    const fault = jsonFault(text);
    if (fault === undefined) throw error;
    return { path, reason: `is not valid JSON: ${oneLine(fault)}`, hint: INVALID };
  }
}

const INVALID = 'pass the JSON of a dashboard, or a ConfigMap or Secret with one';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
