import type { Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isFailing } from '../../../../lib/lint/finding.ts';
import { lintText } from '../../../../lib/rules/lint.ts';
import { manifestsIn, type RuleManifest } from '../../../../lib/rules/manifests.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { givenFiles, pathsText, READABLE } from '../../shared/given-files.ts';
import { parsedFile } from '../../shared/parsed-file.ts';

/**
 * The rule objects of files and folders, checked as "rules lint" does.
 *
 * @throws {CommandError} if a file cannot be read, has no rule object or a critical finding; all findings of files are written to
 * stderr first.
 */
export async function readManifests(paths: readonly string[], host: Host): Promise<RuleManifest[]> {
  const all: RuleManifest[] = [];
  const first = new Map();
  let isFailed = false;
  for await (const entry of givenFiles(paths, host)) {
    const { name: path } = entry;
    const found =
      'reason' in entry
        ? entry
        : await parsedFile({ path, hint: READABLE }, entry.read, async (text) => ({
            manifests: manifestsIn(text),
            findings: (await lintText(text, { path, read: () => text }, { first })).findings,
          }));
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
    throw new CommandError('refusal', 'error: rules with critical findings are not applied', {
      hint: '"kubectl monitoring rules lint" shows how to fix each.',
    });
  if (all.length === 0)
    throw usageError(
      `no rule objects found in ${oneLine(pathsText(paths))}`,
      'Pass MetricsRule or PrometheusRule objects. To load a plain rule file, put its groups in the spec of one.',
    );
  return all;
}

const sentence = (hint: string): string => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;
