#include "app/report_page.h"

namespace framelane {

const char* report_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --page: #f3f4f6; --panel: #ffffff; --text: #14181d; --dim: #4b545e; --faint: #6c757e;
  --rule: rgba(15,18,22,.30); --grid: rgba(15,18,22,.10); --band: rgba(15,18,22,.26); --edge: rgba(11,13,16,.30);
  --upload: #56b4e9; --passes: #009e73; --download: #cc79a7; --decode: #e69f00; --present: #f0e442;
  --fault: #c9302c; --ink: #0b0d10;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0b0d10; --panel: #14181d; --text: #f2f4f6; --dim: #b0b8c1; --faint: #7c8590;
    --rule: rgba(255,255,255,.34); --grid: rgba(255,255,255,.09); --band: rgba(255,255,255,.30); --edge: transparent;
    --fault: #ff5a52;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 24px 16px 48px; background: var(--page); color: var(--text);
  font: 500 14px/20px Inter, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
main { max-width: 1088px; margin: 0 auto; display: grid; gap: 8px; }
section, header { background: var(--panel); border-radius: 8px; padding: 16px 24px; min-width: 0; }
h1, h2, h3 { font: inherit; margin: 0; }
h1 { font-size: 28px; line-height: 36px; }
h2 { font-size: 18px; line-height: 24px; margin-bottom: 4px; }
p { margin: 4px 0; max-width: 100ch; }
.dim, .unit, caption, figcaption, dt { color: var(--dim); }
.small { font-size: 12px; line-height: 18px; max-width: 110ch; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 8px 32px; margin-top: 12px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 4px 0; font-size: 12px; line-height: 18px; }
dd { margin: 0; }
.tiles { display: flex; flex-wrap: wrap; gap: 8px 48px; margin: 8px 0; }
.tile b { display: block; font: inherit; font-size: 28px; line-height: 36px; white-space: nowrap; }
.tile b .unit { font-size: 14px; }
.tile span { color: var(--dim); font-size: 12px; }
.key { display: inline-block; min-width: 1.2em; }
.note { border-left: 3px solid var(--fault); padding-left: 12px; }
ul { margin: 4px 0; padding-left: 20px; }
figure { margin: 8px 0 0; break-inside: avoid; }
figcaption { display: flex; gap: 16px; font-size: 12px; line-height: 18px; height: 18px; white-space: nowrap; }
figcaption span { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
figcaption .title { color: var(--text); font-size: 14px; }
figcaption .read { color: var(--text); flex: 1 0 0; text-align: right; }
figcaption [hidden] { display: none; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; color: var(--dim); font-size: 12px; }
.legend i { display: inline-block; width: 8px; height: 8px; margin-right: 6px; border-radius: 1px; box-shadow: inset 0 0 0 1px var(--edge); }
.legend i.hollow { box-shadow: inset 0 0 0 1px var(--dim); }
.legend i.mark { width: 2px; height: 12px; vertical-align: -2px; background: var(--text); box-shadow: none; border-radius: 0; }
.legend i.dotted { width: 0; height: 12px; vertical-align: -2px; border-left: 2px dotted var(--text); box-shadow: none; border-radius: 0; }
.upload { background: var(--upload); fill: var(--upload); }
.passes { background: var(--passes); fill: var(--passes); }
.download { background: var(--download); fill: var(--download); }
.decode { background: var(--decode); fill: var(--decode); }
.present { background: var(--present); fill: var(--present); }
.chart { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 640px; height: auto; font: inherit; }
svg text { font-size: 12px; fill: var(--dim); }
svg .name, svg .number { font-size: 14px; fill: var(--text); }
svg .label { fill: var(--text); }
svg .ink { fill: var(--ink); pointer-events: none; }
svg .over-passes { paint-order: stroke; stroke: var(--passes); stroke-width: 4; }
svg .end { text-anchor: end; }
svg .mid { text-anchor: middle; }
svg rect.upload, svg rect.passes, svg rect.download { stroke: var(--edge); stroke-width: .5; }
.grid { stroke: var(--grid); }
.rule { stroke: var(--rule); }
.level { stroke: var(--dim); stroke-dasharray: 2 2; }
.none { stroke: none; }
.band { stroke: var(--band); stroke-width: 1.6; fill: none; }
.line { stroke: var(--text); stroke-width: 1.4; fill: none; stroke-linejoin: round; }
.halo { stroke: var(--panel); stroke-width: 3.4; fill: none; stroke-linejoin: round; }
.bin { fill: var(--dim); }
.over { fill: var(--fault); }
.wait { fill: none; stroke: var(--dim); stroke-width: 1; }
.hair { stroke: rgba(11,13,16,.55); pointer-events: none; }
.bound { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 2 2; }
.tick { stroke: var(--text); stroke-width: 2; }
.cursor { stroke: var(--text); pointer-events: none; }
.quartiles { fill: var(--grid); }
.dot { fill: var(--text); }
svg rect.ring { stroke: var(--text); stroke-width: 2; }
table { border-collapse: collapse; width: 100%; margin-top: 8px; break-inside: avoid; }
caption { text-align: left; color: var(--text); padding-bottom: 2px; }
th, td { font: inherit; padding: 2px 0 2px 16px; text-align: right; white-space: nowrap; overflow-wrap: normal; }
th:first-child, td:first-child { text-align: left; padding-left: 0; white-space: normal; min-width: 96px; }
thead th { color: var(--dim); font-size: 12px; }
tbody tr { border-top: 1px solid var(--grid); }
td.sub:first-child { padding-left: 18px; color: var(--dim); }
td i { display: inline-block; width: 8px; height: 8px; margin-right: 8px; border-radius: 1px; box-shadow: inset 0 0 0 1px var(--edge); }
table.narrow { width: auto; }
.narrow th:not(:first-child), .narrow td:not(:first-child) { padding-left: 40px; }
.narrow td:first-child { white-space: nowrap; }
.narrow td:not(:first-child) { color: var(--dim); }
.narrow td.decides, .narrow td.strong { color: var(--text); }
td.decides::before { content: ""; display: inline-block; height: 12px; margin-right: 8px; vertical-align: -1px; border-left: 2px dotted var(--text); }
.scroll { overflow-x: auto; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 8px 40px; }
.tables > * { min-width: 0; overflow-x: auto; }
#stretch { display: flex; align-items: center; gap: 8px; margin: 8px 0 0; }
#stretch[hidden] { display: none; }
#stretch input { flex: 1; min-width: 120px; accent-color: var(--dim); height: 24px; }
button { font: inherit; color: var(--text); background: var(--grid); border: 0; border-radius: 4px; min-width: 32px; height: 28px; }
button:hover { background: var(--band); }
@page { size: A4; margin: 12mm; }
@media print {
  :root {
    --page: #ffffff; --panel: #ffffff; --text: #000000; --dim: #3d454e; --faint: #6c757e;
    --rule: rgba(15,18,22,.40); --grid: rgba(15,18,22,.14); --band: rgba(15,18,22,.28); --edge: rgba(11,13,16,.30); --fault: #c9302c;
    color-scheme: light;
  }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  body { padding: 0; font-size: 9pt; line-height: 12pt; }
  .tiles { gap: 4pt 24pt; }
  .tile b { font-size: 20pt; line-height: 25pt; }
  main { display: block; max-width: none; }
  section, header { padding: 0 0 9pt; border-radius: 0; }
  figure { margin-top: 4pt; }
  h2, .legend, section > p { break-after: avoid; }
  svg { min-width: 0; }
  svg text { font-size: 14px; }
  svg .name, svg .number { font-size: 16px; }
  svg .ink { font-size: 12px; }
  .facts { grid-template-columns: 1fr 1fr; }
  dl, .small { font-size: 8pt; line-height: 11pt; }
  h2 { font-size: 13pt; line-height: 17pt; }
  p { max-width: none; }
  .chart { overflow: visible; }
  .tables { grid-template-columns: 1fr 1fr; gap: 8pt 20pt; }
  #stretch { display: none; }
}
)css";
}

}  // namespace framelane
