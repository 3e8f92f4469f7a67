import * as l10n from "@vscode/l10n";
import type { Collection, CollectionComment, CollectionEnvironment, Folder, Variable } from "../collection.ts";
import type { Auth } from "../common/auth.ts";
import type { ItemContext } from "../common/itemBody.ts";
import { type JsonObject, jsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";
import { authOf, descriptions, requestOf, scriptsOf } from "../common/postmanRequest.ts";
import { collectionOf, folderEntries } from "../common/requestItem.ts";
import { template } from "../common/template.ts";
import { Ledger } from "../ledger.ts";
import type { Reader, Source, SourceFile, SourceProblem } from "../source.ts";

/** Reads collections of version 2.0 and 2.1, and environments that are imported with them. */
export const postmanReader: Reader = {
  kind: "postman",
  recognizes: (file) => isCollection(collectionIn(file)) || isOldCollection(collectionIn(file)),
  accompanies: (file) => isEnvironment(jsonObject(file)),
  read,
};

/** The collection in a file. It may be wrapped in a response of Postman's API or in a report of newman. */
function collectionIn(file: SourceFile): JsonObject | undefined {
  const object = jsonObject(file);
  return objectOf(object?.["collection"]) ?? object;
}

function isCollection(object: JsonObject | undefined): boolean {
  return objectOf(object?.["info"]) !== undefined && Array.isArray(object?.["item"]);
}

/** Whether an object is a collection of version 1, which has separate lists for requests and for their order. */
function isOldCollection(object: JsonObject | undefined): boolean {
  return (
    Array.isArray(object?.["requests"]) && Array.isArray(object?.["order"]) && textOf(object?.["name"]) !== undefined
  );
}

function isEnvironment(object: JsonObject | undefined): boolean {
  const isList = Array.isArray(object?.["values"]) && objectsOf(object["values"]).every((row) => "key" in row);
  return isList && (textOf(object?.["name"]) !== undefined || object?.["_postman_variable_scope"] !== undefined);
}

function read({ files: sources }: Source): Collection | SourceProblem {
  const [main, ...others] = sources;
  const root = main && collectionIn(main);
  if (!root || isOldCollection(root)) {
    return {
      problem: l10n.t("The collection has version 1. Export it from Postman as Collection v2.1, and import it again."),
    };
  }
  const context: ItemContext = { ledger: new Ledger(), files: [] };
  const hasRequests = isCollection(root);
  const name = textOf(objectOf(root["info"])?.["name"]) ?? textOf(root["name"]) ?? "Postman";
  const auth = authOf(root["auth"], [name], context.ledger);
  const variables = variablesOf(root["variable"], [], context.ledger);
  const entries = hasRequests ? entriesOf(root, name, [], auth, [], context) : [];
  const environments = (hasRequests ? others : sources).flatMap((file) => environmentOf(file, context.ledger));
  return collectionOf(name, context, entries, { variables, environments });
}

/** The requests of a folder as one file, and its subfolders. `comments`: comments from the folders around it. */
function entriesOf(
  folder: JsonObject,
  name: string,
  path: readonly string[],
  auth: Auth | undefined,
  comments: readonly CollectionComment[],
  context: ItemContext,
): Folder["entries"] {
  const items = objectsOf(folder["item"]);
  const scripts = scriptsOf({ event: commentedEvents(folder) }, [...path, name], context);
  const described = objectOf(folder["info"]) ?? folder;
  const above = [...comments, ...descriptions(described), ...scripts.lines.filter((line) => line.kind === "comment")];
  const named = (item: JsonObject) => textOf(item["name"]) ?? "";
  const steps = items
    .filter((item) => !Array.isArray(item["item"]))
    .map((item) => requestOf(item, [...path, named(item)], auth, context));
  const folders = items
    .filter((item) => Array.isArray(item["item"]))
    .map((item): Folder => {
      const own = [...path, named(item)];
      const inner = authOf(item["auth"], own, context.ledger) ?? auth;
      return { name: named(item), entries: entriesOf(item, named(item), own, inner, above, context) };
    });
  return folderEntries({ name, comments: above, variables: [], steps }, folders);
}

/** The scripts of a folder, which are kept as comments because they run for each of its requests. */
function commentedEvents(folder: JsonObject): readonly JsonObject[] {
  return objectsOf(folder["event"]).map((event) => ({ ...event, listen: `${textOf(event["listen"]) ?? ""} (folder)` }));
}

function variablesOf(rows: unknown, path: readonly string[], ledger: Ledger): readonly Variable[] {
  return objectsOf(rows).flatMap((row): readonly Variable[] => {
    const name = textOf(row["key"]) ?? textOf(row["id"]) ?? "";
    if (name === "") return [];
    const item = ledger.add("property", "variable", [...path, name]);
    if (row["enabled"] === false || row["disabled"] === true) {
      item.explain(l10n.t("The variable is disabled."));
      return [];
    }
    const value = textOf(row["value"]) ?? (row["value"] === null ? "" : JSON.stringify(row["value"] ?? ""));
    return [{ item, name, value: template(value), isSecret: row["type"] === "secret" }];
  });
}

function environmentOf(file: SourceFile, ledger: Ledger): readonly CollectionEnvironment[] {
  const object = jsonObject(file);
  if (!object) return [];
  const name = textOf(object["name"]) ?? "Postman";
  const item = ledger.add("environment", textOf(object["_postman_variable_scope"]) ?? "environment", [name]);
  return [{ item, name, variables: variablesOf(object["values"], [name], ledger) }];
}
