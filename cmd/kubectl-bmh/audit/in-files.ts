import type { Diagnostic } from '../../../lib/audit/diagnostic.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { paintFor } from '../../../lib/cli/style.ts';
import { auditFiles, type FileRules } from './files.ts';
import type { AuditValues } from './flags.ts';
import type { Audit } from './render.ts';

/**
 * Audits the files that `-f` names and, where that was asked for, fixes them: what stands after that counts.
 *
 * @param warn says what is to be known of a fix before it is asked about.
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
  // A diff is data where nothing else was asked for, and what is asked about else.
  const seen = diff ? host.stdout : host.stderr;
  const shows = !diff || output === undefined;
  const paint = paintFor(seen, host, values.color);
  const options = {
    rules,
    generated,
    accept,
    yes,
    preview: diff,
    paint,
    warn,
    ...(shows && { diffTo: seen }),
  };
  const { left, outcome, fixed, diagnostics } = await fixFiles(found.findings, options, host);
  return { ...found, findings: left, fix: { outcome, fixed, diagnostics } };
}
