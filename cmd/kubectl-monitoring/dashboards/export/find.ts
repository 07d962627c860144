import { nearMisses } from '../../../../lib/cli/near-misses.ts';
import type { Ui } from '../../../../lib/cluster/dashboards/open-ui.ts';
import { readUiDashboard, searchUi } from '../../../../lib/cluster/dashboards/read-ui.ts';
import type { UiDashboard } from '../../../../lib/dashboards/export/ui-answers.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/**
 * The dashboard with a uid, or else the one with a title.
 *
 * @throws {CommandError} if there is none, or if several have the title.
 */
export async function findDashboard(ui: Ui, wanted: string): Promise<UiDashboard> {
  const known = UID.test(wanted) ? await readUiDashboard(ui, wanted) : undefined;
  if (known) return known;
  const hits = await searchUi(ui, wanted);
  const exact = hits.filter(({ title }) => title === wanted);
  const alike = hits.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  const [hit, ...more] = exact.length > 0 ? exact : alike;
  if (more.length > 0 && hit)
    throw new CommandError('usage', `error: there are several dashboards "${oneLine(wanted)}"`, {
      hint: `Give the uid of one of them: ${[hit, ...more].map(({ uid, folder }) => oneLine(folder === undefined ? uid : `${uid} (in ${folder})`)).join(', ')}.`,
    });
  const found = hit && (await readUiDashboard(ui, hit.uid));
  if (found) return found;
  const titles = (await searchUi(ui)).map(({ title }) => title);
  const near = [...new Set(nearMisses(wanted, titles))].slice(0, MOST);
  throw new CommandError('api', `error: there is no dashboard "${oneLine(wanted)}" in the dashboard UI`, {
    hint: `${near.length > 0 ? `Did you mean ${near.map((title) => `"${oneLine(title)}"`).join(' or ')}? ` : ''}Give the uid or the title of one. Without an argument, this command lists them.`,
  });
}

/** How many titles are suggested. */
const MOST = 3;

/** What a uid may be: other texts are titles. */
const UID = /^[\w-]{1,40}$/;
