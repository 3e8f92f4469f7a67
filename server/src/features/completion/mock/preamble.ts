import { CompletionItemKind } from "vscode-languageserver-types";
import { mockDocumentRules, mockResponseRules } from "../../../rules/mock/registry.ts";
import { type Snippet, snippet, stop } from "../../../text/snippet.ts";
import { type Completion, type CompletionContext, type CompletionEntry, completions } from "../item.ts";
import { completeCondition, requestPaths } from "./conditions.ts";

/** What follows the name of a directive that is completed. */
export const mockDirectiveArguments: ReadonlyMap<string, Snippet> = new Map<string, Snippet>([
  ["otherwise", []],
  ["reset", []],
  ["hang", []],
  ["raw", []],
  ["no-wsdl", []],
  ["set", snippet` ${stop(1, "state")} = ${stop(2, "paid")}`],
  ["times", snippet` ${stop(1, "1")}`],
  ["data", snippet` ${stop(1, "./rows.csv")} where ${stop(2, "id")} = ${stop(3, "//*:Id")}`],
  ["delay", snippet` ${stop(1, "2 s")}`],
  ["slow", snippet` ${stop(1, "100 B/s")}`],
  ["cut", snippet` after ${stop(1, "200")} bytes`],
]);

const values: ReadonlyMap<string, readonly CompletionEntry[]> = new Map<string, readonly CompletionEntry[]>([
  ["times", ["1", "3"]],
  ["delay", ["2 s", "1 s to 3 s"]],
  ["slow", ["100 B/s", "10 KB/s"]],
  ["cut", ["after 200 bytes"]],
  ["ignore", [...mockResponseRules, ...mockDocumentRules].map(({ code, source }) => ({ label: code, note: source }))],
]);

/** The value of a directive that begins at `start`. */
export function completeMockDirective(
  context: CompletionContext,
  directive: string,
  start: number,
  offset: number,
): readonly Completion[] {
  const { text, analysis } = context.section;
  if (directive === "when") return completeCondition(context, start, offset);
  const word = Math.max(start, text.lastIndexOf(" ", offset - 1) + 1, text.lastIndexOf("\t", offset - 1) + 1);
  const before = text.slice(start, word).trim();
  const list = (entries: readonly CompletionEntry[]) =>
    completions(CompletionItemKind.EnumMember, { start: word, end: offset }, entries);
  if (directive === "set") {
    return list(before === "" ? analysis.scope.names : before.endsWith("=") ? requestPaths(context) : []);
  }
  if (directive === "wsdl") return list(analysis.scope.contracts.locations());
  if (directive === "data") return list(before.endsWith("=") ? ["header ", "query ", ...requestPaths(context)] : []);
  return list(before === "" || directive === "ignore" ? (values.get(directive) ?? []) : []);
}
