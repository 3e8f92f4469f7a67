import * as l10n from "@vscode/l10n";
import type { Collection, CollectionHeader, CollectionRequest } from "../collection.ts";
import { formText, payloadName } from "../common/bodyText.ts";
import type { ItemBody } from "../common/itemBody.ts";
import { type JsonObject, jsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";
import { about, collectionOf, itemRequest } from "../common/requestItem.ts";
import { Ledger } from "../ledger.ts";
import type { Reader, Source, SourceFile } from "../source.ts";

/** Reads HTTP Archives 1.1 and 1.2. Each entry becomes a request. */
export const harReader: Reader = {
  kind: "har",
  recognizes: (file) => entriesOf(file) !== undefined,
  read,
};

function entriesOf(file: SourceFile): readonly JsonObject[] | undefined {
  const log = objectOf(jsonObject(file)?.["log"]);
  return Array.isArray(log?.["entries"]) ? objectsOf(log["entries"]) : undefined;
}

function read({ path, files }: Source): Collection {
  const ledger = new Ledger();
  const entries = files.flatMap((file) => entriesOf(file) ?? []);
  const steps = entries.map((entry) => requestOf(entry, ledger));
  const name = (path.split("/").at(-1) ?? "").replace(/\.[A-Za-z0-9]{1,10}$/, "") || "HAR";
  return collectionOf(name, { ledger, files: [] }, [{ name, comments: [], variables: [], steps }]);
}

function requestOf(entry: JsonObject, ledger: Ledger): CollectionRequest {
  const request = objectOf(entry["request"]) ?? {};
  const [method, url] = [textOf(request["method"]) ?? "GET", textOf(request["url"]) ?? ""];
  const data = objectOf(request["postData"]);
  const body = textOf(data?.["text"]) ?? parametersOf(data);
  const name = (body && payloadName(body)) ?? lastPart(url) ?? method;
  const item = ledger.add("request", method, [name]);
  const preamble = [entry, request].flatMap(({ comment }) => about(textOf(comment) ?? ""));
  if (data?.["encoding"] === "base64") item.partly(l10n.t("The body is binary; its text is Base64."));
  if (url === "") item.partly(l10n.t("The address is missing."));
  // A body without a text has no type, either.
  const type = (body && textOf(data?.["mimeType"])) || undefined;
  const content: ItemBody | undefined = body === undefined ? undefined : { body: { kind: "text", text: [body] }, type };
  const headers = objectsOf(request["headers"]).flatMap(headerOf);
  return itemRequest(
    { item, name, preamble, method, target: [url.split("#", 1)[0] ?? ""], headers },
    content,
    undefined,
  );
}

/** A form can be given as parameters instead of as text. */
function parametersOf(data: JsonObject | undefined): string | undefined {
  const pairs = objectsOf(data?.["params"]).map((parameter) => {
    return [textOf(parameter["name"]) ?? "", textOf(parameter["value"]) ?? ""].map(formText).join("=");
  });
  return pairs.length === 0 ? undefined : pairs.join("&");
}

function headerOf(header: JsonObject): readonly CollectionHeader[] {
  const [name, value] = [textOf(header["name"]) ?? "", textOf(header["value"]) ?? ""];
  // In HTTP/2, pseudo-headers such as `:method` and `:path` replace the request line.
  return name === "" || name.startsWith(":") ? [] : [{ name, value: [value] }];
}

function lastPart(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  return path
    .split("/")
    .slice(3)
    .findLast((part) => part !== "");
}
