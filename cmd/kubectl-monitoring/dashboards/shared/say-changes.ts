import type { Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { type SessionFlags, speechOf } from '../../../../lib/cluster/session.ts';
import type { Cleaned } from '../../../../lib/dashboards/export/cleaned.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/** Says on stderr what was changed in a dashboard, and warns of what was left in it. */
export function sayChanges(
  { changes, doubts }: Pick<Cleaned, 'changes' | 'doubts'>,
  values: Pick<SessionFlags, 'color'>,
  host: Host,
): void {
  for (const change of changes) sayLine(oneLine(change), host);
  const { warn } = speechOf(values, host);
  for (const doubt of doubts) warn(oneLine(doubt));
}

/** Writes a line on stderr. */
export const sayLine = (text: string, { stderr }: Pick<Host, 'stderr'>): void =>
  void stderr.write(folded(`${text}\n`, stderr));
