import { CLASSIC_EXPORT, NOT_LOADED } from '../../dashboards/export/classic.ts';
import {
  classicPaths,
  dashboardPath,
  type Hit,
  hitPath,
  namespaceIn,
  readConverted,
  readDashboard,
  readHits,
  searchPath,
  type UiDashboard,
} from '../../dashboards/export/ui-answers.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { askUi, readAnswer } from './ask-ui.ts';
import type { Ui } from './open-ui.ts';

/** The most pages that are read of a search. */
const PAGES = 100;

/** The dashboards whose titles contain a text, or all, by folder and title. @throws {CommandError} */
export async function searchUi(ui: Ui, query = ''): Promise<Hit[]> {
  const found = new Map<string, Hit>();
  // A page may have fewer dashboards than it could: the UI leaves out those that the user may not see.
  for (let page = 1; page <= PAGES; page += 1) {
    const hits = readAnswer(ui, await askUi(ui, searchPath(page, query)), readHits);
    const more = hits.filter(({ uid }) => !found.has(uid));
    if (more.length === 0) break;
    for (const hit of more) found.set(hit.uid, hit);
  }
  return [...found.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ folder = '', title, uid }: Hit): string => [folder, title, uid].join('\0');

/** A dashboard by its uid; undefined if there is none. @throws {CommandError} if it cannot be had in the classic schema. */
export async function readUiDashboard(ui: Ui, uid: string): Promise<UiDashboard | undefined> {
  const answer = await askUi(ui, dashboardPath(uid), [404, NOT_CLASSIC]);
  if (answer.status === 404) return undefined;
  const found =
    answer.status === NOT_CLASSIC
      ? await readClassic(ui, { uid, namespace: namespaceIn(answer.body) })
      : readAnswer(ui, answer, readDashboard);
  if (found) return { ...found, uid: found.uid || uid };
  throw new CommandError('refusal', `error: dashboard ${oneLine(uid)} has the v2 schema, ${NOT_LOADED}`, {
    hint: CLASSIC_EXPORT,
  });
}

/** How the UI answers to who asks for a dashboard of the v2 schema by its older API. */
const NOT_CLASSIC = 406;

/** A dashboard that the UI converts to the classic schema; undefined if it cannot. */
async function readClassic(
  ui: Ui,
  place: { uid: string; namespace: string },
): Promise<UiDashboard | undefined> {
  for (const path of classicPaths(place)) {
    const answer = await askUi(ui, path, [404]);
    if (answer.status === 404) continue;
    const found = readAnswer(ui, answer, readConverted);
    if (!found) return undefined;
    const [hit] = readAnswer(ui, await askUi(ui, hitPath(place.uid)), readHits);
    return { ...found, folder: hit?.folder };
  }
  return undefined;
}

/** How many dashboards are asked for at once. */
const AT_ONCE = 4;

/** What came of reading a dashboard. */
export type ReadOne = { hit: Hit } & ({ dashboard: UiDashboard } | { failure: CommandError });

/** Reads dashboards, in their order; one that was deleted meanwhile is left out. An error about one does not end it. */
export async function readUiDashboards(ui: Ui, hits: readonly Hit[]): Promise<ReadOne[]> {
  const all: ReadOne[] = [];
  for (let from = 0; from < hits.length; from += AT_ONCE) {
    const some = await Promise.all(hits.slice(from, from + AT_ONCE).map((hit) => readOne(ui, hit)));
    all.push(...some.filter((one) => one !== undefined));
  }
  return all;
}

async function readOne(ui: Ui, hit: Hit): Promise<ReadOne | undefined> {
  try {
    const dashboard = await readUiDashboard(ui, hit.uid);
    return dashboard && { hit, dashboard };
  } catch (error) {
    if (error instanceof CommandError && error.kind !== 'aborted') return { hit, failure: error };
    throw error;
  }
}
