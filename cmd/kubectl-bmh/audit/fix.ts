import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../../lib/audit/diagnostic.ts';
import { type FileFindings, type FileOptions, findingsOfFile } from '../../../lib/audit/file-findings.ts';
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
  /** Of `auditFiles`: what is made of files that are no manifests. */
  generated: FilesAudit['generated'];
  /** Judgements that the person takes on. */
  accept: readonly string[];
  /** `-y`: nobody is asked. */
  yes: boolean;
  /** Only shown. */
  preview: boolean;
  /** Where the diff is written; nowhere when absent. */
  diffTo?: Output;
  paint: Paint;
  /** Says what is to be known of the change, before it is asked about. */
  warn(diagnostic: Diagnostic): void;
}

/** What came of the files. */
export interface FixReport {
  /** `planned`: only shown. `unchanged`: nothing could be fixed. */
  outcome: 'unchanged' | 'planned' | 'declined' | 'written';
  /** What was, or in a preview would be, put in the place of each address. */
  fixed: Finding[];
  /** What stands after that: the very findings of the audit where nothing was written. */
  left: Finding[];
  diagnostics: Diagnostic[];
}

interface PlannedFile extends TextFile {
  edited: string;
  /** Lines around a change that its diff shows: none where they may be of a Secret. */
  context: number;
  fixed: Finding[];
  diagnostics: Diagnostic[];
}

/**
 * Rewrites files where findings say what is to stand in their place. Each file is read and judged again, so that what is
 * written follows from what is read, and is replaced in one step or left.
 *
 * @param findings of `auditFiles`; those of stdin can't be fixed.
 */
export async function fixFiles(findings: Finding[], options: FixOptions, host: Host): Promise<FixReport> {
  const { rules, yes, preview, diffTo, paint, warn } = options;
  const names = new Set(
    findings.flatMap(({ file, replacement }) => (file && replacement ? [file.path] : [])),
  );
  const clashing = clashesIn(findings);
  const plans: PlannedFile[] = [];
  for (const name of names) {
    const file = await readAgain(name, host.cwd());
    plans.push(planned(file, options, clashing));
  }
  const changed = plans.filter(({ text, edited }) => text !== edited);
  const fixed = changed.flatMap((plan) => plan.fixed);
  const report = {
    fixed,
    left: findings,
    diagnostics: [
      ...plans.flatMap(({ diagnostics }) => diagnostics),
      ...servingDiagnostic(fixed, rules.service),
    ],
  };
  for (const file of changed)
    diffTo?.write(fileDiff(file, file.edited, { paint, shown: sanitize, context: file.context }));
  for (const diagnostic of report.diagnostics) warn(diagnostic);
  if (changed.length === 0) return { ...report, outcome: 'unchanged' };
  if (preview) return { ...report, outcome: 'planned' };
  if (!yes && !(await confirm(`Write ${countOf(changed)}?`, host))) return { ...report, outcome: 'declined' };
  for (const file of changed) await replaceFile(file, file.edited, 'file');
  return { ...report, outcome: 'written', left: leftIn(findings, changed, options) };
}

function planned(file: TextFile, options: FixOptions, clashing: ReadonlySet<string>): PlannedFile {
  const found = judgedAgain(file, options);
  const { text: edited, fixed, diagnostics } = planFix(file.text, found, new Set(options.accept), clashing);
  return {
    ...file,
    edited,
    context: found.secretLines.size > 0 ? 0 : 3,
    fixed: fixed.map(({ finding }) => finding),
    diagnostics: diagnosticsOn(file.name, diagnostics),
  };
}

function judgedAgain({ name, text }: TextFile, options: FixOptions): FileFindings {
  try {
    return findingsOfFile(text, optionsFor(name, options));
  } catch (error) {
    throw error instanceof YamlSyntaxError
      ? unfixable(name, `is no longer valid YAML: ${error.message}`)
      : error;
  }
}

/** The findings that stand once the files are written: those are judged again as they are now. */
function leftIn(findings: Finding[], changed: PlannedFile[], options: FixOptions): Finding[] {
  const now = new Map(
    changed.map(({ name, edited }) => [
      name,
      findingsOfFile(edited, optionsFor(name, options)).located.map(({ finding }) => finding),
    ]),
  );
  const names = new Set(findings.map(({ file }) => file?.path ?? ''));
  return [...names].flatMap(
    (name) => now.get(name) ?? findings.filter(({ file }) => (file?.path ?? '') === name),
  );
}

function optionsFor(name: string, { rules, generated }: FixOptions): FileOptions {
  const { secrets, ...expectation } = rules;
  return { name, expectation, secrets, generated: generated.get(name) };
}

async function readAgain(name: string, cwd: string): Promise<TextFile> {
  try {
    const given = resolve(cwd, name);
    // What a pipe held was read already.
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

const countOf = (files: PlannedFile[]): string =>
  files.length === 1 ? oneLine(files[0]?.name ?? '') : `${files.length} files`;
