import * as l10n from "@vscode/l10n";
import { searchPattern } from "../../expectations/pattern.ts";
import { longestXPath } from "../../text/limits.ts";
import type { PreambleLine, Text } from "../collection.ts";
import { bodyContains, bodyMatches, equals, matchesRegex, patternOf } from "../common/expectations.ts";
import type { Item } from "../ledger.ts";
import { commentOf } from "./comments.ts";
import { child, childrenNamed, childText, descendants, isDisabled, type ProjectElement } from "./projectXml.ts";
import { constantText, expanded, jsonPath, type PropertyScope } from "./scope.ts";
import { writtenXPath, type XPathPrefixes } from "./xpath.ts";

interface Asserted {
  readonly scope: PropertyScope;
  readonly prefixes: XPathPrefixes;
  /** Whether the project contains the definition of the interface. */
  readonly hasContract: boolean;
}

type Translated = readonly Text[] | { readonly why: string };

type Translate = (config: ProjectElement | undefined, about: Asserted, item: Item) => Translated;

/** The lines for an assertion: expectations, or comments if it has no equivalent or is disabled. */
export function assertionLines(assertion: ProjectElement, about: Asserted, item: Item): readonly PreambleLine[] {
  const config = child(assertion, "configuration");
  if (isDisabled(assertion)) {
    item.explain(l10n.t("It is disabled in SoapUI."));
    return [{ kind: "comment", item, text: commentOf(assertion, "disabled ") }];
  }
  const translate = translations.get(item.type);
  const translated = translate?.(config, about, item) ?? { why: l10n.t("It has no equivalent.") };
  if (!("why" in translated)) return translated.map((expectation) => ({ kind: "expect", item, expectation }));
  item.explain(translated.why);
  return [{ kind: "comment", item, text: commentOf(assertion) }];
}

/** Translations by the type in the file, where types for Faults mean their opposite (SoapFaultAssertion.ID). */
const translations: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ["SOAP Response", (_, { prefixes }) => [[`/${soapPrefix(prefixes)}:Envelope/${soapPrefix(prefixes)}:Body exists`]]],
  ["SOAP Fault Assertion", () => [["no fault"]]],
  ["Not SOAP Fault Assertion", () => [["fault"]]],
  ["Schema Compliance", schemaCompliance],
  ["XPath Match", xpathMatch],
  ["JsonPath Match", withJsonPath(jsonPathMatch)],
  ["JsonPath Existence Match", withJsonPath(jsonPathExistence)],
  ["JsonPath Count", withJsonPath(jsonPathCount)],
  ["JsonPath RegEx Match", withJsonPath(jsonPathRegEx)],
  ["Simple Contains", (config, about, item) => simpleContains(config, about, item, false)],
  ["Simple NotContains", (config, about, item) => simpleContains(config, about, item, true)],
  ["Valid HTTP Status Codes", validStatusCodes],
  ["Invalid HTTP Status Codes", invalidStatusCodes],
  ["Response SLA Assertion", responseTime],
  ["Response SLA", responseTime],
  ["MessageContentAssertion", messageContent],
  ["Message Content Assertion", messageContent],
  ["HTTP Header Exists", headerExists],
  ["HTTPHeaderExistsAssertion", headerExists],
  ["HTTP Header Equals", headerEquals],
  ["HTTPHeaderEqualsAssertion", headerEquals],
]);

/** The prefix of the envelope's namespace. `soap` means the version of the response, unless declared differently. */
function soapPrefix(prefixes: XPathPrefixes): string {
  return /envelope/i.test(prefixes.namespaceOf("soap") ?? "envelope") ? "soap" : "soap11";
}

function schemaCompliance(_: unknown, { hasContract }: Asserted): Translated {
  return hasContract ? [["contract"]] : { why: l10n.t("The definition of the interface is not in the project.") };
}

function xpathMatch(config: ProjectElement | undefined, about: Asserted, item: Item): Translated {
  const typed = childText(config, "path") ?? "";
  const path = constantText(typed, about.scope);
  if (path === undefined) return { why: l10n.t("Its path has a value that is only known when it is sent.") };
  const content = childText(config, "content") ?? "";
  if (/^\s*<[\w!?]/.test(content) && !path.trimEnd().endsWith("text()")) return { why: l10n.t("It compares XML.") };
  const subject = xpathSubject(path, about.prefixes);
  if (typeof subject !== "string") return subject;
  return [comparison(subject, content, childText(config, "allowWildcards") === "true", about, item)];
}

/** The subject of an expectation with an XPath. A comparison is written in parentheses. */
function xpathSubject(path: string, prefixes: XPathPrefixes): string | { readonly why: string } {
  const { text, isExpression } = writtenXPath(path, prefixes, "allowed");
  if (text === "") return { why: l10n.t("The path is missing.") };
  if (text.length > longestXPath) return { why: l10n.t("Its XPath is longer than {0} characters.", longestXPath) };
  // A single word would be read as the beginning of another expectation.
  return isExpression || /^[\w-]+(?:\s|$)/.test(text) ? `(${text})` : text;
}

function comparison(subject: string, content: string, hasWildcards: boolean, { scope }: Asserted, item: Item): Text {
  if (!hasWildcards || !content.includes("*")) return equals(subject, expanded(content, scope, item));
  const pieces = content.split("*").map((piece) => patternOf(expanded(piece, scope, item)));
  const pattern = pieces.flatMap((piece, index): Text => (index === 0 ? piece : [".*", ...piece]));
  return matchesRegex(subject, ["^", ...pattern, "$"]);
}

/** Adapts the translation of an assertion about a JSONPath, which becomes its subject. */
function withJsonPath(translate: (subject: string, ...about: Parameters<Translate>) => Translated): Translate {
  return (config, about, item) => {
    const path = constantText(childText(config, "path") ?? "", about.scope);
    const subject = path === undefined ? undefined : jsonPath(path);
    return subject === undefined
      ? { why: l10n.t("This kind of JSONPath isn't supported.") }
      : translate(subject, config, about, item);
  };
}

function jsonPathMatch(subject: string, config: ProjectElement | undefined, about: Asserted, item: Item): Translated {
  const content = childText(config, "content") ?? "";
  return [comparison(subject, content, childText(config, "allowWildcards") === "true", about, item)];
}

function jsonPathExistence(subject: string, config: ProjectElement | undefined, about: Asserted): Translated {
  const expected = constantText(childText(config, "content") ?? "", about.scope)
    ?.trim()
    .toLowerCase();
  if (expected !== "true" && expected !== "false")
    return { why: l10n.t("The expected value is neither true nor false.") };
  return [[`${subject} ${expected === "true" ? "exists" : "absent"}`]];
}

/** Expects a count. SoapUI counts the items of an array that a path finds; `*` or `..` in a path finds the items. */
function jsonPathCount(subject: string, config: ProjectElement | undefined, about: Asserted): Translated {
  const count = constantText(childText(config, "content") ?? "", about.scope)?.trim() ?? "";
  if (!/^\d{1,9}$/.test(count)) return { why: l10n.t("The expected value isn't a number.") };
  return [[`${subject}${/\*|\.\./.test(subject) ? "" : "[*]"} count ${Number(count)}`]];
}

function jsonPathRegEx(subject: string, config: ProjectElement | undefined): Translated {
  const regex = childText(config, "regEx") ?? "";
  if (childText(config, "content")?.trim() !== "true") return { why: l10n.t("It expects that nothing matches.") };
  const whole = wholeText(regex);
  return "why" in whole ? whole : [matchesRegex(subject, [whole.pattern])];
}

function simpleContains(config: ProjectElement | undefined, about: Asserted, item: Item, not: boolean): Translated {
  const token = childText(config, "token") ?? "";
  const ignoreCase = childText(config, "ignoreCase") === "true";
  if (childText(config, "useRegEx") !== "true") {
    return [bodyContains(expanded(token, about.scope, item), { not, ignoreCase })];
  }
  const regex = constantText(token, about.scope);
  if (regex === undefined) return { why: l10n.t("Its pattern has a value that is only known when it is sent.") };
  const flags = /^\(\?([is]*)\)/.exec(regex);
  const pattern = regex.slice(flags?.[0].length ?? 0);
  const isAnyCase = ignoreCase || (flags?.[1]?.includes("i") ?? false);
  const search = searchPattern(pattern);
  // SoapUI 5.7 searches the expression in the text, with DOTALL; older versions required that it matches the whole text.
  return "why" in search ? search : [bodyMatches([pattern], { not, ignoreCase: isAnyCase })];
}

/** A pattern for an assertion that requires a match of the whole text, as with Java's String.matches. */
function wholeText(regex: string): { readonly pattern: string } | { readonly why: string } {
  const inner = regex.replace(/^\^/, "").replace(/(^|[^\\])\$$/, "$1");
  const isOpen = inner.startsWith(".*") && inner.endsWith(".*") && !inner.endsWith("\\.*");
  const pattern = isOpen ? inner : `^(${inner})$`;
  const search = searchPattern(pattern);
  return "why" in search ? search : { pattern };
}

/** The status codes in a list. Codes may contain inserted values. */
function codesOf(config: ProjectElement | undefined, { scope }: Asserted, item: Item): readonly Text[] {
  const codes = (childText(config, "codes") ?? "").split(",");
  return codes.flatMap((code) => (code.trim() === "" ? [] : [expanded(code.trim(), scope, item)]));
}

function validStatusCodes(config: ProjectElement | undefined, about: Asserted, item: Item): Translated {
  const codes = codesOf(config, about, item);
  const [only] = codes;
  if (only === undefined) return { why: l10n.t("The status codes are missing or invalid.") };
  if (codes.length === 1 && isWord(only)) return [["status ", ...only]];
  return [
    matchesRegex("status", ["^(", ...codes.flatMap((code, index) => (index === 0 ? code : ["|", ...code])), ")$"]),
  ];
}

function invalidStatusCodes(config: ProjectElement | undefined, about: Asserted, item: Item): Translated {
  const codes = codesOf(config, about, item);
  if (codes.length === 0) return { why: l10n.t("The status codes are missing or invalid.") };
  return codes.map((code): Text => (isWord(code) ? ["status != ", ...code] : ['status != "', ...code, '"']));
}

/** Whether a text can be written without quotes. */
function isWord(text: Text): boolean {
  return text.every((part) => typeof part !== "string" || /^[\w.-]+$/.test(part));
}

function responseTime(config: ProjectElement | undefined, { scope }: Asserted, item: Item): Translated {
  const limit = expanded((childText(config, "SLA") || "200").trim(), scope, item);
  const isNumber = limit.every((part) => typeof part !== "string" || /^\d+$/.test(part));
  return isNumber ? [["time <= ", ...limit, " ms"]] : { why: l10n.t("The expected value isn't a number.") };
}

/** Translates ReadyAPI's table of elements, in which each row consists of a path, an operator and a value. */
function messageContent(config: ProjectElement | undefined, about: Asserted, item: Item): Translated {
  const rows = config ? [...childrenNamed(config, "elements"), ...descendants(config, "element")] : [];
  const enabled = rows.filter((row) => childText(row, "enabled") === "true");
  const translated = enabled.map((row) => messageContentRow(row, about, item));
  const failed = translated.find((one) => "why" in one);
  if (failed) return failed;
  if (translated.length === 0) return { why: l10n.t("All of its rows are disabled.") };
  return translated.flatMap((one) => ("why" in one ? [] : [one]));
}

function messageContentRow(row: ProjectElement, about: Asserted, item: Item): Text | { readonly why: string } {
  const path = constantText(childText(row, "xpath") ?? "", about.scope);
  if (path === undefined) return { why: l10n.t("Its path has a value that is only known when it is sent.") };
  const subject = path.trimStart().startsWith("$") ? (jsonPath(path) ?? "") : xpathSubject(path, about.prefixes);
  if (typeof subject !== "string") return subject;
  const operator = (childText(row, "operator") ?? "").toLowerCase().replace(/[\s_-]+/g, "");
  const expected = expanded(childText(row, "expectedValue") ?? "", about.scope, item);
  const word = comparisons[operator];
  if (subject === "" || word === undefined) {
    return { why: l10n.t("Its operator {0} has no equivalent.", childText(row, "operator") ?? "") };
  }
  if (word === "exists" || word === "absent") return [`${subject} ${word}`];
  if (word === "=") return equals(subject, expected);
  if (word === "matches") return matchesRegex(subject, ["^(", ...expected, ")$"]);
  // Values are compared as numbers only if they have no quotes.
  return isWord(expected) && expected.length > 0
    ? [`${subject} ${word} `, ...expected]
    : [
        `${subject} ${word} "`,
        ...expected.map((part) => (typeof part === "string" ? part.replaceAll('"', '\\"') : part)),
        '"',
      ];
}

/** Operators by their names in lower case, without blanks and underscores. */
const comparisons: Readonly<Record<string, string>> = {
  ...{ equals: "=", equal: "=", "=": "=", "==": "=", is: "=" },
  ...{ notequals: "!=", notequal: "!=", doesnotequal: "!=", "!=": "!=", "<>": "!=" },
  ...{ exists: "exists", notexists: "absent", doesnotexist: "absent", contains: "contains" },
  ...{ greaterthan: ">", greater: ">", more: ">", morethan: ">", ">": ">", lessthan: "<", less: "<", "<": "<" },
  ...{
    greaterorequal: ">=",
    greaterthanorequal: ">=",
    ">=": ">=",
    lessorequal: "<=",
    lessthanorequal: "<=",
    "<=": "<=",
  },
  ...{ matches: "matches", regex: "matches", matchesregex: "matches" },
};

function headerExists(config: ProjectElement | undefined): Translated {
  const subject = headerSubject(config?.children ?? [], config?.text);
  return typeof subject === "string" ? [[`${subject} exists`]] : subject;
}

function headerEquals(config: ProjectElement | undefined, { scope }: Asserted, item: Item): Translated {
  const all = config?.children ?? [];
  const value = all.find(({ name }) => /value|content|expected/i.test(name));
  const subject = headerSubject(all.filter((one) => one !== value));
  if (typeof subject !== "string") return subject;
  return [equals(subject, expanded(value?.text ?? "", scope, item))];
}

/** The subject `header NAME`, from the element that contains the name. */
function headerSubject(elements: readonly ProjectElement[], text = ""): string | { readonly why: string } {
  const named = elements.find(({ name }) => /header|name/i.test(name)) ?? elements[0];
  const name = (named?.text ?? text).trim();
  const isName = /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
  return isName ? `header ${name}` : { why: l10n.t("The name of the header is missing or invalid.") };
}
