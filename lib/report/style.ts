/**
 * How a page looks, on light and dark screens, on phones and on paper. Rows of tables have no classes: there are many. The colors of
 * text have a contrast of at least 4.5 to what is behind them.
 */
export const PAGE_STYLE = `:root{--page:#f4f6f8;--panel:#fff;--ink:#1f2328;--muted:#57606a;--line:#d3d9e0;--soft:#f4f6f8;--accent:#0a5ec2;--bad:#a40e26;--bad-soft:#ffe9ea;--warn:#7a4b00;--warn-soft:#fff3d1;--good:#17602f;--good-soft:#e1f6e7;--note:#0a4f9e;--note-soft:#e4f0ff;color-scheme:light}
@media screen and (prefers-color-scheme:dark){:root{--page:#0d1117;--panel:#161b22;--ink:#e6edf3;--muted:#a0a9b4;--line:#343b44;--soft:#1f252d;--accent:#79b8ff;--bad:#ff9b9b;--bad-soft:#401a1e;--warn:#f2cc60;--warn-soft:#3a2c06;--good:#7ee2a0;--good-soft:#12351f;--note:#9ecbff;--note-soft:#12294a;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px 16px;max-width:1032px;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
h1{font-size:26px;line-height:1.25;margin:0}
h2{font-size:18px;line-height:1.3;margin:0 0 10px}
h3{font-size:15px;line-height:1.4;margin:18px 0 6px}
h2+h3{margin-top:0}
p{margin:0 0 6px}
ul,ol{margin:0 0 6px;padding-left:22px}
header{margin-bottom:18px}
header>div{display:flex;min-width:0;flex-wrap:wrap;align-items:center;gap:6px 12px}
header .b{font-size:15px;padding:3px 14px;border-radius:16px}
.t{white-space:pre-line}
.m{color:var(--muted);font-size:13px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:16px 18px;margin:0 0 16px}
.card>:last-child,.k>:last-child{margin-bottom:0}
.b,.n li{display:inline-block;border-radius:12px;padding:1px 10px;font-size:13px;font-weight:600;line-height:1.5}
.bad{background:var(--bad-soft);color:var(--bad)}
.warn{background:var(--warn-soft);color:var(--warn)}
.good{background:var(--good-soft);color:var(--good)}
.note{background:var(--note-soft);color:var(--note)}
.s{font-weight:600;background:none}
.s.m{font-weight:400}
.n{display:flex;flex-wrap:wrap;gap:8px;padding:0;list-style:none;margin-bottom:10px}
.n li{border-radius:8px;padding:6px 14px;font-weight:400;font-size:14px}
.n b{font-size:20px;margin-right:4px}
.alert{border-left:4px solid;border-radius:4px;padding:10px 14px;margin:14px 0 0}
.alert a{color:inherit;white-space:nowrap}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,210px),1fr));gap:10px 18px;margin:0}
dl .l{grid-column:1/-1}
dt{color:var(--muted);font-size:13px}
dd{margin:0}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:6px 0 8px;padding:8px 12px;max-height:420px;overflow:auto;background:var(--soft);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap}
.todo>li{margin-bottom:12px}
.todo>li:last-child,.todo pre:last-child{margin-bottom:0}
table{width:100%;table-layout:fixed;border-collapse:collapse;font-size:14px;margin:0 0 8px}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--muted);font-size:13px;vertical-align:bottom}
tbody:last-child tr:last-child>*{border-bottom:0}
.g{padding-top:12px}
td p:last-child,li p:last-child{margin-bottom:0}
thead th:first-child{width:28%}
thead th.w{width:auto}
thead th.w0{width:4em}
thead th.w1{width:6.4em}
thead th.w2{width:8em}
.wide{overflow-x:auto}
.wide table{table-layout:auto;font-size:13px;font-variant-numeric:tabular-nums}
.wide :is(th,td){overflow-wrap:normal;min-width:60px}
.wide tbody th{white-space:nowrap}
.wide :is(.b,.m,thead th){font-size:inherit}
.f{padding-left:12px;border-left:3px solid var(--line);margin-bottom:14px}
.k{break-inside:avoid;margin-bottom:16px}
footer{color:var(--muted);font-size:13px}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:640px){body{padding:14px 8px;font-size:14px}.card{padding:12px}h1{font-size:21px}table,code,.b{font-size:12px}thead th.w1{width:5.6em}.b{padding:1px 7px}table code{font-size:11px}.wide tbody th{white-space:normal;min-width:110px}th,td{padding-right:8px}dl{gap:6px 12px;grid-template-columns:repeat(auto-fill,minmax(min(100%,150px),1fr))}ul,ol{padding-left:18px}}
@media screen and (max-width:640px){.stacked :is(tr,th,td,table,tbody){display:block}.stacked thead{position:absolute;clip-path:inset(50%)}.stacked :is(th,td){border:0;padding:1px 0}.stacked tr{border-bottom:1px solid var(--line);padding:6px 0}.stacked tbody:last-child tr:last-child{border:0}.stacked tbody th{font-weight:600}.stacked td:empty{display:none}.stacked td::before{content:attr(data-label) ": ";color:var(--muted)}}
@page{size:A4;margin:14mm 12mm}
@media print{.alert a{display:none}body{max-width:none;padding:0;background:none;font-size:10.5pt}.card{border-color:#bbb;break-inside:avoid-page;box-decoration-break:clone}tr,h2,h3,dl div,.n,.alert{break-inside:avoid}h2,h3{break-after:avoid}thead{display:table-header-group}pre{max-height:none;overflow:visible}.wide{overflow:visible}.wide table{font-size:7.5pt}.wide :is(th,td){min-width:0;padding-right:4px}.wide tbody th{white-space:normal;overflow-wrap:anywhere}.b,.n li,.alert{border:1px solid}}
`;
