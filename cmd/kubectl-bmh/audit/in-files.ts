import { ACCEPTABLE_FIXES } from '../../../lib/audit/consequences.ts';
import type { Diagnostic } from '../../../lib/audit/diagnostic.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { PLAIN, paintFor } from '../../../lib/cli/style.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { auditFiles, type FileRules, type FilesAudit } from './files.ts';
import type { AuditValues } from './flags.ts';
import type { Audit } from './render.ts';

/**
 * Audits the files of `-f` and, with `--fix`, fixes them. The findings are those after the fix.
 *
 * @param warn prints a diagnostic on a fix, before the prompt.
 */
export async function auditInFiles(
  values: AuditValues,
  host: Host,
  warn: (diagnostic: Diagnostic) => void,
): Promise<Audit> {
  const { filename, service, flavor, secrets, fix, diff, yes, accept, output, details } = values;
  const rules: FileRules = { service, flavors: flavor, secrets, from: 'file' };
  const { generated, ...found } = await auditFiles(filename, rules, host);
  if (!fix) {
    const isAdvised = host.stdout.columns !== undefined && output === undefined && !details;
    return { ...found, ...(isAdvised && { isFixable: await canFix(found, rules, generated, host) }) };
  }
  const { fixFiles } = await import('./fix.ts');
  // With --diff the diff is the output, else it is a part of the prompt.
  const stream = diff ? host.stdout : host.stderr;
  const shows = !diff || output === undefined;
  const options = {
    rules,
    generated,
    accept,
    yes,
    preview: diff,
    paint: paintFor(stream, host, values.color),
    warn,
    ...(shows && { diffTo: stream }),
  };
  const { left, outcome, fixed, diagnostics } = await fixFiles(found.findings, options, host);
  return { ...found, findings: left, fix: { outcome, fixed, diagnostics } };
}

/** Whether `--fix` would rewrite an address, if every consequence is accepted. */
async function canFix(
  { findings }: Pick<FilesAudit, 'findings'>,
  rules: FileRules,
  generated: FilesAudit['generated'],
  host: Host,
): Promise<boolean> {
  if (!findings.some(({ file, replacement }) => file && replacement)) return false;
  const { fixFiles } = await import('./fix.ts');
  const accept = [...ACCEPTABLE_FIXES];
  const options = { rules, generated, accept, yes: false, preview: true, paint: PLAIN.paint, warn: () => {} };
  try {
    return (await fixFiles(findings, options, host)).outcome === 'planned';
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}
