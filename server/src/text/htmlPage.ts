import { html, type Markup } from "./markup.ts";

/** The style of all pages, in the colors of VS Code's theme; in a browser, their contrast is at least 4.5 to 1. */
export const style = html`:root{color-scheme:light dark;--text:#1f2328;--soft:#57606a;--page:#fff;--area:#f6f8fa;--line:#d0d7de;--good:#116329;--bad:#a40e26;--bar:#5b7fa8;--focus:#5b7fa8;--link:inherit;--font:system-ui,sans-serif;--code:ui-monospace,monospace}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#a3adb8;--page:#161b22;--area:#21262d;--line:#3d444d;--good:#56d364;--bad:#ff9492;--bar:#6f9fd0;--focus:#6f9fd0}}
body:is(.vscode-light,.vscode-dark,.vscode-high-contrast){--text:var(--vscode-editor-foreground);--soft:var(--vscode-editor-foreground);--page:var(--vscode-editor-background);--area:var(--vscode-editorWidget-background);--line:var(--vscode-contrastBorder,var(--vscode-editorWidget-border));--good:var(--vscode-soaphttp-good);--bad:var(--vscode-soaphttp-error);--bar:var(--vscode-charts-blue,var(--vscode-focusBorder));--focus:var(--vscode-focusBorder);--link:var(--vscode-textLink-foreground);--font:var(--vscode-font-family);--code:var(--vscode-editor-font-family)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--page);color:var(--text);font:1rem/1.5 var(--font)}
h1{font-size:1.6rem;margin:0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}:is(h4,h5){font-size:.9rem;margin:.75rem 0 .25rem}
p{margin:.25rem 0}a{color:var(--link)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.soft{color:var(--soft)}.passed{color:var(--good)}.failed,.noResponse,.unsent{color:var(--bad);font-weight:600}.skipped{color:var(--soft)}
.counts{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;margin:1rem 0;padding:0}
.counts li{border:1px solid var(--line);border-radius:.4rem;background:var(--area);padding:.4rem .9rem}.counts b{font-size:1.4rem;margin-right:.4rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600}.results :is(td,th):is(:nth-child(3),:nth-child(4)){text-align:right;white-space:nowrap}.results td:nth-child(5){width:9rem}.results svg{width:100px;height:12px}
.matrix th,.matrix td{white-space:nowrap}.matrix span{display:block}
svg{display:block;max-width:100%}.results rect{fill:var(--bar)}.good{fill:var(--good)}.bad{fill:var(--page);stroke:var(--bad);stroke-width:1.5}.median{stroke:var(--bar);stroke-width:2;fill:none}.dot{stroke:var(--bar);stroke-width:4;stroke-linecap:round}.cross{stroke:var(--bad);stroke-width:1.5;fill:none}.axis{stroke:var(--line);fill:none}svg text{fill:var(--soft);font-size:12px}
details{border:1px solid var(--line);border-radius:.4rem;margin:.5rem 0;padding:.4rem .8rem}details details{background:var(--area)}summary{cursor:pointer}
pre{background:var(--area);border-radius:.4rem;margin:.4rem 0;max-height:30rem;overflow:auto;padding:.6rem;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.45 var(--code)}
ul.tree,.tree ul{list-style:none;margin:0;padding:0 0 0 1.25rem;border-left:1px solid var(--line)}.tree details{border:0;margin:0;padding:0}.tree li{margin:.25rem 0}.tree li>:is(p,ul){margin-left:1.25rem}.text{white-space:pre-line;overflow-wrap:anywhere}code{font-family:var(--code);overflow-wrap:anywhere}
.boxes{list-style:none;margin:.4rem 0;padding:0}.boxes li{border:2px dashed var(--line);border-radius:.4rem;margin:.4rem 0;padding:.3rem .8rem;overflow-wrap:anywhere}.boxes .signed{border:2px solid var(--good)}.boxes .unsigned{border:2px dotted var(--bad)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.25rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap;font-family:var(--code)}
@media print{details{break-inside:avoid}}`;

/** SHA-256 of the style (in UTF-8) as Base64. The page's content security policy allows only this style. */
export const styleHash = "DIMRvCtMaWqBMP/o90oFejIH2OMR15v+j9DmQhPgRg8=";

/**
 * A page without scripts. Its content security policy allows only its own style. The page is also well-formed XML.
 * @param language language of the texts, as in the attribute `lang`
 * @param body the header and the main part
 */
export function htmlPage(title: string, language: string, body: Markup): string {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="${policy}"/>
<meta name="viewport" content="width=device-width"/><title>${title}</title>
<style>${style}</style></head>
<body>${body}</body></html>
`.toString();
}
