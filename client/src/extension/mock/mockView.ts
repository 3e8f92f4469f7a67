import * as vscode from "vscode";
import { withoutUnseen } from "../../../../server/src/text/escapes.ts";
import { html, type Markup, nothing } from "../../../../server/src/text/markup.ts";
import { pageNonce, scriptPanelOptions } from "../editor/pages.ts";
import type { MockController } from "./mockController.ts";
import type { MockExchange } from "./mockResponse.ts";

/** Milliseconds during which exchanges are collected, because a load test makes thousands of them. */
const together = 100;

/** The exchanges of the mock service as a table. Selecting one shows its request and its response side by side. */
export function registerMockView(mock: MockController): vscode.Disposable {
  let view: vscode.WebviewView | undefined;
  let selected: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void view?.webview.postMessage(mockTable(mock, selected).toString());
  };
  const refresh = () => {
    timer ??= setTimeout(show, together);
  };
  const act = (message: unknown): void => {
    if (typeof message !== "object" || message === null || !("act" in message)) return;
    if (message.act === "ready") show();
    if (message.act === "start") void vscode.commands.executeCommand("soaphttp.startMock");
    if (message.act === "open" && "id" in message) {
      const exchange = mock.exchanges.all.find(({ id }) => id === message.id);
      if (exchange === undefined) return;
      selected = exchange.id;
      show();
      void mock.exchanges.show(exchange);
    }
  };
  const resolveWebviewView = (shown: vscode.WebviewView): void => {
    view = shown;
    shown.onDidDispose(() => {
      view = undefined;
    });
    shown.webview.options = scriptPanelOptions;
    shown.webview.onDidReceiveMessage(act);
    shown.webview.html = mockPage(pageNonce()).toString();
  };
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider("soaphttp.mock", { resolveWebviewView }),
    mock.onDidChange(refresh),
    mock.exchanges.onDidAdd(refresh),
    { dispose: () => clearTimeout(timer) },
  );
}

/** The exchanges as a table, with the id of the one that was opened last; without exchanges, what a mock service is. */
function mockTable({ address, exchanges: { all: exchanges } }: MockController, selected: number | undefined): Markup {
  const listening =
    address === undefined ? nothing : html`<p role="status">${vscode.l10n.t("Listening on {0}", address)}</p>`;
  if (exchanges.length === 0) {
    return address === undefined
      ? html`<p>${vscode.l10n.t("A mock service responds from .soapmock files or a WSDL. Its exchanges appear here.")}</p>
<button data-act="start">${vscode.l10n.t("Start Mock Service")}</button>
<a href="https://github.com/soaphttp/vscode-soaphttp/blob/main/docs/mock.md">${vscode.l10n.t("Read About Mock Services")}</a>`
      : html`${listening}<p>${vscode.l10n.t("No request was received yet.")}</p>`;
  }
  const columns = [
    vscode.l10n.t("Time"),
    vscode.l10n.t("Operation"),
    vscode.l10n.t("Response"),
    vscode.l10n.t("Status"),
    vscode.l10n.t("Verdict"),
  ];
  const focusable = exchanges.find(({ id }) => id === selected) ?? exchanges[0];
  return html`${listening}<table role="grid" aria-label="${vscode.l10n.t("Exchanges of the mock service")}">
<thead><tr role="row">${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${exchanges.map((one) => rowOf(one, one === focusable, one.id === selected))}</tbody></table>`;
}

function rowOf(exchange: MockExchange, isFocusable: boolean, isSelected: boolean): Markup {
  const { id, at, request, response, facts } = exchange;
  const shown = (text: string) => withoutUnseen(exchange.redact(text));
  const operation = facts.contract?.operation.split("/").at(-1) ?? response.operation ?? request?.method ?? "";
  const status = String(response.status ?? response.pace?.end ?? "");
  const [verdict, isGood] = verdictOf(exchange);
  const taken = response.response ?? (response.source === "wsdl" ? "WSDL" : "");
  const cells = [at.toLocaleTimeString(vscode.env.language), operation, taken, status];
  return html`<tr role="row" id="e${id}" data-act="open" data-id="${id}" tabindex="${isFocusable ? 0 : -1}" aria-selected="${String(isSelected)}">
${cells.map((cell) => html`<td role="gridcell" title="${shown(cell)}">${shown(cell)}</td>`)}
<td role="gridcell" class="${isGood ? "good" : "bad"}" title="${shown(response.problem ?? verdict)}">${isGood ? "✓" : "✗"} ${verdict}</td></tr>
`;
}

/** Returns the number of errors in the request, or a note that no response matches it. */
function verdictOf({ errors, response: { problem, source } }: MockExchange): readonly [text: string, isGood: boolean] {
  if (problem !== undefined)
    return [source === "service" ? vscode.l10n.t("no response fits") : vscode.l10n.t("problem"), false];
  if (errors === 0) return [vscode.l10n.t("valid request"), true];
  return [errors === 1 ? vscode.l10n.t("1 error") : vscode.l10n.t("{0} errors", errors), false];
}

/** The page of the view. Its content follows in messages. Only the script and the style with the nonce are allowed. */
function mockPage(nonce: string): Markup {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="${vscode.env.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${vscode.l10n.t("Mock")}</title><style nonce="${nonce}">
body{padding:0 .5rem}p{margin:.4rem 0}main{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.15rem .6rem .15rem 0;white-space:nowrap;max-width:14rem;overflow:hidden;text-overflow:ellipsis}
th{font-weight:600}tbody tr{cursor:pointer}
tbody tr:hover{background:var(--vscode-list-hoverBackground)}
tr[aria-selected=true]{background:var(--vscode-list-inactiveSelectionBackground);color:var(--vscode-list-inactiveSelectionForeground);outline:1px dotted var(--vscode-contrastActiveBorder,transparent);outline-offset:-1px}
tr:focus-visible{outline:1px solid var(--vscode-focusBorder);outline-offset:-1px}
@media (max-width:26rem){thead{position:absolute;clip-path:inset(50%)}tbody tr{display:grid;grid-template-columns:minmax(9rem,auto) 1fr auto;padding:.15rem 0}
td:nth-child(3){grid-area:2/2/3/4;text-align:right}td:nth-child(5){grid-area:2/1}}
.good{color:var(--vscode-foreground)}.bad{color:var(--vscode-list-errorForeground,var(--vscode-errorForeground))}
button{background:var(--vscode-button-background);color:var(--vscode-button-foreground);border:1px solid var(--vscode-button-border,transparent);padding:.3rem .8rem;cursor:pointer;display:block;margin:.6rem 0}
</style></head><body><main></main><script nonce="${nonce}">
const host = acquireVsCodeApi();
const main = document.querySelector("main");
const act = (element) => element && host.postMessage({ act: element.dataset.act, id: Number(element.dataset.id) });
addEventListener("message", (event) => {
  const focused = document.activeElement && document.activeElement.id;
  main.innerHTML = event.data;
  const again = focused && document.getElementById(focused);
  if (again) again.focus();
});
main.addEventListener("click", (event) => act(event.target.closest("[data-act]")));
main.addEventListener("keydown", (event) => {
  const row = event.target.closest("tr[data-act]");
  if (!row) return;
  const rows = [...main.querySelectorAll("tr[data-act]")];
  const moves = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length };
  if (event.key in moves) {
    const at = Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + moves[event.key]));
    for (const one of rows) one.tabIndex = one === rows[at] ? 0 : -1;
    rows[at].focus();
  } else if (event.key === "Enter" || event.key === " ") act(row);
  else return;
  event.preventDefault();
});
host.postMessage({ act: "ready" });
</script></body></html>`;
}
