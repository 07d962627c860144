import type { Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isFailing, type LintFinding } from '../../../../lib/lint/finding.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { givenFiles, pathsText, READABLE } from '../../shared/given-files.ts';
import { isInChart, UNRENDERED } from '../../shared/in-chart.ts';
import { parsedFile } from '../../shared/parsed-file.ts';
import type { Manifest } from './description.ts';

type Finding = Omit<LintFinding, 'path' | 'fix' | 'source'>;

/** How the objects of a file are read. */
interface Reading<M extends Manifest> {
  /** The objects in a text, and what is wrong with them. */
  parse(text: string, path: string): Promise<{ manifests: M[]; findings: readonly Finding[] }>;
  /** Whether a text may have such objects. A template of a chart that does is refused: Helm has to render it. */
  mayHold(text: string): boolean;
  /** What messages call several: `rules`. */
  many: string;
  /** What they call its objects in files: `rule objects`. */
  objects: string;
  /** What to pass, if the files have none. */
  hint: string;
}

/**
 * The objects of files and folders, checked as "… lint" does.
 *
 * @throws {CommandError} if a file cannot be read, has no object or a critical finding; all findings of files are written to
 * stderr first.
 */
export async function readObjects<M extends Manifest>(
  paths: readonly string[],
  host: Host,
  { parse, mayHold, many, objects, hint }: Reading<M>,
): Promise<M[]> {
  const all: M[] = [];
  let isFailed = false;
  for await (const entry of givenFiles(paths, host)) {
    const { name: path } = entry;
    const found =
      'reason' in entry
        ? entry
        : await parsedFile({ path, hint: READABLE }, entry.read, async (text) =>
            entry.path !== undefined && text.includes('{{') && mayHold(text) && isInChart(entry.path)
              ? { path, ...UNRENDERED }
              : parse(text, path),
          );
    if ('reason' in found) throw usageError(`${oneLine(path)} ${found.reason}`, sentence(found.hint));
    all.push(...found.manifests);
    const findings = found.findings.filter((finding) => isFailing([finding], 'critical'));
    isFailed ||= findings.length > 0;
    for (const { check, message, line, column } of findings)
      host.stderr.write(
        folded(`${oneLine(`${path}:${line}:${column}: critical ${check}: ${message}`)}\n`, host.stderr),
      );
  }
  if (isFailed)
    throw new CommandError('refusal', `error: ${many} with critical findings are not applied`, {
      hint: `"kubectl monitoring ${many} lint" shows how to fix each.`,
    });
  if (all.length === 0) throw usageError(`no ${objects} found in ${oneLine(pathsText(paths))}`, hint);
  return all;
}

const sentence = (hint: string): string => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;
