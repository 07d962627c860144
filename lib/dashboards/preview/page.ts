import { documentText } from '../../html/document.ts';
import { type Html, html, trusted } from '../../html/html.ts';
import { printableJson } from '../../words/text.ts';
import { amountText } from './amount.ts';
import { drawCharts } from './draw.ts';
import type { Section } from './layout.ts';
import { type DrawnPanel, panelHtml } from './panel-html.ts';
import { pageStyle } from './style.ts';
import { type ChartData, chartData } from './views/chart.ts';

/** A dashboard, ready to be drawn. */
export interface Preview {
  title: string;
  /** What is said below the title, by name: its uid, its period. */
  facts: { name: string; value: string }[];
  variables: { name: string; value: string }[];
  /** Whether there is data, and what could not be drawn. */
  notes: string[];
  sections: { row: Section['row']; panels: (Section['boxes'][number] & DrawnPanel)[] }[];
  isUtc: boolean;
  period: { from: Date; to: Date };
}

/**
 * One HTML page that needs nothing else, and may load nothing: its policy allows its own script and style alone, by their hashes. Without
 * charts, it has no script.
 *
 * @param uplot the texts of uPlot, read only for a page that has charts.
 */
export function pageOf(preview: Preview, uplot: () => { script: string; style: string }): string {
  const panels = preview.sections.flatMap((section) => section.panels);
  const ids = new Map(panels.map((panel, at) => [panel, `p${at}`]));
  const charts = panels.flatMap((panel): ChartData[] =>
    panel.view.drawing === 'chart' && panel.data && panel.data.frames.length > 0
      ? [
          chartData(panel.view, panel.data.frames, {
            id: `${ids.get(panel)}-c`,
            isUtc: preview.isUtc,
            period: preview.period,
          }),
        ]
      : [],
  );
  const library = charts.length > 0 ? uplot() : undefined;
  const style = `${library?.style ?? ''}${pageStyle(panels)}`;
  const script = library && `${library.script}\n(${drawCharts})(globalThis,uPlot,${amountText});`;
  const data =
    script !== undefined &&
    html`<script type="application/json" id="data">${trusted(jsonText(charts))}</script>\n`;
  const body = html`<header>
<h1>${preview.title}</h1>
${listHtml(preview.facts)}
${preview.variables.length > 0 && listHtml(preview.variables)}
<div class="notes">${preview.notes.map((note) => html`<p>${note}</p>`)}</div>
</header>
<main>
${preview.sections.map((section) => sectionHtml(section, ids))}</main>
${data}`;
  return documentText({ title: preview.title, style, body, script });
}

const listHtml = (items: readonly { name: string; value: string }[]): Html =>
  html`<dl class="facts">${items.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

function sectionHtml({ row, panels }: Preview['sections'][number], ids: ReadonlyMap<unknown, string>): Html {
  const grid = html`<div class="grid">
${panels.map((panel) => panelHtml(panel, ids.get(panel) ?? ''))}</div>`;
  if (!row) return html`<section><h2 class="hidden">Panels</h2>${grid}</section>\n`;
  const repeat =
    row.repeat !== undefined && html` <span class="muted">repeated for each $${row.repeat}</span>`;
  const heading = html`${row.title === '' ? 'Untitled row' : row.title}${repeat}`;
  if (!row.isCollapsed) return html`<section><h2>${heading}</h2>${grid}</section>\n`;
  const count = panels.length === 1 ? '1 panel' : `${panels.length} panels`;
  return html`<section><h2>${heading} <span class="muted">collapsed</span></h2><details><summary>${count}</summary>${grid}</details></section>\n`;
}

/** JSON that cannot end the element that it is in. */
const jsonText = (value: unknown): string => printableJson(JSON.stringify(value)).replaceAll('<', '\\u003c');
