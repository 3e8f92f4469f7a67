import { CompletionItemKind } from "vscode-languageserver-types";
import { pathSpan } from "../../expectations/path.ts";
import { skipBlanks } from "../../expectations/words.ts";
import type { Fact } from "../../http/facts.ts";
import { requestHeaders, responseHeaders } from "../../http/facts.ts";
import { type Snippet, snippet, stop } from "../../text/snippet.ts";
import { builtInTypeNames } from "../../xsd/builtInTypes.ts";
import { operatorFacts, subjectFacts } from "../support/directiveFacts.ts";
import { type Completion, type CompletionEntry, completions, documentation } from "./item.ts";

/** The words that can follow in `# @expect`, whose value begins at `start`. `paths`: paths into the last response. */
export function completeExpectation(
  text: string,
  start: number,
  offset: number,
  paths: () => readonly CompletionEntry[],
): readonly Completion[] {
  const { word, before } = wordAt(text, start, offset);
  const replace = { start: word, end: offset };
  const list = (entries: readonly CompletionEntry[]) => completions(CompletionItemKind.Keyword, replace, entries);
  if (before === "") return list([...subjectFacts.map(subjectEntry), { label: "//", note: "XPath" }, ...paths()]);
  const [first = "", ...more] = before.split(/[ \t]+/);
  if (more.at(-1) === "type") return list(builtInTypeNames().map((name) => `xs:${name}`));
  switch (first) {
    case "no":
      return list(more.length === 0 ? ["fault", "leak"] : []);
    case "certificate":
      return list(more.length === 0 ? ["expires > 30 d"] : more.length === 1 ? ["> 30 d"] : ["d", "h"]);
    case "redirects":
      return list(more.length === 0 ? ["0", ...symbolEntries()] : []);
    case "status":
      return list(more.length === 0 ? ["200", "500", ...symbolEntries()] : []);
    case "time":
    case "p95":
      return list(more.length === 0 ? ["< 500 ms", "< 2 s"] : ["ms", "s", "min"]);
    case "size":
      return list(more.length === 0 ? ["< 10 KB", "< 1 MB"] : ["B", "KB", "MB"]);
    case "fault":
      return list(more.length === 0 ? ["Client", "Server", "Sender", "Receiver", "//"] : operatorEntries());
    case "header":
      return list(more.length === 0 ? headerNames() : more.length === 1 ? operatorEntries() : []);
    case "body":
      if (more.length === 0) return list(bodyEntries);
      return list(more[0] === "not" ? (more.length === 1 ? textEntries : []) : more.length === 2 ? ["ignore "] : []);
    default:
      return list(isAfterPath(text, start, word) ? operatorEntries() : []);
  }
}

/** The start of the word before the cursor, and the text between `start` and that word. */
export function wordAt(
  text: string,
  start: number,
  offset: number,
): { readonly word: number; readonly before: string } {
  const word = Math.max(start, ...[" ", "\t"].map((blank) => text.lastIndexOf(blank, offset - 1) + 1));
  return { word, before: text.slice(start, word).trim() };
}

export function isAfterPath(text: string, start: number, offset: number): boolean {
  const path = pathSpan(text, { start, end: offset });
  return path.end < offset && skipBlanks(text, { start: path.end, end: offset }) === offset;
}

function subjectEntry(fact: Fact): CompletionEntry {
  const { name } = fact;
  return { label: name, insert: inserts.get(name) ?? name, documentation: documentation(fact) };
}

const inserts: ReadonlyMap<string, Snippet> = new Map([
  ["status", snippet`status ${stop(1, "200")}`],
  ["header", snippet`header ${stop(1, "Content-Type")} contains ${stop(2, "xml")}`],
  ["time", snippet`time < ${stop(1, "500 ms")}`],
  ["size", snippet`size < ${stop(1, "10 KB")}`],
  ["certificate expires", snippet`certificate expires > ${stop(1, "30 d")}`],
  ["redirects", snippet`redirects ${stop(1, "0")}`],
  ["p95", snippet`p95 < ${stop(1, "300 ms")}`],
  ["body", snippet`body = ${stop(1, "./expected.xml")}`],
]);

export function operatorEntries(): readonly CompletionEntry[] {
  return operatorFacts.map((fact) => ({ label: fact.name, documentation: documentation(fact) }));
}

const symbolEntries = () => operatorEntries().slice(0, 6);
const textEntries: readonly CompletionEntry[] = (["contains", "matches"] as const).map((word) => ({
  label: `${word} ""`,
  insert: snippet`${word} "${stop(1, word === "contains" ? "text" : "regex")}"`,
}));
const bodyEntries: readonly CompletionEntry[] = [
  "= ./expected.xml",
  "matches ./expected.xml",
  ...textEntries,
  { label: "not " },
];

export function headerNames(): readonly string[] {
  return [...new Set([...responseHeaders, ...requestHeaders].map(({ name }) => name))];
}
