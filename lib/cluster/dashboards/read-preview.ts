import { type Frame, framesIn, type PanelData } from '../../dashboards/preview/frames.ts';
import { interpolate, LONGEST } from '../../dashboards/preview/interpolate.ts';
import type { Preview } from '../../dashboards/preview/page.ts';
import type { PanelView } from '../../dashboards/preview/panel.ts';
import { type Plan, previewOf } from '../../dashboards/preview/preview.ts';
import { type Asked, askedOf, scopeOf } from '../../dashboards/preview/requests.ts';
import type { Period } from '../../dashboards/preview/time.ts';
import {
  type Chosen,
  chosenOf,
  optionsIn,
  optionsPath,
  type Variable,
} from '../../dashboards/preview/variables.ts';
import { asPart, type CommandError, reportable } from '../../words/errors.ts';
import type { MetricsSource } from '../metrics/source.ts';

/** A Prometheus that a preview is drawn from. After a timeout, it is not asked again. */
export interface PreviewSource {
  /** @throws nothing but an interruption: the reason is in place of the data. */
  ask(path: string): Promise<{ data: unknown } | { fault: string }>;
}

/** Has a source answer one request after the other, or say why it does not. */
export function previewSource({ data }: Pick<MetricsSource, 'data'>): PreviewSource {
  let late: CommandError | undefined;
  return {
    async ask(path) {
      if (late) return { fault: asPart(late) };
      try {
        return { data: await data(path) };
      } catch (error) {
        const failure = reportable(error);
        if (failure.kind === 'timeout') late = failure;
        return { fault: asPart(failure) };
      }
    },
  };
}

/** What is chosen of each variable, with the values that Prometheus has. A query may use the variables before it. */
async function readChosen(
  variables: readonly Variable[],
  period: Period,
  source: PreviewSource | undefined,
): Promise<{ chosen: Map<string, Chosen>; faults: string[] }> {
  const chosen = new Map<string, Chosen>();
  const faults: string[] = [];
  for (const variable of variables) {
    const query = interpolate(variable.query, scopeOf(period, chosen, undefined));
    const answer = variable.type === 'query' ? await readOptions(query, period, source) : undefined;
    if (answer && 'fault' in answer)
      faults.push(`The values of variable ${variable.name} are not known: ${answer.fault}`);
    const options = answer && 'data' in answer ? optionsIn(answer.data, { ...variable, query }) : undefined;
    chosen.set(variable.name, chosenOf(variable, options));
  }
  return { chosen, faults };
}

/** What a Prometheus answers to the query of a variable; undefined if it is not asked. */
async function readOptions(
  query: string,
  period: Period,
  source: PreviewSource | undefined,
): Promise<{ data: unknown } | { fault: string } | undefined> {
  if (query.length > LONGEST) return { fault: TOO_LONG };
  const path = optionsPath(query, period);
  return path === undefined ? undefined : source?.ask(path);
}

/** Why a query is not asked. */
const TOO_LONG = `with its variables, it is longer than ${LONGEST.toLocaleString('en')} characters`;

/** Series of a panel that are drawn; a table may have more rows. */
const SERIES = 30;
const ROWS = 100;

/** What a panel is drawn with. Queries are asked one after the other, since an answer may be large. */
async function readPanel(
  view: PanelView,
  { period, chosen }: { period: Period; chosen: ReadonlyMap<string, Chosen> },
  source: PreviewSource,
): Promise<{ asked: Asked[]; data: PanelData }> {
  const all = askedOf(view, { period, chosen });
  const asked = all.filter(({ query }) => query.length <= LONGEST);
  const frames: Frame[] = [];
  const faults: string[] = [];
  const most = view.drawing === 'table' ? ROWS : SERIES;
  let omitted = 0;
  for (const { refId, query, path } of all) {
    const answer = query.length > LONGEST ? { fault: TOO_LONG } : await source.ask(path);
    if ('fault' in answer) {
      faults.push(`Query ${refId}: ${answer.fault}`);
      continue;
    }
    const found = framesIn(answer.data, refId);
    const drawn = found.slice(0, most - frames.length);
    frames.push(...drawn);
    omitted += found.length - drawn.length;
  }
  return { asked, data: { frames, omitted, faults } };
}

/** The content of the page of a dashboard, with the data that a source has; without one, only its layout. */
export async function readPreview(
  plan: Plan,
  { source, via, notes = [] }: { source?: PreviewSource; via?: string; notes?: readonly string[] },
): Promise<Preview> {
  const { period, variables, sections } = plan;
  const { chosen, faults } = await readChosen(variables, period, source);
  const panels = new Map<PanelView, { asked: Asked[]; data: PanelData }>();
  if (source)
    for (const { view } of sections.flatMap((section) => section.panels))
      if (view.drawing !== 'box') panels.set(view, await readPanel(view, { period, chosen }, source));
  return previewOf(plan, { chosen, panels, via, notes: [...notes, ...faults] });
}
