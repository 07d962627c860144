import type { Diagnostic } from '../../../lib/audit/diagnostic.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { paintFor } from '../../../lib/cli/style.ts';
import { auditFiles, type FileRules } from './files.ts';
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
  const { filename, service, flavour, secrets, fix, diff, yes, accept, output } = values;
  const rules: FileRules = { service, flavours: flavour, secrets, from: 'file' };
  const { generated, ...found } = await auditFiles(filename, rules, host);
  if (!fix) return found;
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
