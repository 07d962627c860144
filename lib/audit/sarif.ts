import { physicalLocation, type SarifOptions, sarifLog } from '../words/sarif.ts';
import { type Diagnostic, diagnosticText } from './diagnostic.ts';
import { type Finding, fieldText, RULES, resourceText } from './finding.ts';

/** An audit as a SARIF log. */
export const sarifOf = (
  { findings, notes, unread }: { findings: Finding[]; notes: Diagnostic[]; unread: Diagnostic[] },
  { version, uriOf }: SarifOptions,
): object =>
  sarifLog({
    name: 'kubectl-bmh audit',
    version,
    rules: rules(),
    isComplete: unread.length === 0,
    notifications: [
      ...unread.map((diagnostic) => notification('error', diagnostic, uriOf)),
      ...notes.map((diagnostic) => notification('note', diagnostic, uriOf)),
    ],
    results: findings.map((finding) => result(finding, uriOf)),
  });

const rules = (): object[] =>
  Object.entries(RULES).map(([id, { document, level, describes, hint }]) => ({
    id,
    shortDescription: { text: describes },
    fullDescription: {
      text: `${describes} See ${document} of the platform's prevention rules for bare-metal hosts.`,
    },
    help: { text: hint },
    defaultConfiguration: { level },
    properties: { tags: [`prevention-${document.replace(' ', '-')}`] },
  }));

function result(finding: Finding, uriOf: SarifOptions['uriOf']): object {
  const { rule, level, message, hint, namespace, file } = finding;
  const resource = resourceText(finding);
  const field = fieldText(finding);
  const place = [namespace, resource, field].filter(Boolean).join('/');
  return {
    ruleId: rule,
    ruleIndex: Object.keys(RULES).indexOf(rule),
    level,
    message: { text: `${resource}${field && ` ${field}`}: ${message}; ${hint}` },
    locations: [
      {
        ...(file &&
          physicalLocation(uriOf(file.path), {
            startLine: file.line,
            startColumn: file.column,
            endLine: file.endLine,
            endColumn: file.endColumn,
          })),
        logicalLocations: [{ fullyQualifiedName: place, kind: 'member' }],
      },
    ],
    // Stable when lines move, so that code scanning recognizes known findings.
    partialFingerprints: { 'place/v1': `${rule}:${place}` },
  };
}

const notification = (
  level: 'error' | 'note',
  diagnostic: Diagnostic,
  uriOf: SarifOptions['uriOf'],
): object => ({
  level,
  message: { text: diagnosticText(diagnostic) },
  ...(diagnostic.path !== undefined && {
    locations: [physicalLocation(uriOf(diagnostic.path))],
  }),
});
