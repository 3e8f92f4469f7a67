import type {
  Collection,
  CollectionComment,
  CollectionFile,
  CollectionHeader,
  CollectionRequest,
  Folder,
  PreambleLine,
  Text,
} from "../collection.ts";
import type { Ledger } from "../ledger.ts";
import type { Auth } from "./auth.ts";
import { isSoap } from "./bodyText.ts";
import type { ItemBody, ItemContext, ReadText } from "./itemBody.ts";

/** The parts of a request that all tools have, except its body and its authorization. */
export interface RequestParts
  extends Pick<CollectionRequest, "item" | "name" | "method" | "target" | "headers" | "preamble" | "alsoItems"> {
  /** Headers to add unless the request has headers with the same names. */
  readonly inherited?: readonly CollectionHeader[];
}

/** A request with the headers and directives of its body and its authorization. */
export function itemRequest(
  { inherited = [], alsoItems = [], ...parts }: RequestParts,
  content: ItemBody | undefined,
  auth: Auth | undefined,
): CollectionRequest {
  const type = content?.type === undefined ? [] : [{ name: "Content-Type", value: [content.type] }];
  const own = [...parts.headers, ...missingIn(parts.headers, inherited)];
  return {
    ...parts,
    kind: "request",
    alsoItems: [auth?.item ?? [], alsoItems].flat(),
    preamble: [...parts.preamble, ...(auth?.preamble ?? [])],
    headers: [...own, ...missingIn(own, type), ...missingIn(own, auth?.headers ?? [])],
    body: content?.body,
    isPlain: isPlain(content, parts.method),
  };
}

/** The headers of `others` whose names no enabled one of `headers` has. */
function missingIn(
  headers: readonly CollectionHeader[],
  others: readonly CollectionHeader[],
): readonly CollectionHeader[] {
  const names = new Set(headers.filter(({ isDisabled }) => !isDisabled).map(({ name }) => name.toLowerCase()));
  return others.filter(({ name }) => !names.has(name.toLowerCase()));
}

function isPlain(content: ItemBody | undefined, method: string): boolean {
  if (content === undefined) return method !== "GET";
  const { body } = content;
  return body.kind !== "text" || !isSoap(body.text.map((part) => (typeof part === "string" ? part : "x")).join(""));
}

/** The requests of a folder as a file, and its subfolders. A subfolder with only one entry is replaced with that entry. */
export function folderEntries(file: CollectionFile, subfolders: readonly Folder[]): Folder["entries"] {
  const entries = subfolders.flatMap((folder) => (folder.entries.length === 1 ? folder.entries : [folder]));
  return file.steps.length === 0 ? entries : [file, ...entries];
}

/** A collection that contains only requests, except for the parts in `more`. */
export function collectionOf(
  name: string,
  { ledger, files }: ItemContext,
  entries: Folder["entries"],
  more: Partial<Collection> = {},
): Collection {
  const none = { name: "", entries: [] };
  const others = { tests: none, variables: [], environments: [], wsdls: [], mocks: [] };
  return { ...others, name, ledger, files, requests: { name: "", entries }, ...more };
}

export function about(text: string): readonly CollectionComment[] {
  return text === "" ? [] : [{ kind: "comment", text }];
}

/** A comment with a script that can't be translated, or with a script of a folder, which runs for each of its requests. */
export function keptScript(
  type: string,
  script: string,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  const text = script.trim();
  return text === "" ? [] : [{ kind: "comment", item: ledger.add("script", type, path), text }];
}

export const noRedirect: PreambleLine = { kind: "directive", name: "no-redirect", value: "" };

/** A path with values for parameters such as `/:id`. `unknown` returns the text for a parameter without a row. */
export function filledPath(
  path: string,
  rows: readonly (readonly [name: string, value: string | undefined])[],
  read: ReadText,
  unknown: (name: string) => string,
): Text {
  const values = new Map(rows);
  return path.split(/(?<=\/):([\w.-]+)/).flatMap((part, at): Text => {
    if (at % 2 === 0) return read(part);
    if (!values.has(part)) return [unknown(part)];
    // A placeholder for a missing value, so that the check reports it.
    return values.get(part) ? read(values.get(part) ?? "") : [`{${part}}`];
  });
}
