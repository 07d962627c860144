import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../../lib/audit/diagnostic.ts';
import { type FileFindings, findingsOfFile } from '../../../lib/audit/file-findings.ts';
import type { Finding } from '../../../lib/audit/finding.ts';
import { clashesIn, diagnosticsOn, planFix, servingDiagnostic } from '../../../lib/audit/plan-fix.ts';
import type { Host, Output } from '../../../lib/cli/command.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { fileDiff } from '../../shared/file-diff.ts';
import { fileReason, isFileError, replaceFile, type TextFile, textOf } from '../../shared/text-file.ts';
import { sanitize } from '../shared/sanitize.ts';
import type { FileRules, FilesAudit } from './files.ts';

export interface FixOptions {
  rules: FileRules;
  /** As `auditFiles` returns it. */
  generated: FilesAudit['generated'];
  /** The values of `--accept`. */
  accept: readonly string[];
  /** `-y`: skip the prompt. */
  yes: boolean;
  /** Write nothing. */
  preview: boolean;
  /** Where the diff is written; nowhere when absent. */
  diffTo?: Output;
  paint: Paint;
  /** Prints a diagnostic, before the prompt. */
  warn(diagnostic: Diagnostic): void;
}

export interface FixReport {
  /** `planned`: only shown. `unchanged`: nothing can be fixed. */
  outcome: 'unchanged' | 'planned' | 'declined' | 'written';
  /** The findings that were fixed or, in a preview, would be. */
  fixed: Finding[];
  /** The findings after the fix; those of the audit if nothing was written. */
  left: Finding[];
  diagnostics: Diagnostic[];
}

interface PlannedFile extends TextFile {
  edited: string;
  /** The number of lines around each change in the diff: 0 if they may belong to a Secret. */
  context: number;
  fixed: Finding[];
  diagnostics: Diagnostic[];
}

/**
 * Replaces the addresses in files that findings have a replacement for. Each file is read and checked again, so that what is
 * written follows from what is read, and is replaced atomically or not at all.
 *
 * @param findings of `auditFiles`; those in stdin cannot be fixed.
 */
export async function fixFiles(findings: Finding[], options: FixOptions, host: Host): Promise<FixReport> {
  const { rules, yes, preview, diffTo, paint, warn } = options;
  const names = new Set(
    findings.flatMap(({ file, replacement }) => (file && replacement ? [file.path] : [])),
  );
  const clashing = clashesIn(findings);
  const plans: PlannedFile[] = [];
  for (const name of names) plans.push(planned(await readAgain(name, host.cwd()), options, clashing));
  const changed = plans.filter(({ text, edited }) => text !== edited);
  const fixed = changed.flatMap((plan) => plan.fixed);
  const diagnostics = [
    ...plans.flatMap((plan) => plan.diagnostics),
    ...servingDiagnostic(fixed, rules.service),
  ];
  const report = { fixed, left: findings, diagnostics };
  for (const file of changed)
    diffTo?.write(fileDiff(file, file.edited, { paint, shown: sanitize, context: file.context }));
  for (const diagnostic of diagnostics) warn(diagnostic);
  if (changed.length === 0) return { ...report, outcome: 'unchanged' };
  if (preview) return { ...report, outcome: 'planned' };
  const what = changed.length === 1 ? oneLine(changed[0]?.name ?? '') : `${changed.length} files`;
  if (!yes && !(await confirm(`Write ${what}?`, host))) return { ...report, outcome: 'declined' };
  for (const file of changed) await replaceFile(file, file.edited, 'file');
  return { ...report, outcome: 'written', left: leftIn(findings, changed, options) };
}

function planned(file: TextFile, options: FixOptions, clashing: ReadonlySet<string>): PlannedFile {
  const found = checked(file.name, file.text, options);
  const { text: edited, fixed, diagnostics } = planFix(file.text, found, new Set(options.accept), clashing);
  return {
    ...file,
    edited,
    context: found.secretLines.size > 0 ? 0 : 3,
    fixed: fixed.map(({ finding }) => finding),
    diagnostics: diagnosticsOn(file.name, diagnostics),
  };
}

/** The findings after the fix: written files are checked again. */
function leftIn(findings: Finding[], changed: PlannedFile[], options: FixOptions): Finding[] {
  const after = new Map(
    changed.map(({ name, edited }) => [
      name,
      checked(name, edited, options).located.map(({ finding }) => finding),
    ]),
  );
  return [...Map.groupBy(findings, ({ file }) => file?.path ?? '')].flatMap(
    ([name, before]) => after.get(name) ?? before,
  );
}

function checked(name: string, text: string, { rules, generated }: FixOptions): FileFindings {
  const { secrets, ...expectation } = rules;
  try {
    return findingsOfFile(text, { name, expectation, secrets, generated: generated.get(name) });
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    throw unfixable(name, `is no longer valid YAML: ${error.message}`);
  }
}

async function readAgain(name: string, cwd: string): Promise<TextFile> {
  try {
    const given = resolve(cwd, name);
    // The content of a pipe is gone once it is read.
    if (!(await stat(given)).isFile()) throw unfixable(name, 'is not a regular file');
    const path = await realpath(given);
    const text = textOf(readGivenFile(path));
    if (text === undefined) throw unfixable(name, 'is no longer UTF-8');
    return { name, path, text };
  } catch (error) {
    throw isFileError(error) ? unfixable(name, `can no longer be read: ${fileReason(error)}`) : error;
  }
}

const unfixable = (name: string, reason: string): CommandError =>
  new CommandError('refusal', `error: file ${oneLine(name)} ${reason}`, {
    hint: 'No file was changed. Check that it is a file you may write to, then run this again.',
  });
