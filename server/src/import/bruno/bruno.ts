import * as l10n from "@vscode/l10n";
import { isBrunoMain } from "../../protocol/names.ts";
import { decodeText } from "../../text/decode.ts";
import { isSecretMember } from "../../text/secretNames.ts";
import type {
  Collection,
  CollectionComment,
  CollectionEnvironment,
  CollectionRequest,
  Folder,
  PreambleLine,
  Text,
  Variable,
} from "../collection.ts";
import { type Auth, secretText } from "../common/auth.ts";
import type { ItemContext } from "../common/itemBody.ts";
import { type JsonObject, jsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";
import { descriptions, authOf as readAuth, requestOf } from "../common/postmanRequest.ts";
import { collectionOf, folderEntries, keptScript } from "../common/requestItem.ts";
import { template } from "../common/template.ts";
import { yamlObject } from "../common/yaml.ts";
import { Ledger } from "../ledger.ts";
import type { Reader, Source, SourceFile, SourceProblem } from "../source.ts";
import { expectationOf, pathOf } from "./assertions.ts";
import {
  authOf,
  type Blocks,
  blocksOf,
  byName,
  type Entry,
  entries,
  isRequest,
  itemOf,
  scriptBlocks,
  textIn,
  valueIn,
} from "./blocks.ts";
import { environmentBlocks, openCollectionBlocks } from "./openCollection.ts";

/**
 * Reads collections of Bruno: a folder with `bruno.json` and `.bru` files, or with `opencollection.yml` and YAML files; a single
 * `.bru` file; or a bundled OpenCollection, which is a single file.
 */
export const brunoReader: Reader = {
  kind: "bruno",
  recognizes: (file) => (/\.bru$/i.test(file.path) && isRequest(bruBlocks(file))) || openCollection(file) !== undefined,
  marksFolder: (file) =>
    isBrunoMain(file.path) && (textOf(jsonObject(file)?.["name"]) !== undefined || openCollection(file) !== undefined),
  read,
};

/** The main file of an OpenCollection, or a sentence that explains why it can't be read; undefined for other files. */
function openCollection(file: SourceFile): JsonObject | string | undefined {
  if (!/\.ya?ml$/i.test(file.path) || !/^opencollection:/m.test(decodeText(file.bytes.subarray(0, 1_000)).text))
    return undefined;
  const object = yamlObject(file);
  return typeof object === "object" && objectOf(object["info"])?.["type"] === "workspace" ? undefined : object;
}

function bruBlocks(file: SourceFile): Blocks {
  return byName(blocksOf(decodeText(file.bytes).text));
}

/** A folder of a collection, with the settings that its requests inherit. */
interface BruFolder {
  readonly name: string;
  readonly folders: Map<string, BruFolder>;
  readonly requests: Blocks[];
  /** The blocks of `folder.bru` or `collection.bru`. */
  settings: Blocks;
}

function emptyFolder(name: string): BruFolder {
  return { name, folders: new Map(), requests: [], settings: new Map() };
}

function read({ path, files }: Source): Collection | SourceProblem {
  const [main, ...others] = files;
  const open = openCollection(main);
  if (typeof open === "string") return { problem: open };
  const isFolder = isBrunoMain(main.path);
  const base = isFolder && path !== "" ? `${path}/` : "";
  const title =
    textOf(objectOf(open?.["info"])?.["name"]) ?? (isFolder ? textOf(jsonObject(main)?.["name"]) : undefined);
  const name = title ?? (path.split("/").at(-1) ?? "").replace(/\.(?:bru|ya?ml)$/i, "");
  const contentOf = (wanted: string) => files.find((file) => isFolder && file.path === `${base}${wanted}`)?.bytes;
  const context: ItemContext = { ledger: new Ledger(), files: [], contentOf };
  const root = emptyFolder(name);
  const environments: CollectionEnvironment[] = [];
  if (open) {
    root.settings = byName(openCollectionBlocks(open));
    placeItems(open, root, context.ledger);
    for (const environment of objectsOf(objectOf(open["config"])?.["environments"])) {
      environments.push(
        environmentOf(textOf(environment["name"]) ?? "", byName(environmentBlocks(environment)), context.ledger),
      );
    }
  }
  for (const file of isFolder ? others : open ? [] : files) {
    const isYaml = open !== undefined && /\.ya?ml$/i.test(file.path);
    if (!isYaml && !/\.bru$/i.test(file.path)) continue;
    const object = isYaml ? yamlObject(file) : {};
    const parts = (isFolder ? file.path.slice(base.length) : (file.path.split("/").at(-1) ?? "")).split("/");
    if (typeof object === "string") context.ledger.add("request", "file", parts).explain(object);
    else if (isFolder && parts.length === 2 && parts[0] === "environments") {
      const title = textOf(object["name"]) ?? (parts[1] ?? "").replace(/\.[a-z]+$/i, "");
      environments.push(
        environmentOf(title, isYaml ? byName(environmentBlocks(object)) : bruBlocks(file), context.ledger),
      );
    } else place(isYaml ? byName(openCollectionBlocks(object)) : bruBlocks(file), parts, root, context.ledger);
  }
  const variables = variablesOf(root.settings, [], context.ledger);
  const auth = folderAuth(root.settings, [name], context);
  const entries = entriesOf(root, { path: [], auth, headers: [], variables: [], comments: [] }, context);
  return collectionOf(name, context, entries, { variables, environments });
}

function place(blocks: Blocks, parts: readonly string[], root: BruFolder, ledger: Ledger): void {
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    const inner = folder.folders.get(part) ?? emptyFolder(part);
    folder.folders.set(part, inner);
    folder = inner;
  }
  if (/^(?:folder|collection)\.(?:bru|ya?ml)$/i.test(parts.at(-1) ?? "")) folder.settings = blocks;
  else addRequest(blocks, parts, folder, ledger);
}

function addRequest(blocks: Blocks, path: readonly string[], folder: BruFolder, ledger: Ledger): void {
  if (isRequest(blocks)) folder.requests.push(blocks);
  else {
    const type = valueIn(blocks, "meta", "type") || "file";
    ledger.add("request", type, path).explain(l10n.t("Only HTTP requests are imported."));
  }
}

/** The requests and folders in a bundled file. */
function placeItems(object: JsonObject, folder: BruFolder, ledger: Ledger): void {
  for (const item of objectsOf(object["items"])) {
    const name = textOf(objectOf(item["info"])?.["name"]) ?? "";
    const blocks = byName(openCollectionBlocks(item));
    if (!Array.isArray(item["items"])) {
      addRequest(blocks, [name], folder, ledger);
      continue;
    }
    const inner = folder.folders.get(name) ?? emptyFolder(name);
    inner.settings = blocks;
    folder.folders.set(name, inner);
    placeItems(item, inner, ledger);
  }
}

interface Inherited {
  readonly path: readonly string[];
  readonly auth: Auth | undefined;
  readonly headers: readonly Entry[];
  readonly variables: readonly Variable[];
  readonly comments: readonly CollectionComment[];
}

function entriesOf(folder: BruFolder, above: Inherited, context: ItemContext): Folder["entries"] {
  const { settings, requests } = folder;
  const headers = [...above.headers, ...entries(settings, "headers")];
  const comments = [...above.comments, ...commentsOf(settings, [...above.path, folder.name], context)];
  const steps = requests
    .toSorted((a, b) => order(a) - order(b))
    .map((blocks) => requestIn(blocks, { ...above, headers }, context));
  const inner = [...folder.folders.values()]
    .toSorted((a, b) => order(a.settings) - order(b.settings))
    .map((folder): Folder => {
      const path = [...above.path, valueIn(folder.settings, "meta", "name") ?? folder.name];
      const named = { ...folder, name: path.at(-1) ?? folder.name };
      const own = variablesOf(folder.settings, path, context.ledger);
      const auth = folderAuth(folder.settings, path, context) ?? above.auth;
      const inherited = { path, auth, headers, comments, variables: [...above.variables, ...own] };
      return { name: named.name, entries: entriesOf(named, inherited, context) };
    });
  return folderEntries({ name: folder.name, comments, variables: above.variables, steps }, inner);
}

function order(blocks: Blocks): number {
  const seq = Number(valueIn(blocks, "meta", "seq"));
  return Number.isFinite(seq) ? seq : Number.MAX_SAFE_INTEGER;
}

function requestIn(blocks: Blocks, { path, auth, headers }: Inherited, context: ItemContext): CollectionRequest {
  const own = [...path, valueIn(blocks, "meta", "name") ?? "request"];
  const request = requestOf(itemOf(blocks, headers), own, auth, context);
  const lines = [...assertionsOf(blocks, own, context.ledger), ...settersOf(blocks, own, context.ledger)];
  const values = new Map(variablesOf(blocks, own, context.ledger).map((one) => [one.name, one]));
  const ownValue = (name: string) => {
    const value = values.get(name)?.value;
    return value && isSecretMember(name) ? secretText(name, value) : value;
  };
  const items = [...values.values()].flatMap(({ item }) => item ?? []);
  const written = {
    ...request,
    preamble: [...request.preamble, ...lines],
    alsoItems: [...(request.alsoItems ?? []), ...items],
  };
  return values.size === 0 ? written : withValues(written, ownValue);
}

/** Inserts the values of a request's variables where they are used, because these variables apply only to this request. */
function withValues(request: CollectionRequest, value: (name: string) => Text | undefined): CollectionRequest {
  const filled = (text: Text): Text =>
    text.flatMap((part) =>
      typeof part !== "string" && part.kind === "variable" ? (value(part.name) ?? [part]) : [part],
    );
  const { body } = request;
  return {
    ...request,
    target: filled(request.target),
    headers: request.headers.map((header) => ({ ...header, value: filled(header.value) })),
    body: body?.kind === "text" ? { ...body, text: filled(body.text) } : body,
  };
}

function assertionsOf(blocks: Blocks, path: readonly string[], ledger: Ledger): readonly PreambleLine[] {
  return entries(blocks, "assert").map(({ key, value, isDisabled }): PreambleLine => {
    const item = ledger.add("assertion", key, path);
    const expectation = isDisabled ? undefined : expectationOf(key, value);
    if (expectation) return { kind: "expect", item, expectation };
    if (isDisabled) item.explain(l10n.t("The assertion is disabled."));
    return { kind: "comment", item, text: `${isDisabled ? "~" : ""}${key}: ${value}` };
  });
}

/** `# @set` lines for the variables that the response sets. */
function settersOf(blocks: Blocks, path: readonly string[], ledger: Ledger): readonly PreambleLine[] {
  return entries(blocks, "vars:post-response").map(({ key, value, isDisabled }): PreambleLine => {
    const item = ledger.add("transfer", "vars:post-response", path);
    const filePath = isDisabled ? undefined : pathOf(value);
    return filePath === undefined
      ? { kind: "comment", item, text: `${isDisabled ? "~" : ""}${key}: ${value}` }
      : { kind: "set", item, name: key.replace(/^@/, ""), path: filePath };
  });
}

function variablesOf(blocks: Blocks, path: readonly string[], ledger: Ledger): readonly Variable[] {
  return entries(blocks, "vars:pre-request").flatMap((entry) => variableOf(entry, path, ledger, false));
}

function variableOf(
  { key, value, isDisabled }: Entry,
  path: readonly string[],
  ledger: Ledger,
  isSecret: boolean,
): readonly Variable[] {
  const name = key.replace(/^@/, "");
  const item = ledger.add("property", "variable", [...path, name]);
  if (isDisabled) item.explain(l10n.t("The variable is disabled."));
  if (isDisabled) return [];
  return [{ item, name, value: template(value), isSecret }];
}

/** An environment. Bruno doesn't store the values of its secrets in the file. */
function environmentOf(name: string, blocks: Blocks, ledger: Ledger): CollectionEnvironment {
  const item = ledger.add("environment", "environment", [name]);
  const open = entries(blocks, "vars").flatMap((entry) => variableOf(entry, [name], ledger, false));
  const secret = entries(blocks, "vars:secret").flatMap((entry) =>
    variableOf({ ...entry, value: "" }, [name], ledger, true),
  );
  return { item, name, variables: [...open, ...secret] };
}

function folderAuth(settings: Blocks, path: readonly string[], { ledger }: ItemContext): Auth | undefined {
  return readAuth(authOf(settings, valueIn(settings, "auth", "mode") ?? "inherit"), path, ledger);
}

/** The scripts of a folder as comments. They can't be translated, because they run for each of its requests. */
function commentsOf(settings: Blocks, path: readonly string[], { ledger }: ItemContext): readonly CollectionComment[] {
  const scripts = scriptBlocks.flatMap((name) => keptScript(name, textIn(settings, name), path, ledger));
  return [...descriptions({ description: textIn(settings, "docs") }), ...scripts];
}
