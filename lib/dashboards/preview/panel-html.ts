import { type Html, html } from '../../html/html.ts';
import { amountText } from './amount.ts';
import type { PanelData } from './frames.ts';
import type { PanelView } from './panel.ts';
import type { Asked } from './requests.ts';
import { unitOf, unitText } from './units.ts';
import { chartView } from './views/chart.ts';
import { gaugeView, statView } from './views/single.ts';
import { swatch } from './views/svg.ts';
import { tableView } from './views/table.ts';

/** A panel with what it is drawn from. */
export interface DrawnPanel {
  view: PanelView;
  /** Its title and description with the values of variables. */
  title: string;
  description: string;
  asked: readonly Asked[];
  /** Undefined if no data was asked for. */
  data: PanelData | undefined;
}

/** A panel in its box: its title and unit, and what it draws, or what it is made of if there is no data. */
export function panelHtml({ view, title, description, asked, data }: DrawnPanel, id: string): Html {
  const unit = unitText(view.unit);
  const isDrawn = data !== undefined && view.drawing !== 'box';
  const parts = partsHtml(view, description, isDrawn ? asked : []);
  const queries = view.queries.length === 1 ? '1 query' : `${view.queries.length} queries`;
  return html`<article class="panel" id="${id}" aria-labelledby="${id}-t">
<h3 id="${id}-t">${title === '' ? 'Untitled panel' : title}${unit && html` <span class="muted">${unit}</span>`} <span class="muted kind">${view.type}</span>${
    view.repeat !== undefined && html` <span class="muted">repeated for each $${view.repeat}</span>`
  }</h3>
${isDrawn ? html`${drawnHtml(view, data, `${id}-c`)}<details class="more"><summary>${queries}</summary>${parts}</details>` : html`<div class="more">${parts}</div>`}
</article>
`;
}

function drawnHtml(view: PanelView, { frames, omitted, faults }: PanelData, chartId: string): Html {
  return html`<div class="view">${faults.map((fault) => html`<p class="fault">${fault}</p>`)}${
    frames.length === 0
      ? faults.length === 0 && html`<p class="none">${view.noValue ?? 'No data'}</p>`
      : viewHtml(view, frames, chartId)
  }${omitted > 0 && html`<p class="muted">${omitted} more series are not drawn</p>`}</div>`;
}

function viewHtml(view: PanelView, frames: PanelData['frames'], chartId: string): Html {
  if (view.drawing === 'stat') return statView(view, frames);
  if (view.drawing === 'gauge') return gaugeView(view, frames);
  return view.drawing === 'table' ? tableView(view, frames) : chartView(view, frames, chartId);
}

/** What a panel is made of: its description, thresholds and queries. */
const partsHtml = (view: PanelView, description: string, asked: readonly Asked[]): Html =>
  html`${
    description !== '' && html`<p>${description}</p>`
  }${view.content !== undefined && html`<p class="content">${view.content}</p>`}${thresholdsHtml(view)}${
    view.queries.length > 0 &&
    html`<ol class="queries">${view.queries.map((query) => {
      const sent = asked.find(({ refId }) => refId === query.refId)?.query;
      const notes = [
        query.legend !== undefined && query.legend !== '__auto' && `legend ${query.legend}`,
        query.isHidden && 'hidden',
        query.unasked !== undefined && view.drawing !== 'box' && `not drawn: ${query.unasked}`,
      ].filter((note) => note !== false);
      return html`<li><span class="muted">${[`Query ${query.refId}`, ...notes].join(', ')}</span>${
        query.expr !== undefined && html`<pre>${query.expr}</pre>`
      }${sent !== undefined && sent !== query.expr && html`<span class="muted">asked as</span><pre>${sent}</pre>`}</li>`;
    })}</ol>`
  }`;

function thresholdsHtml({ thresholds: { steps, isRelative }, unit, decimals }: PanelView): Html | false {
  const shown = unitOf(isRelative ? 'percent' : unit, decimals);
  return (
    steps.length > 0 &&
    html`<p>Thresholds: ${steps.map(
      ({ from, color }) =>
        html`${swatch(color)} ${from === undefined ? 'base' : `from ${amountText(from, shown)}`} `,
    )}</p>`
  );
}
