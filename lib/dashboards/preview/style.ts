import type { Box } from './layout.ts';

/** Height of a row of the grid and the gap between two, in pixels, as in the UI. */
const ROW = 30;
const GAP = 8;

/** The style of a page; each panel has its place from a rule of its own, since the policy of the page allows no style attributes. */
export const pageStyle = (boxes: readonly Pick<Box, 'x' | 'y' | 'w' | 'h'>[]): string =>
  `${BASE}
@media (min-width:761px){.grid{grid-template-columns:repeat(24,minmax(0,1fr));grid-auto-rows:${ROW}px}
${boxes.map(({ x, y, w, h }, at) => `#p${at}{grid-area:${y + 1}/${x + 1}/span ${h}/span ${w}}`).join('\n')}
}`;

const BASE = `:root{--page:#f4f5f7;--panel:#fff;--ink:#1f2329;--muted:#5c6470;--line:#d9dce1;--accent:#1f60c4;--bad:#b3202f;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--page:#111217;--panel:#181b1f;--ink:#dfe1e6;--muted:#a0a6b1;--line:#34383f;--accent:#7eb0ff;--bad:#ff8a94}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--page);color:var(--ink);font:14px/1.45 system-ui,sans-serif}
h1{font-size:20px;margin:0 0 4px}
h2{font-size:15px;margin:20px 0 8px}
h3{font-size:14px;font-weight:600;margin:0;overflow-wrap:anywhere}
p{margin:0 0 4px}
.content{white-space:pre-line}
ul,ol,dl{margin:0;padding:0;list-style:none}
.muted{color:var(--muted);font-size:12px;font-weight:400}
.facts li,.facts>div{display:inline-block;margin:0 16px 4px 0}
dt,dd{display:inline;margin:0}
dt{color:var(--muted)}
dt::after{content:": "}
.notes{margin:8px 0;border-left:3px solid var(--accent);padding-left:8px}
.grid{display:grid;gap:${GAP}px}
.panel{display:flex;flex-direction:column;gap:4px;min-width:0;min-height:0;overflow:auto;padding:6px 8px;background:var(--panel);border:1px solid var(--line);border-radius:3px}
.kind{margin-left:2px;padding:0 5px;border:1px solid var(--line);border-radius:8px}
.view{flex:1 1 auto;min-height:0;overflow:auto;display:flex;flex-direction:column}
.chart{flex:1 1 0;min-height:90px;overflow:hidden}
.legend{flex:0 1 auto;max-height:40%;min-height:44px}
.scroll{overflow:auto;min-height:0}
table{border-collapse:collapse;font-size:12px;width:100%}
th{text-align:left;font-weight:500}
thead th{color:var(--muted);position:sticky;top:0;background:var(--panel)}
td,th{padding:1px 6px 1px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
thead th+th{min-width:48px}
.number{white-space:nowrap;font-variant-numeric:tabular-nums}
.swatch{width:10px;height:10px;border:1px solid var(--line);flex:none;vertical-align:baseline}
.singles{flex:1 0 auto;display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;justify-content:space-around}
.singles li{display:flex;flex-direction:column;align-items:center;justify-content:center;min-width:80px;max-width:100%}
.singles strong{font-size:22px;font-weight:600;overflow-wrap:anywhere}
.name{font-size:12px;color:var(--muted);overflow-wrap:anywhere}
.spark{width:100px;height:24px}
.dial{width:110px;height:60px}
.track{fill:none;stroke:var(--line);stroke-width:10}
.fault{color:var(--bad);font-size:12px;overflow-wrap:anywhere}
.more{flex:none;font-size:12px}
summary{cursor:pointer;color:var(--accent)}
.queries li{margin:2px 0}
pre{margin:0;padding:2px 4px;background:var(--page);border-radius:2px;font:12px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent)}
.view .none{margin:auto;color:var(--muted)}
@media (max-width:760px){body{padding:8px}.panel{min-height:120px}.chart{height:180px;flex:none}.legend{max-height:160px}.scroll{max-height:320px}}
`;
