import * as l10n from "@vscode/l10n";
import { redactor } from "../../../../server/src/text/redactor.ts";
import type { Memory } from "../memory.ts";
import type { Exchange } from "./exchange.ts";
import { outcomeText, shortResult } from "./outcome.ts";

export const views = ["formatted", "raw", "wire", "hex", "details"] as const;
export type ResponseView = (typeof views)[number];

export function viewName(view: ResponseView): string {
  return names[view]();
}

const names: Readonly<Record<ResponseView, () => string>> = {
  formatted: () => l10n.t("Formatted"),
  raw: () => l10n.t("Raw"),
  wire: () => l10n.t("Wire"),
  hex: () => l10n.t("Hex"),
  details: () => l10n.t("Details"),
};

const viewsKey = "soaphttp.views";
const maxViews = 100;

/** The view that an exchange's tab has shown last, also before a restart of the window. */
export function shownView(memory: Memory, exchangeId: string): ResponseView {
  const view = storedViews(memory).get(exchangeId);
  return views.find((one) => one === view) ?? "formatted";
}

export function setShownView(memory: Memory, exchangeId: string, view: ResponseView): void {
  const stored = storedViews(memory);
  stored.delete(exchangeId);
  if (view !== "formatted") stored.set(exchangeId, view);
  void memory.update(viewsKey, [...stored].slice(-maxViews));
}

function storedViews(memory: Memory): Map<unknown, unknown> {
  const stored = memory.get(viewsKey);
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return new Map(entries.flatMap((entry) => (Array.isArray(entry) ? [[entry[0], entry[1]] as const] : [])));
}

/**
 * A document of an exchange. `tab`: one of the views; `formatted`: the formatted body alone, for comparisons; `body`, `part`
 * (of a multipart body) and `value` (of Base64 data), counted from 0: bytes.
 */
export type ResponsePlace = { readonly id: string } & ({ readonly kind: "tab" | "formatted" | "body" } | Piece);

export interface Piece {
  readonly kind: "part" | "value";
  readonly index: number;
}

/** Path and query of a URI. The path is the name that users see; the query identifies the document and never changes. */
export interface ResponseAddress {
  readonly path: string;
  readonly query: string;
}

/** `/add – 200 OK`, which VS Code stores. A service's reason phrase is shown only if it consists of words. */
export function tabAddress({ id, label, message, result }: Exchange): ResponseAddress {
  const short = shortResult(result);
  const status =
    short.status && /^\d+(?: [a-z' -]{1,40})?$/i.test(short.status) ? short.status : short.status?.split(" ")[0];
  const outcome = redactor(message.secrets)(outcomeText({ ...short, status }));
  return { path: `/${fileName(label)} – ${fileName(outcome)}`, query: id };
}

/** `/add.xml`: the file in which a body is saved. */
export function bodyAddress(
  { id, label }: Pick<Exchange, "id" | "label">,
  kind: "formatted" | "body",
  extension: string,
): ResponseAddress {
  return { path: `/${fileName(label)}.${extension}`, query: `${id}/${kind}` };
}

export function pieceAddress({ id }: Pick<Exchange, "id">, { kind, index }: Piece, name: string): ResponseAddress {
  return { path: `/${fileName(name)}`, query: `${id}/${kind}-${index}` };
}

/** Returns the document that a query identifies; undefined for any other query. */
export function parseResponseQuery(query: string): ResponsePlace | undefined {
  const [, id, whole, piece, index] =
    /^([0-9a-z]+-\d+)(?:\/(?:(formatted|body)|(part|value)-(\d{1,4})))?$/.exec(query) ?? [];
  if (id === undefined) return undefined;
  if (piece === "part" || piece === "value") return { id, kind: piece, index: Number(index) };
  return { id, kind: whole === "formatted" || whole === "body" ? whole : "tab" };
}

/** Without characters that file systems don't allow, and direction marks, which make a name look different. */
function fileName(label: string): string {
  const name = label.replace(/[\\/:*?"<>|\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  return name.slice(0, 80).trim() || "request";
}
