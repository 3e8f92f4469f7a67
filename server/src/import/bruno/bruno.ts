import * as l10n from "@vscode/l10n";
import { decodeText } from "../../text/decode.ts";
import { isSecretHeader } from "../../text/secretNames.ts";
import type {
  Collection,
  Comment,
  Environment,
  Folder,
  PreambleLine,
  Request,
  RequestFile,
  Text,
  Variable,
} from "../collection.ts";
import { Secrets } from "../credentials.ts";
import { jsonObject, textOf } from "../json.ts";
import { Ledger } from "../ledger.ts";
import { type Auth, authOf as readAuth } from "../postman/auth.ts";
import type { PostmanContext } from "../postman/context.ts";
import { descriptions, requestOf } from "../postman/request.ts";
import { template } from "../postman/template.ts";
import type { Reader, Source, SourceFile } from "../source.ts";
import { expectationOf, pathOf } from "./assertions.ts";
import { blocksOf, type Entry } from "./bru.ts";
import { authOf, type Blocks, byName, entries, isRequest, itemOf, scriptBlocks, textIn, valueIn } from "./item.ts";

/** Collections of Bruno: a folder with `bruno.json` and `.bru` files, or a single `.bru` file. */
export const brunoReader: Reader = {
  kind: "bruno",
  recognizes: (file) => /\.bru$/i.test(file.path) && isRequest(readBlocks(file)),
  marksFolder: (file) => /(?:^|\/)bruno\.json$/.test(file.path) && textOf(jsonObject(file)?.["name"]) !== undefined,
  read,
};

const known = new WeakMap<SourceFile, Blocks>();

function readBlocks(file: SourceFile): Blocks {
  const blocks = known.get(file) ?? byName(blocksOf(decodeText(file.bytes).text));
  known.set(file, blocks);
  return blocks;
}

/** A folder of a collection, with what its requests inherit. */
interface BruFolder {
  readonly name: string;
  readonly folders: Map<string, BruFolder>;
  readonly requests: Blocks[];
  /** `folder.bru` or `collection.bru`. */
  settings: Blocks;
}

function read({ path, files }: Source): Collection {
  const [main, ...others] = files;
  const isFolder = main?.path.endsWith("bruno.json") === true;
  const base = isFolder && path !== "" ? `${path}/` : "";
  const name =
    (isFolder && main && textOf(jsonObject(main)?.["name"])) || (path.split("/").at(-1) ?? "").replace(/\.bru$/i, "");
  const contentOf = (name: string) => files.find((file) => isFolder && file.path === `${base}${name}`)?.bytes;
  const context: PostmanContext = { ledger: new Ledger(), secrets: new Secrets(), files: [], contentOf };
  const root: BruFolder = { name, folders: new Map(), requests: [], settings: new Map() };
  const environments: Environment[] = [];
  for (const file of isFolder ? others : files) {
    if (!/\.bru$/i.test(file.path)) continue;
    const parts = (isFolder ? file.path.slice(base.length) : (file.path.split("/").at(-1) ?? "")).split("/");
    if (isFolder && parts.length === 2 && parts[0] === "environments")
      environments.push(environmentOf(file, context.ledger));
    else place(file, parts, root);
  }
  const shared = variablesOf(root.settings, [], context.ledger);
  const auth = folderAuth(root.settings, [name], context);
  return {
    name,
    ledger: context.ledger,
    requests: {
      name: "",
      entries: entriesOf(root, { path: [], auth, headers: [], variables: [], comments: [] }, context),
    },
    tests: { name: "", entries: [] },
    variables: [...shared, ...context.secrets.variables],
    environments,
    wsdls: [],
    mocks: [],
    files: context.files,
  };
}

function place(file: SourceFile, parts: readonly string[], root: BruFolder): void {
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    const inner = folder.folders.get(part) ?? { name: part, folders: new Map(), requests: [], settings: new Map() };
    folder.folders.set(part, inner);
    folder = inner;
  }
  const blocks = readBlocks(file);
  if (/^(?:folder|collection)\.bru$/i.test(parts.at(-1) ?? "")) folder.settings = blocks;
  else if (isRequest(blocks)) folder.requests.push(blocks);
}

interface Inherited {
  readonly path: readonly string[];
  readonly auth: Auth | undefined;
  readonly headers: readonly Entry[];
  readonly variables: readonly Variable[];
  readonly comments: readonly Comment[];
}

function entriesOf(folder: BruFolder, above: Inherited, context: PostmanContext): readonly (Folder | RequestFile)[] {
  const { settings, requests } = folder;
  const headers = [...above.headers, ...entries(settings, "headers")];
  const comments = [...above.comments, ...commentsOf(settings, [...above.path, folder.name], context)];
  const steps = requests
    .toSorted((a, b) => order(a) - order(b))
    .map((blocks) => requestIn(blocks, { ...above, headers }, context));
  const inner = [...folder.folders.values()]
    .toSorted((a, b) => order(a.settings) - order(b.settings))
    .map((one): Folder => {
      const path = [...above.path, valueIn(one.settings, "meta", "name") ?? one.name];
      const named = { ...one, name: path.at(-1) ?? one.name };
      const own = variablesOf(one.settings, path, context.ledger);
      const auth = folderAuth(one.settings, path, context) ?? above.auth;
      const inherited = { path, auth, headers, comments, variables: [...above.variables, ...own] };
      return { name: named.name, entries: entriesOf(named, inherited, context) };
    });
  const file: readonly RequestFile[] =
    steps.length === 0 ? [] : [{ name: folder.name, comments, variables: above.variables, steps }];
  return [...file, ...inner.flatMap((one) => (one.entries.length === 1 ? one.entries : [one]))];
}

function order(blocks: Blocks): number {
  const seq = Number(valueIn(blocks, "meta", "seq"));
  return Number.isFinite(seq) ? seq : Number.MAX_SAFE_INTEGER;
}

function requestIn(blocks: Blocks, { path, auth, headers }: Inherited, context: PostmanContext): Request {
  const own = [...path, valueIn(blocks, "meta", "name") ?? "request"];
  const request = requestOf(itemOf(blocks, headers), own, auth, context);
  const lines = [...assertionsOf(blocks, own, context.ledger), ...settersOf(blocks, own, context.ledger)];
  const values = new Map(variablesOf(blocks, own, context.ledger).map((one) => [one.name, one]));
  const items = [...values.values()].flatMap(({ item }) => item ?? []);
  const written = {
    ...request,
    preamble: [...request.preamble, ...lines],
    alsoItems: [...(request.alsoItems ?? []), ...items],
  };
  return values.size === 0 ? written : withValues(written, (name) => values.get(name)?.value);
}

/** The variables of a request are only its own, so their values are written where they are used. */
function withValues(request: Request, value: (name: string) => Text | undefined): Request {
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

/** Variables that the response sets. */
function settersOf(blocks: Blocks, path: readonly string[], ledger: Ledger): readonly PreambleLine[] {
  return entries(blocks, "vars:post-response").map(({ key, value, isDisabled }): PreambleLine => {
    const item = ledger.add("transfer", "vars:post-response", path);
    const found = isDisabled ? undefined : pathOf(value);
    return found === undefined
      ? { kind: "comment", item, text: `${isDisabled ? "~" : ""}${key}: ${value}` }
      : { kind: "set", item, name: key.replace(/^@/, ""), path: found };
  });
}

function variablesOf(blocks: Blocks, path: readonly string[], ledger: Ledger): readonly Variable[] {
  return entries(blocks, "vars:pre-request").flatMap((entry) => variableOf(entry, path, ledger, false));
}

function variableOf(
  { key, value, isDisabled }: Entry,
  path: readonly string[],
  ledger: Ledger,
  secret: boolean,
): readonly Variable[] {
  const name = key.replace(/^@/, "");
  const item = ledger.add("property", "variable", [...path, name]);
  if (isDisabled) item.explain(l10n.t("The variable is disabled."));
  if (isDisabled) return [];
  const isSecret = secret || (isSecretHeader(name) && value !== "" && !value.startsWith("{{"));
  return [{ item, name, value: template(value), isSecret }];
}

/** Bruno keeps the values of secrets elsewhere. */
function environmentOf(file: SourceFile, ledger: Ledger): Environment {
  const name = (file.path.split("/").at(-1) ?? "").replace(/\.bru$/i, "");
  const blocks = readBlocks(file);
  const item = ledger.add("environment", "environment", [name]);
  const open = entries(blocks, "vars").flatMap((entry) => variableOf(entry, [name], ledger, false));
  const secret = entries(blocks, "vars:secret").flatMap((entry) =>
    variableOf({ ...entry, value: "" }, [name], ledger, true),
  );
  return { item, name, variables: [...open, ...secret] };
}

function folderAuth(settings: Blocks, path: readonly string[], { ledger, secrets }: PostmanContext): Auth | undefined {
  return readAuth(authOf(settings, valueIn(settings, "auth", "mode") ?? "inherit"), path, ledger, secrets);
}

/** The scripts of a folder run for each of its requests, so they are kept as they are. */
function commentsOf(settings: Blocks, path: readonly string[], { ledger }: PostmanContext): readonly Comment[] {
  const scripts = scriptBlocks.flatMap((name): readonly Comment[] => {
    const text = textIn(settings, name);
    return text === "" ? [] : [{ kind: "comment", item: ledger.add("script", name, path), text }];
  });
  return [...descriptions({ description: textIn(settings, "docs") }), ...scripts];
}
