import * as l10n from "@vscode/l10n";
import { type CurlOption, has, last, values } from "./options.ts";
import type { ShellInput } from "./shell.ts";

export interface CurlData {
  /** The body: text, or `< path` for the content of a file; `undefined` without data. */
  readonly body: string | undefined;
  /** The query that `--get` and `--url-query` append to the URL. */
  readonly query: string | undefined;
  readonly type: string | undefined;
  readonly isUpload: boolean;
  readonly notes: readonly string[];
}

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "unknown"; readonly name: string };

/** @param input the standard input of the command */
export function dataOf(options: readonly CurlOption[], input: ShellInput | undefined): CurlData {
  const notes: string[] = [];
  const data = options.flatMap((option) => pieceOf(option, input, notes) ?? []);
  const upload = last(options, "--upload-file");
  const pieces = upload === undefined ? data : [fromFile(upload === "." ? "-" : upload, "--data-binary", input, notes)];
  const isJson = has(options, "--json");
  const isGet = has(options, "--get");
  const queries = values(options, "--url-query").map((value) => urlEncoded(value.replace(/^\+/, "")));
  const body = joined(pieces, isJson ? "" : "&", notes);
  if (isGet && body !== undefined) queries.push(body);
  return {
    body: isGet ? undefined : body,
    query: queries.length > 0 ? queries.join("&") : undefined,
    type: isJson ? "application/json" : undefined,
    isUpload: upload !== undefined,
    notes,
  };
}

function pieceOf({ name, value = "" }: CurlOption, input: ShellInput | undefined, notes: string[]): Piece | undefined {
  switch (name) {
    case "--data-raw":
      return { kind: "text", text: value };
    case "--data-urlencode":
      return /^[^=]*@/.test(value) ? { kind: "unknown", name: value } : { kind: "text", text: urlEncoded(value) };
    case "--data":
    case "--data-binary":
    case "--json":
      return value.startsWith("@") ? fromFile(value.slice(1), name, input, notes) : { kind: "text", text: value };
    default:
      return undefined;
  }
}

function fromFile(path: string, option: string, input: ShellInput | undefined, notes: string[]): Piece {
  if (option !== "--data-binary") {
    notes.push(l10n.t("curl's {0} removes line breaks from the data. Here they are kept.", option));
  }
  if (path !== "-") return { kind: "file", path };
  if (input?.kind === "text") return { kind: "text", text: input.text.replace(/\n$/, "") };
  return input ? { kind: "file", path: input.path } : { kind: "unknown", name: l10n.t("the standard input") };
}

function joined(pieces: readonly Piece[], separator: string, notes: string[]): string | undefined {
  const [first] = pieces;
  if (first === undefined) return undefined;
  if (pieces.length === 1 && first.kind === "file") return `< ${first.path}`;
  for (const piece of pieces) {
    if (piece.kind === "file")
      notes.push(l10n.t("Not converted: the content of {0}, which is part of the body.", piece.path));
    else if (piece.kind === "unknown") notes.push(l10n.t("Not converted: the content of {0}.", piece.name));
  }
  return pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : [])).join(separator);
}

/** The URL-encoded form of `name=content`, `=content` or `content`. Only the content is encoded. */
function urlEncoded(value: string): string {
  const equals = value.indexOf("=");
  if (equals < 0) return encodeURIComponent(value);
  const name = value.slice(0, equals);
  return `${name}${name === "" ? "" : "="}${encodeURIComponent(value.slice(equals + 1))}`;
}
