import type { Severity } from '../words/finding.ts';
import { physicalLocation, type SarifOptions, sarifLog } from '../words/sarif.ts';
import type { LintCheck, LintFinding, Unread } from './finding.ts';

const LEVELS: Record<Severity, string> = { critical: 'error', warning: 'warning', info: 'note' };

/** What was found in files, and what could not be read. */
export interface Linted {
  findings: readonly LintFinding[];
  unread: readonly Unread[];
}

/**
 * Findings in files as a SARIF log.
 *
 * @param name of the command.
 */
export const lintSarif = (
  { findings, unread }: Linted,
  { name, checks, version, uriOf }: SarifOptions & { name: string; checks: readonly LintCheck[] },
): object =>
  sarifLog({
    name,
    version,
    rules: checks.map(({ name: id, severity, prevents, fix }) => ({
      id,
      shortDescription: { text: `Prevents ${prevents}.` },
      help: { text: fix },
      defaultConfiguration: { level: LEVELS[severity] },
    })),
    results: findings.map(({ check, severity, message, fix, path, line, column }) => ({
      ruleId: check,
      ruleIndex: checks.findIndex(({ name: id }) => id === check),
      level: LEVELS[severity],
      message: { text: `${message}; ${fix}` },
      locations: [physicalLocation(uriOf(path), { startLine: line, startColumn: column })],
    })),
    isComplete: unread.length === 0,
    notifications: unread.map(({ path, reason, hint }) => ({
      level: 'error',
      message: { text: `${path}: ${reason}; ${hint}` },
      locations: [physicalLocation(uriOf(path))],
    })),
  });
