import type { Placed } from '../../lint/placed.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { variablesOf } from '../definition.ts';
import { type SourceKinds, sourceKinds } from '../lint/sources.ts';
import type { PanelData } from './frames.ts';
import { interpolate } from './interpolate.ts';
import { layoutOf, type Section } from './layout.ts';
import type { Preview } from './page.ts';
import { type PanelView, viewOf } from './panel.ts';
import { type Asked, scopeOf } from './requests.ts';
import { type Period, periodOf } from './time.ts';
import { type Chosen, choicesIn, type Variable } from './variables.ts';

/** A dashboard as a preview reads it, before anything is asked. */
export interface Plan {
  dashboard: Placed;
  period: Period;
  variables: Variable[];
  sections: { row: Section['row']; panels: (Section['boxes'][number] & { view: PanelView })[] }[];
}

/** What the definition says. @param root the value of the file that it is in. */
export function planOf(dashboard: Placed, root: unknown, now: Date): Plan {
  const kinds: SourceKinds = sourceKinds(root, variablesOf(dashboard));
  return {
    dashboard,
    period: periodOf(fieldsOf(dashboard.fields.time), now),
    variables: choicesIn(dashboard),
    sections: layoutOf(dashboard).map(({ row, boxes }) => ({
      row,
      panels: boxes.map((box) => ({ ...box, view: viewOf(box.panel, kinds) })),
    })),
  };
}

/** What was asked, and what came of it. */
export interface Drawn {
  chosen: ReadonlyMap<string, Chosen>;
  /** By the view of a panel; empty if no data was asked for. */
  panels: ReadonlyMap<PanelView, { asked: Asked[]; data: PanelData }>;
  /** Where the data comes from, in words; undefined without data. */
  via: string | undefined;
  notes: readonly string[];
}

/** The page's content. */
export function previewOf({ dashboard, period, variables, sections }: Plan, drawn: Drawn): Preview {
  const { fields } = dashboard;
  const scope = scopeOf(period, drawn.chosen, undefined);
  const resolved = (text: string): string => interpolate(text, scope, 'text');
  const title = textOf(fields.title ?? '');
  return {
    title: title === '' ? 'Untitled dashboard' : title,
    isUtc: fields.timezone === 'utc',
    period,
    facts: [
      { name: 'uid', value: textOf(fields.uid ?? '') },
      { name: 'Period', value: period.text },
      { name: 'Refresh', value: typeof fields.refresh === 'string' ? fields.refresh : '' },
      { name: 'Tags', value: Array.isArray(fields.tags) ? fields.tags.map(textOf).join(', ') : '' },
    ].filter(({ value }) => value !== ''),
    variables: variables.map((variable) => ({
      name: variable.label,
      value: choiceText(variable, drawn.chosen),
    })),
    notes: [
      drawn.via === undefined
        ? 'A preview of the layout, without data.'
        : `A preview with data of ${drawn.via}, from ${utcText(period.from)} to ${utcText(period.to)}.`,
      ...(period.isDefault && fields.time !== undefined
        ? ['Its time range cannot be read: the last six hours are shown.']
        : []),
      ...drawn.notes,
    ],
    sections: sections.map(({ row, panels }) => ({
      row: row && { ...row, title: resolved(row.title) },
      panels: panels.map((panel) => {
        const { view } = panel;
        const { asked = [], data } = drawn.panels.get(view) ?? {};
        const [titleText, description] = [resolved(view.title), resolved(view.description)];
        return { ...panel, title: titleText, description, asked, data };
      }),
    })),
  };
}

/** `All`, or the values that are chosen. */
function choiceText(variable: Variable, chosen: ReadonlyMap<string, Chosen>): string {
  if (variable.type === 'datasource') return variable.current.join(', ') || 'the default';
  const { isAll = true, values } = chosen.get(variable.name) ?? {};
  if (isAll) return values === undefined ? 'All (.*)' : `All (${values.length})`;
  return (values ?? []).join(', ') || 'none';
}

const utcText = (date: Date): string =>
  `${date.toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ')} UTC`;
