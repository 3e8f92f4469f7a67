import { redactor } from "../redaction/redactor.ts";
import type { Exchange } from "./exchange.ts";
import { outcomeText, shortResult } from "./outcome.ts";

/** What the tab of an exchange can show. */
export const views = ["formatted", "raw", "wire", "hex", "details"] as const;
export type View = (typeof views)[number];

/**
 * A document of an exchange. `tab`: what its tab shows, in one of the views; `tidy`: its body alone, formatted, for
 * comparisons; `body` and `part` (of a multipart body): bytes.
 */
export type ResponsePlace = { readonly id: string } & (
  | { readonly kind: "tab" | "tidy" | "body" }
  /** `index`: of the part, the first one has 0. */
  | { readonly kind: "part"; readonly index: number }
);

/** Path and query of a URI. The path is the name that people see; the query says what it is, and never changes. */
export interface ResponseAddress {
  readonly path: string;
  readonly query: string;
}

/** `/add – 200 OK`: its tab has this name, which VS Code keeps. A service may put anything into its reason: words stay. */
export function tabAddress({ id, label, message, result }: Exchange): ResponseAddress {
  const short = shortResult(result);
  const status =
    short.status && /^\d+(?: [a-z' -]{1,40})?$/i.test(short.status) ? short.status : short.status?.split(" ")[0];
  const outcome = redactor(message.secrets)(outcomeText({ ...short, status }));
  return { path: `/${fileName(label)} – ${fileName(outcome)}`, query: id };
}

/** `/add.xml`: the file that a body is saved in. */
export function bodyAddress(
  { id, label }: Pick<Exchange, "id" | "label">,
  kind: "tidy" | "body",
  extension: string,
): ResponseAddress {
  return { path: `/${fileName(label)}.${extension}`, query: `${id}/${kind}` };
}

export function partAddress({ id }: Pick<Exchange, "id">, index: number, name: string): ResponseAddress {
  return { path: `/${fileName(name)}`, query: `${id}/part-${index}` };
}

/** Undefined for a query of another kind. */
export function parseResponseQuery(query: string): ResponsePlace | undefined {
  const [, id, kind, index] = /^([0-9a-z]+-\d+)(?:\/(tidy|body|part-(\d{1,4})))?$/.exec(query) ?? [];
  if (id === undefined) return undefined;
  if (index !== undefined) return { id, kind: "part", index: Number(index) };
  return { id, kind: kind === "tidy" || kind === "body" ? kind : "tab" };
}

/** Without what file systems don't take in a name, and without marks of direction: they can make another name of it. */
function fileName(label: string): string {
  const name = label.replace(/[\\/:*?"<>|\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  return name.slice(0, 80).trim() || "request";
}
