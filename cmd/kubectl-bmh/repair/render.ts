import type { Host } from '../../../lib/cli/command.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import { type Format, renderReport } from '../../shared/render.ts';
import type { Report } from '../shared/report.ts';
import { SANITIZE, sanitize } from '../shared/sanitize.ts';

/** Writes a report, with the document's checks and what else keeps the host in the error below its refusals. */
export function render(
  report: Report,
  host: Pick<Host, 'stdout' | 'stderr'>,
  { output, paint }: { output: Format; paint: Paint },
): Promise<void> {
  const { checks, causes } = report;
  const findings = [
    ...checks
      .filter(({ ok }) => !ok)
      .map(({ name, found }) => `  ${paint('bold', name)}: ${sanitize(found)}`),
    ...(causes.length > 0
      ? ['What else it may be:', ...causes.map((cause) => `  - ${sanitize(cause)}`)]
      : []),
  ];
  return renderReport(report, host, { output, paint, shown: SANITIZE, findings });
}
