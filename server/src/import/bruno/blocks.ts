import type { JsonObject } from "../common/json.ts";

/** The blocks of a file by their names. If several have the same name, the last one is used. */
export type Blocks = ReadonlyMap<string, Block>;

export function byName(blocks: readonly Block[]): Blocks {
  return new Map(blocks.map((block) => [block.name, block]));
}

export function entries(blocks: Blocks, name: string): readonly Entry[] {
  const block = blocks.get(name);
  return block ? entriesIn(block) : [];
}

export function valueIn(blocks: Blocks, block: string, key: string): string | undefined {
  return entries(blocks, block).find((entry) => entry.key === key)?.value;
}

export function textIn(blocks: Blocks, name: string): string {
  return (blocks.get(name)?.lines ?? []).join("\n").trim();
}

const methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "connect", "http"];

export function isRequest(blocks: Blocks): boolean {
  return methods.some((method) => blocks.has(method));
}

/** Converts a request to a request of Postman, which has the same parts. `inherited`: the headers of its folders. */
export function itemOf(blocks: Blocks, inherited: readonly Entry[]): JsonObject {
  const method = methods.find((one) => blocks.has(one)) ?? "get";
  const own = entries(blocks, "headers");
  const names = new Set(own.map(({ key }) => key.toLowerCase()));
  const headers = [...inherited.filter(({ key }) => !names.has(key.toLowerCase())), ...own];
  return {
    request: {
      method: (method === "http" ? (valueIn(blocks, method, "method") ?? "GET") : method).toUpperCase(),
      url: { raw: valueIn(blocks, method, "url") ?? "", variable: rows(entries(blocks, "params:path")) },
      header: rows(headers),
      body: bodyOf(blocks, valueIn(blocks, method, "body") ?? "none"),
      auth: authOf(blocks, valueIn(blocks, method, "auth") ?? "inherit"),
      description: textIn(blocks, "docs"),
    },
    event: scriptBlocks.flatMap((name) => {
      const script = textIn(blocks, name);
      return script === "" ? [] : [{ listen: name, script: { exec: script } }];
    }),
  };
}

export const scriptBlocks = ["script:pre-request", "script:post-response", "tests"];

/** Converts the authorization with a mode to the form of an authorization in a Postman collection. */
export function authOf(blocks: Blocks, mode: string): JsonObject | undefined {
  if (mode === "inherit") return undefined;
  if (mode === "none") return { type: "noauth" };
  const given = new Map(entries(blocks, `auth:${mode}`).map(({ key, value }) => [key, value]));
  const place = given.get("placement") === "queryparams" ? "query" : "header";
  return { type: mode, [mode]: { ...Object.fromEntries(given), in: place } };
}

function rows(all: readonly Entry[]): readonly JsonObject[] {
  return all.map(({ key, value, isDisabled }) => ({ key, value, disabled: isDisabled }));
}

const languages: Readonly<Record<string, string>> = { json: "json", xml: "xml", text: "text", sparql: "text" };

function bodyOf(blocks: Blocks, mode: string): JsonObject | undefined {
  switch (mode) {
    case "formUrlEncoded":
      return { mode: "urlencoded", urlencoded: rows(entries(blocks, "body:form-urlencoded")) };
    case "multipartForm":
      return { mode: "formdata", formdata: entries(blocks, "body:multipart-form").map(partOf) };
    case "file": {
      const file = entries(blocks, "body:file").find(({ isDisabled }) => !isDisabled);
      return file && { mode: "file", file: { src: filesIn(file.value)[0] } };
    }
    case "graphql":
      return {
        mode: "graphql",
        graphql: { query: textIn(blocks, "body:graphql"), variables: textIn(blocks, "body:graphql:vars") },
      };
    default: {
      const language = Object.hasOwn(languages, mode) ? languages[mode] : undefined;
      const name = blocks.has(`body:${mode}`) ? `body:${mode}` : "body";
      if (!language) return undefined;
      return { mode: "raw", raw: textIn(blocks, name), options: { raw: { language } } };
    }
  }
}

function partOf({ key, value, isDisabled }: Entry): JsonObject {
  const contentType = /@contentType\(([^()]*)\)/.exec(value)?.[1];
  const plain = value.replace(/ {0,9}@contentType\([^()]*\)/, "");
  const files = filesIn(plain);
  const content = files.length > 0 ? { type: "file", src: files } : { type: "text", value: plain };
  return { key, disabled: isDisabled, contentType, ...content };
}

/** The paths in a value such as `@file(a.pdf|b.pdf)`. */
function filesIn(value: string): readonly string[] {
  const list = /^@file\(([^()]*)\)/.exec(value)?.[1];
  return list === undefined || list === "" ? [] : list.split("|");
}

/** A block of a `.bru` file: `name { … }`, or for lists `name [ … ]`. */
export interface Block {
  /** The name, such as `body:xml`. */
  readonly name: string;
  /** The lines between the braces, without the indentation that all of them share. */
  readonly lines: readonly string[];
  /** The entries of a block from YAML, which has no lines. */
  readonly entries?: readonly Entry[];
}

export interface Entry {
  readonly key: string;
  readonly value: string;
  /** Whether the entry is disabled: `~key: value`. */
  readonly isDisabled: boolean;
}

/** A block ends with a brace at the beginning of a line; an unclosed block ends with the text. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r\n|[\r\n]/);
  for (let at = 0; at < lines.length; at++) {
    const [, name, open] = /^([a-z][\w:-]{0,50}) {0,9}([{[])\s*$/.exec(lines[at] ?? "") ?? [];
    if (name === undefined) continue;
    const close = open === "{" ? "}" : "]";
    const content: string[] = [];
    for (at++; at < lines.length && lines[at]?.trimEnd() !== close; at++)
      content.push((lines[at] ?? "").replace(/^ {2}/, ""));
    blocks.push({ name, lines: content });
  }
  return blocks;
}

/** The entries of a block. A value between `'''` can have several lines. */
function entriesIn({ lines, entries: parsed }: Block): readonly Entry[] {
  if (parsed) return parsed;
  const entries: Entry[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").trim();
    if (line === "") continue;
    const isDisabled = line.startsWith("~");
    const own = isDisabled ? line.slice(1) : line;
    const { key, rest } = keyOf(own);
    if (!rest.startsWith("'''")) {
      entries.push({ key, value: rest, isDisabled });
      continue;
    }
    const value: string[] = [];
    for (at++; at < lines.length && lines[at]?.trim() !== "'''"; at++)
      value.push((lines[at] ?? "").replace(/^ {2}/, ""));
    entries.push({ key, value: value.join("\n"), isDisabled });
  }
  return entries;
}

/** A key with special characters is in double quotes. A line without a colon is a key without a value. */
function keyOf(line: string): { readonly key: string; readonly rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)" {0,9}:/.exec(line);
  if (quoted) return { key: (quoted[1] ?? "").replace(/\\(.)/g, "$1"), rest: line.slice(quoted[0].length).trim() };
  const colon = line.indexOf(":");
  return colon < 0
    ? { key: line.replace(/,$/, ""), rest: "" }
    : { key: line.slice(0, colon).trim(), rest: line.slice(colon + 1).trim() };
}
