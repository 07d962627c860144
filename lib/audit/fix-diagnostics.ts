import type { Acceptable } from './consequences.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Located } from './file-findings.ts';
import type { Finding } from './finding.ts';

/** What is to be known of one address that `--fix` leaves or changes. */
export interface FixDiagnostic {
  located: Located;
  isLeft: boolean;
  reason: string;
  mend: string;
  /** The judgement that stands against changing it, where one does. */
  accept?: Acceptable;
}

/** What is said of a file: one remark for all addresses with the same reason, at the line of the first. */
export function diagnosticsOn(path: string, diagnostics: FixDiagnostic[]): Diagnostic[] {
  const alike = Map.groupBy(diagnostics, ({ isLeft, reason, mend }) =>
    JSON.stringify([isLeft, reason, mend]),
  );
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { located, isLeft, reason, mend, accept } = first;
    const count = all.length === 1 ? '1 address' : `${all.length} addresses`;
    const what = `${count} ${isLeft ? 'left' : 'to change'}`;
    const how = accept ? `${mend}, and give --accept ${accept}` : mend;
    return [
      {
        path,
        line: located.finding.file.line,
        reason: `${what}: ${reason}`,
        mend: how,
      },
    ];
  });
}

/** What has to be true of the service for new addresses to work; none where there are no new ones. */
export function servingDiagnostic(fixed: readonly Finding[], service: string): Diagnostic[] {
  const paths = [...new Set(fixed.map(({ replacement = '' }) => URL.parse(replacement)?.pathname ?? ''))];
  if (paths.length === 0) return [];
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return [
    {
      reason: `the new addresses work only if ${service} serves ${paths.slice(0, NAMED).join(', ')}${more}`,
      mend: 'see that it does before you apply or sync the change',
    },
  ];
}

const NAMED = 5;
