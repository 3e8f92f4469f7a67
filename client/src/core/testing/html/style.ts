import { html } from "./markup.ts";

/** Colors of VS Code's light and dark themes, whose classes its tabs have, with a contrast of at least 4.5 to 1. Outcomes are also words and signs. */
export const style = html`:root{color-scheme:light dark;--text:#1f2328;--soft:#57606a;--page:#fff;--area:#f6f8fa;--line:#d0d7de;--good:#116329;--bad:#a40e26;--off:#57606a;--bar:#5b7fa8}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#a3adb8;--page:#161b22;--area:#21262d;--line:#3d444d;--good:#56d364;--bad:#ff9492;--off:#a3adb8;--bar:#6f9fd0}}
body.vscode-light{--text:#1f2328;--soft:#57606a;--page:#fff;--area:#f6f8fa;--line:#d0d7de;--good:#116329;--bad:#a40e26;--off:#57606a;--bar:#5b7fa8}body:is(.vscode-dark,.vscode-high-contrast:not(.vscode-high-contrast-light)){--text:#e6edf3;--soft:#a3adb8;--page:#161b22;--area:#21262d;--line:#3d444d;--good:#56d364;--bad:#ff9492;--off:#a3adb8;--bar:#6f9fd0}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.25rem 0}a{color:inherit}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--bar);outline-offset:2px}
.soft{color:var(--soft)}.passed{color:var(--good)}.failed,.noResponse,.unsent{color:var(--bad);font-weight:600}.skipped{color:var(--off)}
.counts{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;margin:1rem 0;padding:0}
.counts li{border:1px solid var(--line);border-radius:.4rem;background:var(--area);padding:.4rem .9rem}.counts b{font-size:1.4rem;margin-right:.4rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}.results :is(td,th):is(:nth-child(3),:nth-child(4)){text-align:right;white-space:nowrap}.results td:nth-child(5){width:9rem}.results svg{width:100px;height:12px}
.matrix th,.matrix td{white-space:nowrap}.matrix span{display:block}
svg{display:block;max-width:100%}.results rect{fill:var(--bar)}.dot{stroke:var(--bar);stroke-width:4;stroke-linecap:round}.cross{stroke:var(--bad);stroke-width:1.5;fill:none}.axis{stroke:var(--line);fill:none}svg text{fill:var(--soft);font-size:12px}
details{border:1px solid var(--line);border-radius:.4rem;margin:.5rem 0;padding:.4rem .8rem}details details{background:var(--area)}summary{cursor:pointer}
pre{background:var(--area);border-radius:.4rem;margin:.4rem 0;max-height:30rem;overflow:auto;padding:.6rem;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.45 ui-monospace,monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.25rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap;font-family:ui-monospace,monospace}
@media print{details{break-inside:avoid}}`;

/** SHA-256 of the style in UTF-8, in Base64: the page allows no other. */
export const styleHash = "ia+ie2dSnqGpiGFi1NXox9j6uln/Bwumb9nYcBEZMxI=";
