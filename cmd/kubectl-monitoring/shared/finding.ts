import type { Style } from '../../../lib/cli/style.ts';
import type { Finding, Severity } from '../../../lib/words/finding.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import type { Verdict } from '../../../lib/words/verdict.ts';
import { itemOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';

export const SEVERITY_STYLES: Record<Severity, Style> = { critical: 'red', warning: 'yellow', info: 'cyan' };

/** A finding in JSON, as every command shows it: `verdict` is what it says of its object. */
export const findingItem = (
  {
    kind,
    name,
    namespace,
    verdict,
    severity,
    reason,
    message,
    hint,
    next,
  }: Finding & {
    verdict: Verdict;
  },
  values: ClusterValues,
) =>
  itemOf({
    ...{ name, namespace, kind: kind ?? null, verdict, severity, reason, message, hint: hint ?? null },
    next: next ? commandText(next, { values }) : null,
  });
