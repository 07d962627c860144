import { type Html, html, trusted } from '../html/html.ts';

/** What the lines and areas of a chart are, by their classes. */
const TEXTS = {
  used: 'Used',
  likely: 'Expected use',
  range: 'Range of expected use',
  limit: 'Limit by retention',
  day: 'Full',
} as const;

/** The legend of a chart, of what it has. */
export const legendHtml = (marks: readonly (keyof typeof TEXTS)[]): Html =>
  html`<ul>${marks.map((mark) => html`<li class="${trusted(mark)}">${TEXTS[mark]}</li>`)}</ul>`;

/** Marks are borders: unlike backgrounds, they are printed. */
export const LEGEND_STYLE = `.volume-chart ul{display:flex;flex-wrap:wrap;gap:2px 16px;margin:2px 0 6px;padding:0;list-style:none;color:var(--muted);font-size:13px}
.volume-chart li::before{content:"";display:inline-block;width:24px;margin-right:6px;vertical-align:middle;border-top:2px solid var(--accent)}
.volume-chart .likely::before{border-top-style:dashed}
.volume-chart .range::before{border-top-width:10px;opacity:.2}
.volume-chart .limit::before{border-top:2px dashed var(--warn)}
.volume-chart .day::before{border-top:2px dotted var(--bad)}
`;
