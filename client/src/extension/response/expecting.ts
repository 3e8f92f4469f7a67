import * as vscode from "vscode";
import { type ExpectParams, ExpectRequest, QueryRequest } from "../../../../server/src/protocol/protocol.ts";
import { bodyEnding, expectedBody } from "../../core/exchange/bodyFile.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { bodyAddress } from "../../core/exchange/responsePath.ts";
import { receivedOf } from "../../core/run/received.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { applyTextEdits, toEditorEdits, toEditorRange, toPosition } from "../editor/positions.ts";
import { inform, type TypedNote } from "../editor/ui.ts";
import { receivedExchange } from "../evaluation/evaluations.ts";
import { type RequestPlace, showRequest } from "./requestPlace.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { tabUri } from "./responseUri.ts";
import { folderOf, saveAs } from "./saving.ts";

/* Commands that add expectations about responses to their requests. Each resolves with the added range. */

export interface ExpectingParts extends EditorParts {
  readonly documents: ResponseDocuments;
  readonly exchanges: ExchangeStore;
}

/** Adds an expectation of the value at the cursor in the response. */
export async function expectValue(parts: ExpectingParts, exchange: Exchange): Promise<vscode.Range | undefined> {
  const response = tabUri(exchange).toString();
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const shown = [activeTextEditor, ...visibleTextEditors].find((one) => one?.document.uri.toString() === response);
  // Showing the request may hide the response.
  const position = toPosition(shown?.selection.active ?? new vscode.Position(0, 0));
  return expect(parts, await requestOf(parts, exchange), { kind: "value", response, position });
}

/** Asks for an XPath, marks its values while it is typed, and uses it. Resolves with the added range or copied path. */
export async function queryResponse(
  parts: ExpectingParts,
  exchange: Exchange,
): Promise<vscode.Range | string | undefined> {
  const { exchanges, server, questions, host } = parts;
  const response = tabUri(exchange).toString();
  const request = { uri: exchange.from, line: exchanges.lineOf(exchange) ?? 0 };
  const mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
    border: "1px solid",
    borderColor: new vscode.ThemeColor("editor.findMatchHighlightBorder"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.findMatchForeground"),
  });
  const look = async (path: string): Promise<TypedNote | undefined> => {
    const ask = () => server.request(QueryRequest, { uri: response, path, request });
    const result = path === "" ? undefined : await ask();
    const ranges = result?.kind === "found" ? result.ranges.map(toEditorRange) : [];
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === response);
    editor?.setDecorations(mark, ranges);
    if (ranges[0]) editor?.revealRange(ranges[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    if (result === undefined) return undefined;
    if (result.kind === "refused") return { text: result.why, isError: true };
    const { count, hint } = result;
    const text = count === 1 ? vscode.l10n.t("1 match") : vscode.l10n.t("{0} matches", count);
    return { text: hint === undefined ? text : `${text}. ${hint}`, isError: false };
  };
  const path = await questions()
    .query(look)
    .finally(() => mark.dispose());
  const use = path === undefined ? undefined : await questions().useQuery(path);
  if (path === undefined || use === undefined) return undefined;
  if (use !== "copy") {
    const received = receivedOf(exchange.result, host.kind);
    if (received.kind !== "response") return received.kind === "failed" ? inform(received.why) : undefined;
    const expected = { kind: "query", exchange: receivedExchange(exchange, received), path, as: use } as const;
    return expect(parts, await requestOf(parts, exchange), expected);
  }
  await vscode.env.clipboard.writeText(path);
  return path;
}

/** Saves the body as it is shown, and adds an expectation of it. */
export async function expectBody(parts: ExpectingParts, exchange: Exchange): Promise<vscode.Range | undefined> {
  const { questions, host } = parts;
  const place = await requestOf(parts, exchange);
  if (place === undefined) return undefined;
  if (place.editor.document.isUntitled) {
    return inform(vscode.l10n.t("Save the file with the request first: the expected body is saved beside it."));
  }
  const { name, bytes } = await shownBody(parts, exchange);
  const [file] = (await saveAs(name, folderOf(exchange), bytes, questions(), host)) ?? [];
  return file && expect(parts, place, { kind: "body", file: file.toString() });
}

async function requestOf(
  { exchanges, server }: ExpectingParts,
  exchange: Exchange,
): Promise<(RequestPlace & { readonly line: number }) | undefined> {
  const { editor, line } = await showRequest(exchange, exchanges, server);
  return line === undefined ? inform(vscode.l10n.t("The request of this response was deleted.")) : { editor, line };
}

async function expect(
  { server }: ExpectingParts,
  place: (RequestPlace & { readonly line: number }) | undefined,
  expected: ExpectParams["expected"],
): Promise<vscode.Range | undefined> {
  if (place === undefined) return undefined;
  const { editor, line } = place;
  const { document } = editor;
  const result = await server.request(ExpectRequest, { uri: document.uri.toString(), line, expected });
  if (result.kind === "refused") return inform(result.why);
  if (result.version !== document.version || !(await applyTextEdits(editor, toEditorEdits(result.edits)))) {
    return inform(vscode.l10n.t("The file has changed in the meantime. Try again."));
  }
  const [edit] = result.edits;
  const range =
    edit && document.lineAt(toEditorRange(edit.range).start.line + (/^\r?\n/.test(edit.newText) ? 1 : 0)).range;
  if (range) editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return range;
}

/** The text of the tab; the root part of a multipart response; the body of a response that isn't shown completely. */
async function shownBody(
  { documents }: ExpectingParts,
  exchange: Exchange,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const { contents } = documents;
  const received = responseOf(exchange.result)?.body ?? new Uint8Array();
  const root = (await contents.partsOf(exchange)).parts.find(({ isRoot }) => isRoot);
  const presented = await contents.presented(exchange, documents.viewOf(exchange) === "raw" ? "raw" : "formatted");
  const text = presented?.text.slice(presented.bodyStart) ?? "";
  const isWhole =
    root === undefined && presented !== undefined && presented.extension !== "bin" && !/\n… [^\n]*\n$/.test(text);
  const ending = root === undefined ? bodyEnding(exchange, presented) : root.name.slice(root.name.lastIndexOf(".") + 1);
  return {
    name: bodyAddress(exchange, "body", `expected.${ending}`).path.slice(1),
    bytes: isWhole ? expectedBody(text) : (root?.bytes ?? received),
  };
}
