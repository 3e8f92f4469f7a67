import { type JsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";
import type { Block, Entry } from "./blocks.ts";

/*
 * Reads OpenCollection, a format of Bruno that contains the same parts in YAML. They are converted to the blocks of a `.bru`
 * file.
 */

export function openCollectionBlocks(file: JsonObject): readonly Block[] {
  const http = objectOf(file["http"]);
  const request = objectOf(file["request"]) ?? {};
  const { runtime, docs } = { runtime: objectOf(file["runtime"]) ?? {}, docs: textOf(file["docs"]) ?? "" };
  const info = objectOf(file["info"]) ?? {};
  const source = http ?? request;
  const params = objectsOf(source["params"]);
  const variables = [...objectsOf(request["variables"]), ...objectsOf(runtime["variables"])];
  return [
    dictionary(
      "meta",
      ["name", "type", "seq"].flatMap((key) => (key in info ? [entry(key, textOf(info[key]) ?? "")] : [])),
    ),
    ...(http ? [requestBlock(http)] : []),
    dictionary("params:path", rows(params.filter((one) => one["type"] === "path"))),
    dictionary("headers", rows(objectsOf(source["headers"]))),
    ...authBlocks(source["auth"]),
    ...bodyBlocks(objectOf(http?.["body"])),
    dictionary("vars:pre-request", rows(variables)),
    dictionary("vars:post-response", setters(runtime)),
    dictionary("assert", objectsOf(runtime["assertions"]).map(assertion)),
    ...[...objectsOf(runtime["scripts"]), ...objectsOf(request["scripts"])].map((script) => {
      return text(scriptNames[textOf(script["type"]) ?? ""] ?? "tests", textOf(script["code"]) ?? "");
    }),
    text("docs", docs),
  ];
}

export function environmentBlocks(file: JsonObject): readonly Block[] {
  const variables = objectsOf(file["variables"]);
  const isSecret = (row: JsonObject) => row["secret"] === true;
  return [
    dictionary("vars", rows(variables.filter((row) => !isSecret(row)))),
    dictionary("vars:secret", rows(variables.filter(isSecret))),
  ];
}

const scriptNames: Readonly<Record<string, string>> = {
  "before-request": "script:pre-request",
  "after-response": "script:post-response",
  tests: "tests",
};

function requestBlock(http: JsonObject): Block {
  const auth = http["auth"];
  const mode = textOf(auth) ?? textOf(objectOf(auth)?.["type"]) ?? "inherit";
  const type = textOf(objectOf(http["body"])?.["type"]) ?? "none";
  return dictionary("http", [
    entry("method", textOf(http["method"]) ?? "GET"),
    entry("url", textOf(http["url"]) ?? ""),
    entry("body", bodyModes[type] ?? type),
    entry("auth", mode),
  ]);
}

const bodyModes: Readonly<Record<string, string>> = {
  "form-urlencoded": "formUrlEncoded",
  "multipart-form": "multipartForm",
};

/** The block for the authorization, and for folders a block that names its mode. */
function authBlocks(auth: unknown): readonly Block[] {
  const object = objectOf(auth);
  const mode = textOf(object?.["type"]);
  if (!object || mode === undefined) return [];
  const given = Object.entries(object).flatMap(([key, value]) =>
    textOf(value) === undefined ? [] : [entry(key, textOf(value) ?? "")],
  );
  return [dictionary("auth", [entry("mode", mode)]), dictionary(`auth:${mode}`, given)];
}

function bodyBlocks(body: JsonObject | undefined): readonly Block[] {
  const type = textOf(body?.["type"]) ?? "none";
  const data = body?.["data"];
  switch (type) {
    case "form-urlencoded":
      return [dictionary("body:form-urlencoded", rows(objectsOf(data)))];
    case "multipart-form":
      return [dictionary("body:multipart-form", objectsOf(data).map(part))];
    case "file": {
      const [file] = objectsOf(data);
      return [dictionary("body:file", file ? [entry("file", `@file(${textOf(file["filePath"]) ?? ""})`)] : [])];
    }
    case "graphql":
      return [
        text("body:graphql", textOf(objectOf(data)?.["query"]) ?? textOf(body?.["query"]) ?? ""),
        text("body:graphql:vars", textOf(objectOf(data)?.["variables"]) ?? textOf(body?.["variables"]) ?? ""),
      ];
    default:
      return [text(`body:${type}`, textOf(data) ?? "")];
  }
}

function part(row: JsonObject): Entry {
  const value = [row["value"]].flat().map((one) => textOf(one) ?? "");
  const type = textOf(row["contentType"]);
  const content = row["type"] === "file" ? `@file(${value.join("|")})` : value.join("");
  return {
    ...entry(textOf(row["name"]) ?? "", type ? `${content} @contentType(${type})` : content),
    isDisabled: isDisabled(row),
  };
}

function assertion(row: JsonObject): Entry {
  const value = [textOf(row["operator"]) ?? "eq", textOf(row["value"]) ?? ""].join(" ").trim();
  return { ...entry(textOf(row["expression"]) ?? "", value), isDisabled: isDisabled(row) };
}

function setters(runtime: JsonObject): readonly Entry[] {
  return objectsOf(runtime["actions"]).flatMap((action) => {
    const [variable, selector] = [objectOf(action["variable"]), objectOf(action["selector"])];
    const name = textOf(variable?.["name"]);
    const row = entry(name ?? "", textOf(selector?.["expression"]) ?? "");
    return name === undefined ? [] : [{ ...row, isDisabled: isDisabled(action) }];
  });
}

function rows(objects: readonly JsonObject[]): readonly Entry[] {
  return objects.map((row) => {
    const value = textOf(row["value"]) ?? textOf(objectOf(row["value"])?.["data"]) ?? "";
    return { ...entry(textOf(row["name"]) ?? "", value), isDisabled: isDisabled(row) };
  });
}

function isDisabled(row: JsonObject): boolean {
  return row["disabled"] === true || row["enabled"] === false;
}

function entry(key: string, value: string): Entry {
  return { key, value, isDisabled: false };
}

function dictionary(name: string, entries: readonly Entry[]): Block {
  return { name, lines: [], entries };
}

function text(name: string, content: string): Block {
  return { name, lines: content.split(/\r\n|[\r\n]/) };
}
