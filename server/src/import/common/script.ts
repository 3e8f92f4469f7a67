import type { CollectionComment, PreambleLine } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { stringAt } from "./scriptValues.ts";
import { type Statement, statementOf } from "./statements.ts";

/** A script as directives, and the rest of it as a comment. */
export interface TranslatedScript {
  readonly lines: readonly PreambleLine[];
  /** The script, if all of it is in the directives. */
  readonly item: Item | undefined;
}

/**
 * Translates the lines of a script that say what expectations can say, if they always run: they are in no block but that of a
 * test. All other lines are kept.
 */
export function translateScript(script: string, item: Item, ledger: Pick<Ledger, "add">): TranslatedScript {
  const source = script.split(/\r\n|[\r\n]/);
  const json = jsonNames(script);
  const blocks: boolean[] = [];
  const lines: PreambleLine[] = [];
  const rest: string[] = [];
  let isComplete = true;
  for (const line of source) {
    const statement = blocks.every((isTest) => isTest) ? statementIn(line, json) : undefined;
    trackBlocks(line, blocks);
    if (statement) {
      lines.push(directiveOf(statement, item.path, ledger));
      continue;
    }
    rest.push(line);
    isComplete &&= isStructure(line);
  }
  if (isComplete) return { lines, item };
  const text = rest.join("\n").trim();
  return { lines: [...lines, { kind: "comment", item, text } satisfies CollectionComment], item: undefined };
}

function directiveOf(statement: Statement, path: readonly string[], ledger: Pick<Ledger, "add">): PreambleLine {
  const { kind, type } = statement;
  return kind === "expect"
    ? { kind, item: ledger.add("assertion", type, path), expectation: statement.expectation }
    : { kind, item: ledger.add("transfer", type, path), name: statement.name, path: statement.path };
}

const declaration =
  /(?:^|[\s;{])(?:var|let|const)\s+([A-Za-z_$][\w$]{0,99})\s*=\s*(?:pm\.response\.json\(\)|JSON\.parse\((?:responseBody|pm\.response\.text\(\))\))/g;

/** The names of variables that are the JSON of the response. */
function jsonNames(script: string): ReadonlySet<string> {
  return new Set([...script.matchAll(declaration)].flatMap(([, name]) => name ?? []));
}

function statementIn(line: string, json: ReadonlySet<string>): Statement | undefined {
  return statementOf(withoutEnd(withoutTest(line.trim())), json);
}

/** What is in the test that begins and ends on this line; the line itself if none begins. */
function withoutTest(line: string): string {
  if (!line.startsWith("pm.test(")) return line;
  const name = stringAt(line, "pm.test(".length);
  const rest = name ? line.slice(name.end) : "";
  const body = beginning.exec(rest)?.[0];
  if (body === undefined) return "";
  const inner = withoutEnd(rest.slice(body.length));
  if (!inner.endsWith(")")) return "";
  const call = withoutEnd(inner.slice(0, -1).trimEnd());
  if (!call.startsWith("{")) return call;
  return call.endsWith("}") ? call.slice(1, -1).trim() : "";
}

/** Up to the body of the function of a test. */
const beginning =
  /^ {0,20}, {0,20}(?:async {1,20})?(?:function\b[ \w]{0,100}\(\w{0,50}\)|\(\w{0,50}\) {0,20}=>|\w{1,50} {0,20}=>)\s{0,20}/;

function withoutEnd(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith(";") ? trimmed.slice(0, -1).trimEnd() : trimmed;
}

/** Adds the blocks that a line opens, and removes those that it closes. */
function trackBlocks(line: string, blocks: boolean[]): void {
  const isTest = line.trimStart().startsWith("pm.test(");
  for (let at = 0; at < line.length; at++) {
    const string = stringAt(line, at);
    if (string) at = string.end - 1;
    else if (line.startsWith("//", at)) return;
    else if (line[at] === "{") blocks.push(isTest);
    else if (line[at] === "}") blocks.pop();
  }
}

/** Whether a line does nothing by itself: the frame of a test, a declaration of the JSON, or nothing. */
function isStructure(line: string): boolean {
  const text = line.trim();
  if (/^[{}();\s]*$/.test(text)) return true;
  if (text.startsWith("pm.test(")) return /\{$/.test(text);
  return new RegExp(`^${declaration.source.slice("(?:^|[\\s;{])".length)};?$`).test(text);
}
