import { physicalLocation, type SarifOptions, sarifLog } from '../words/sarif.ts';
import { UNESCAPED } from './chart-template.ts';
import type { Severity } from './check.ts';
import { CHECKS } from './checks.ts';
import type { RuleFinding } from './findings.ts';

/** Those of objects, and the one of raw chart templates. */
const ALL = [...CHECKS, UNESCAPED];

const LEVELS: Record<Severity, string> = { critical: 'error', warning: 'warning', info: 'note' };

/** Findings in files as a SARIF log. */
export const sarifOf = (
  {
    findings,
    unread,
  }: {
    findings: readonly (RuleFinding & { path: string })[];
    unread: readonly { path: string; reason: string; hint: string }[];
  },
  { version, uriOf }: SarifOptions,
): object =>
  sarifLog({
    name: 'kubectl-monitoring rules lint',
    version,
    rules: ALL.map(({ name, severity, prevents, fix }) => ({
      id: name,
      shortDescription: { text: `Prevents ${prevents}.` },
      help: { text: fix },
      defaultConfiguration: { level: LEVELS[severity] },
    })),
    results: findings.map(({ check, severity, message, fix, path, line, column }) => ({
      ruleId: check,
      ruleIndex: ALL.findIndex(({ name }) => name === check),
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
