import * as l10n from "@vscode/l10n";
import { importedLevels } from "../../text/limits.ts";
import type { Collection, CollectionComment, CollectionFile, CollectionStep, Folder, Variable } from "../collection.ts";
import { type JsonObject, jsonObject, objectOf, textOf } from "../common/json.ts";
import { about, collectionOf, folderEntries, keptScript } from "../common/requestItem.ts";
import { beginsLikeExport, yamlObject } from "../common/yaml.ts";
import { Item, Ledger } from "../ledger.ts";
import type { Reader, Source, SourceProblem } from "../source.ts";
import { authOf, headersIn, type Inherited, type InsomniaContext, requestOf } from "./request.ts";
import { insomniaText, type TextContext } from "./template.ts";
import { exportOf, type InsomniaEnvironment, type InsomniaExport, type InsomniaNode } from "./tree.ts";

/** Reads exports of version 4 (JSON or YAML) and 5 (YAML). */
export const insomniaReader: Reader = {
  kind: "insomnia",
  recognizes: (file) => isVersion4(jsonObject(file)) || beginsLikeExport(file),
  read,
};

function isVersion4(object: JsonObject | undefined): boolean {
  return object?.["_type"] === "export" && Array.isArray(object["resources"]);
}

function read({ files: [file] }: Source): Collection | SourceProblem {
  const root = jsonObject(file) ?? yamlObject(file);
  if (typeof root === "string") return { problem: root };
  const source = exportOf(root);
  if (!source) return { problem: l10n.t("The file is nested more than {0} levels deep.", importedLevels) };
  return readExport(source);
}

function readExport(source: InsomniaExport): Collection {
  const ledger = new Ledger();
  const [base, ...others] = source.environments;
  const context: InsomniaContext = {
    ledger,
    files: [],
    requests: new Map(source.entries.flatMap(within).map((node) => [node.id, node])),
  };
  const { name } = source;
  const root = { name, path: [], comments: about(source.description), variables: [] };
  const entries = entriesOf(source.entries, root, { auth: undefined, headers: [] }, context);
  for (const { type, name: what } of source.others) {
    ledger.add(type.startsWith("mock") ? "mock" : "property", type, [what]).explain(l10n.t("This is not imported."));
  }
  return collectionOf(name, context, entries, {
    variables: base ? variablesOf(base.data, [], context) : [],
    tests: { name: "", entries: source.suites.map((suite) => suiteFile(suite, ledger)) },
    environments: others.map((environment) => environmentOf(environment, context)),
  });
}

function within(node: InsomniaNode): readonly InsomniaNode[] {
  return [node, ...node.children.flatMap(within)];
}

/** A folder, with the settings of outer folders that its requests inherit. */
interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly comments: readonly CollectionComment[];
  readonly variables: readonly Variable[];
}

/** The requests of a folder as one file, and its subfolders. */
function entriesOf(
  nodes: readonly InsomniaNode[],
  place: Place,
  inherited: Inherited,
  context: InsomniaContext,
): Folder["entries"] {
  const beside = new Set(nodes);
  const isFolder = (node: InsomniaNode) => node.type === "request_group";
  const steps = nodes
    .filter((node) => !isFolder(node))
    .map((node): CollectionStep => {
      const path = [...place.path, node.name];
      return node.type === "request"
        ? requestOf(node, path, inherited, (other) => beside.has(other), context)
        : otherStep(node, path, context);
    });
  const folders = nodes.filter(isFolder).map((node): Folder => {
    const path = [...place.path, node.name];
    const texts = folderTexts(path);
    const inner: Place = {
      name: node.name,
      path,
      comments: [...place.comments, ...about(node.description), ...folderScripts(node, path, context.ledger)],
      variables: overlaid(place.variables, variablesOf(objectOf(node.object["environment"]) ?? {}, path, context)),
    };
    const own = headersIn(node.object["headers"], texts).filter((header) => !header.isDisabled);
    const names = new Set(own.map((header) => header.name.toLowerCase()));
    const said: Inherited = {
      auth: authOf(node.object["authentication"], path, context, texts) ?? inherited.auth,
      headers: [...inherited.headers.filter((header) => !names.has(header.name.toLowerCase())), ...own],
    };
    return { name: node.name, entries: entriesOf(node.children, inner, said, context) };
  });
  return folderEntries({ name: place.name, comments: place.comments, variables: place.variables, steps }, folders);
}

function folderScripts(
  { preRequestScript, afterResponseScript }: InsomniaNode,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  return [
    ...keptScript("preRequestScript", preRequestScript, path, ledger),
    ...keptScript("afterResponseScript", afterResponseScript, path, ledger),
  ];
}

/** The variables of two levels. If two have the same name, the inner one is used. */
function overlaid(outer: readonly Variable[], inner: readonly Variable[]): readonly Variable[] {
  const names = new Set(inner.map(({ name }) => name));
  return [...outer.filter(({ name }) => !names.has(name)), ...inner];
}

/** The context for the texts of a folder that its requests inherit. */
function folderTexts(path: readonly string[]): TextContext {
  return { item: new Item("property", "", path), requestName: () => undefined };
}

/** A step for a request of another protocol, which is kept as a comment. */
function otherStep(node: InsomniaNode, path: readonly string[], { ledger }: InsomniaContext): CollectionStep {
  const item = ledger.add("step", node.type, path);
  item.explain(l10n.t("Requests of this kind have no equivalent."));
  const text = [node.type, textOf(node.object["url"]) ?? "", node.description].filter((one) => one !== "").join("\n");
  return { kind: "comment", name: node.name, comments: [{ kind: "comment", item, text }] };
}

/** A file for a suite of unit tests, which are kept as comments because they are JavaScript. */
function suiteFile({ name, tests }: InsomniaExport["suites"][number], ledger: Ledger): CollectionFile {
  const steps = tests.map((test): CollectionStep => {
    const title = textOf(test["name"]) ?? "";
    const item = ledger.add("script", "unit_test", [name, title]);
    return { kind: "comment", name: title, comments: [{ kind: "comment", item, text: textOf(test["code"]) ?? "" }] };
  });
  return { name, comments: [], variables: [], steps };
}

function environmentOf(
  { name, data }: InsomniaEnvironment,
  context: InsomniaContext,
): Collection["environments"][number] {
  const item = context.ledger.add("environment", "environment", [name]);
  return { item, name, variables: variablesOf(data, [name], context) };
}

function variablesOf(data: JsonObject, path: readonly string[], { ledger }: InsomniaContext): readonly Variable[] {
  return [...flattened(data)].map(([name, value]) => {
    const item = ledger.add("property", "variable", [...path, name]);
    const texts: TextContext = { item, requestName: () => undefined };
    return { item, name, value: insomniaText(value, texts) };
  });
}

/** The values in nested objects and lists, with names such as `server.port` and `users.0`. */
function flattened(data: JsonObject): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const visit = (value: unknown, name: string, level: number) => {
    if (typeof value !== "object" || value === null) values.set(name, textOf(value) ?? "");
    else if (level > importedLevels || name.length > longestName) values.set(name, "");
    else
      for (const [key, inner] of Object.entries(value)) visit(inner, name === "" ? key : `${name}.${key}`, level + 1);
  };
  for (const [name, value] of Object.entries(data)) if (name !== "") visit(value, name, 1);
  return values;
}

/** Maximum length of a name, because the names of nested objects are joined. */
const longestName = 1_000;
