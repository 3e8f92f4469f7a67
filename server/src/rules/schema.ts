import * as l10n from "@vscode/l10n";
import { type MessageProblem, requestProblems } from "../contract/messageProblems.ts";
import type { Message } from "../message.ts";
import { resolve } from "../text/resolved.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { type Report, type Rule, rule } from "./rule.ts";
import { schemaFixes } from "./schema/fixes.ts";
import { describe } from "./schema/words.ts";
import { isCutOff } from "./soap/xmlMessage.ts";

const structures = "XML Schema part 1";

/** The rules that check a request by its contract: each reports some kinds of problems. */
export const schemaRules: readonly Rule[] = [
  schemaRule("schema-payload", "WSDL 1.1 sections 3.5 and 3.7", "payload-unexpected", "payload-missing"),
  schemaRule("schema-header-missing", "WSDL 1.1 section 3.7", "header-missing"),
  schemaRule("schema-element-undeclared", `${structures} section 3.10.4`, "element-undeclared"),
  schemaRule("schema-element-unexpected", `${structures} section 3.8.4`, "element-unexpected", "element-count"),
  schemaRule("schema-element-missing", `${structures} section 3.8.4`, "element-missing"),
  schemaRule("schema-element-namespace", `${structures} section 3.3.2`, "element-namespace"),
  schemaRule("schema-element-order", `${structures} section 3.8.4`, "element-order"),
  schemaRule("schema-element-level", `${structures} section 3.8.4`, "element-wrapper-missing", "element-wrapper-extra"),
  schemaRule("schema-text", `${structures} section 3.4.4`, "text-unexpected"),
  schemaRule(
    "schema-attribute-unexpected",
    `${structures} section 3.4.4`,
    "attribute-unexpected",
    "attribute-namespace",
  ),
  schemaRule("schema-attribute-missing", `${structures} section 3.4.4`, "attribute-missing"),
  schemaRule("schema-value", "XML Schema part 2 section 4.1", "value", "fixed"),
  schemaRule(
    ...(["schema-type", `${structures} sections 2.6.1 and 3.3.4`, "element-abstract", "type-unknown"] as const),
    ...(["type-not-derived", "type-blocked", "type-abstract"] as const),
  ),
  schemaRule(
    ...(["schema-nil", `${structures} sections 2.6.2 and 3.3.4`] as const),
    ...(["nil-not-allowed", "nil-fixed", "nil-value", "nil-content"] as const),
  ),
  schemaRule("schema-id", `${structures} section 3.15.4`, "id-duplicate", "id-missing", "entity-unknown"),
  schemaRule(
    ...(["schema-key", `${structures} section 3.11.4`] as const),
    ...(["key-duplicate", "key-field-missing", "key-field-invalid", "key-not-found"] as const),
  ),
];

function schemaRule(code: string, source: string, ...kinds: readonly MessageProblem["kind"][]): Rule {
  return rule(code, kinds.includes("header-missing") ? "warning" : "error", source, function* (message) {
    const { contract, xml } = message;
    if (contract.kind !== "found" || !xml) return;
    const { schemas } = contract.contract;
    for (const problem of problemsOf(message, xml)) {
      if (!kinds.includes(problem.kind)) continue;
      yield {
        at: problem.at,
        message: describe(problem, schemas),
        ...relatedTo(problem),
        ...(isHarmless(problem) ? { severity: "warning" as const } : {}),
        fixes: () => schemaFixes(problem, xml, schemas),
      };
    }
  });
}

const known = new WeakMap<Message, readonly MessageProblem[]>();

function problemsOf(message: Message, xml: XmlDocument): readonly MessageProblem[] {
  const problems = known.get(message) ?? find(message, xml);
  known.set(message, problems);
  return problems;
}

function find(message: Message, document: XmlDocument): readonly MessageProblem[] {
  const { contract, envelope } = message;
  // The elements are guesses where the tags aren't balanced.
  if (contract.kind !== "found" || isCutOff(document) || document.problems.some(({ code }) => ofTags.has(code)))
    return [];
  const { schemas } = contract.contract;
  const operation = contract.operation?.operation;
  const problems = requestProblems({ schemas, operation, document, envelope, resolve: valueIn(message) });
  return envelope ? problems.filter((one) => !isPlaceholder(one)) : problems;
}

const ofTags: ReadonlySet<string> = new Set(["xml-tag-unclosed", "xml-tag-mismatch", "xml-end-tag-stray"]);

/** Replaces variables; undefined for one that is unknown, or secret: its value must not be in a message. */
function valueIn({ scope }: Message): (text: string) => string | undefined {
  return (text) => {
    const { text: replaced, known } = resolve(text, { start: 0, end: text.length }, (name) => {
      const value = scope.lookup(name);
      if (value.kind === "text") return value.secret ? undefined : value.text;
      return value.kind === "atSending" ? value.sample : undefined;
    });
    return known ? replaced : undefined;
  };
}

/** Another rule reports the `?` of SoapUI. */
function isPlaceholder(problem: MessageProblem): boolean {
  return problem.kind === "value" && problem.problem.value.trim() === "?";
}

/** Services accept it, though the schema doesn't. */
function isHarmless(problem: MessageProblem): boolean {
  return problem.kind === "text-unexpected" && problem.blank;
}

function relatedTo(problem: MessageProblem): Pick<Report, "related"> {
  const first =
    problem.kind === "id-duplicate"
      ? problem.first
      : problem.kind === "key-duplicate"
        ? nameSpan(problem.first)
        : undefined;
  return first ? { related: [{ at: first, message: l10n.t("The first one") }] } : {};
}
