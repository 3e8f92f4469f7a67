import * as l10n from "@vscode/l10n";
import type { Text, TextInsertion } from "../collection.ts";
import type { Item } from "../ledger.ts";

export interface TextContext {
  /** The item that records which parts have no equivalent. */
  readonly item: Item;
  /** Returns the name of the request with an id, if it is in the same file. */
  readonly requestName: (id: string) => string | undefined;
}

const pattern = /\{\{([^{}\r\n]{0,1000})\}\}|\{%([^{}\r\n]{0,1000})%\}/g;

/** Converts a text of Insomnia, in which `{{ _.name }}` is a variable, and `{% tag … %}` is computed. */
export function insomniaText(text: string, context: TextContext): Text {
  const parts: (string | TextInsertion)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, expression, tag = ""] = match;
    parts.push(text.slice(end, match.index));
    parts.push(expression === undefined ? tagValue(tag, whole, context) : variable(expression, whole, context));
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

/** The variable for `_.address.port`, `_['address'].port` or `address.port`, flattened like names in environments. */
function variable(expression: string, whole: string, context: TextContext): TextInsertion {
  const path = expression
    .trim()
    .replace(/^_(?=[.[])\.?/, "")
    .replace(/\[(?:'([^'\]]*)'|"([^"\]]*)"|(\d+))\]/g, (_, single, double, index) => `.${single ?? double ?? index}`)
    .replace(/^\./, "");
  if (/^[^|()+*/~'"[\]{}]+$/.test(path)) return { kind: "variable", name: path };
  return unset(path, whole, context);
}

/** A variable without a value, which the check reports. */
function unset(name: string, whole: string, { item }: TextContext): TextInsertion {
  item.partly(l10n.t("Only Insomnia can compute {0}.", whole.slice(0, 200)));
  return { kind: "variable", name };
}

function tagValue(tag: string, whole: string, context: TextContext): TextInsertion {
  const [name = "", ...args] = wordsOf(tag);
  return (
    builtIn(name, args) ?? (name === "response" ? response(args, context) : undefined) ?? unset(name, whole, context)
  );
}

/** The words of a tag, which may be in quotes, and are separated by blanks and commas. */
function wordsOf(tag: string): readonly string[] {
  return [...tag.matchAll(/'([^']*)'|"([^"]*)"|([^\s,'"]+)/g)].map(([, single, double, bare]) =>
    decoded(single ?? double ?? bare ?? ""),
  );
}

/** Decodes an argument. Insomnia writes arguments with special characters as `b64::…::46b`. */
function decoded(word: string): string {
  const [, encoded] = /^b64::([A-Za-z0-9+/=]*)::46b$/.exec(word) ?? [];
  if (encoded === undefined) return word;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0)));
  } catch {
    return word;
  }
}

function builtIn(name: string, [first = ""]: readonly string[]): TextInsertion | undefined {
  const built = (text: string): TextInsertion => ({ kind: "builtIn", name: text });
  if (name === "uuid") return first === "v1" ? undefined : built("$guid");
  if (name === "timestamp") return built("$timestamp");
  if (name === "now") {
    if (first === "" || first === "iso-8601") return built("$datetime iso8601");
    return first === "unix" ? built("$timestamp") : undefined;
  }
  if (name !== "faker") return undefined;
  if (first === "guid" || first === "randomUUID") return built("$guid");
  if (first === "timestamp") return built("$timestamp");
  if (first === "isoTimestamp") return built("$datetime iso8601");
  return first === "randomInt" ? built("$randomInt 0 1001") : undefined;
}

/** The reference for a tag such as `response 'body', 'req_1', 'b64::JC5pZA==::46b', 'never', 60`. */
function response(
  [field, id, filter = ""]: readonly string[],
  { item, requestName }: TextContext,
): TextInsertion | undefined {
  const step = requestName(id ?? "");
  if (step === undefined) {
    item.explain(l10n.t("A response can only be used in the file of its request."));
    return undefined;
  }
  const rest = responsePath(field ?? "", filter.trim());
  return rest === undefined ? undefined : { kind: "exchange", step, rest };
}

function responsePath(field: string, filter: string): string | undefined {
  // Braces would end the reference.
  if (/[{}\r\n]/.test(filter)) return undefined;
  if (field === "header") return /^[\w-]+$/.test(filter) ? `response.headers.${filter}` : undefined;
  if (field === "raw") return "response.body.*";
  if (field !== "body" || filter === "") return undefined;
  if (filter.startsWith("$")) return `response.body.${filter}`;
  return filter.startsWith("/") ? `response.body.(${filter})[1]` : undefined;
}
