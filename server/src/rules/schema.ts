import * as l10n from "@vscode/l10n";
import type { Contract } from "../contract/contract.ts";
import type { Direction } from "../contract/expectations.ts";
import { type MessageProblem, requestProblems } from "../contract/messageProblems.ts";
import { responseProblems } from "../contract/responseProblems.ts";
import type { Message } from "../message.ts";
import type { ReceivedMessage } from "../response/received.ts";
import { resolve } from "../text/resolved.ts";
import type { Operation } from "../wsdl/model.ts";
import { payloadOf } from "../wsdl/operations.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { Schemas } from "../xsd/compile.ts";
import { keyOf, type QName } from "../xsd/components.ts";
import { type Report, type Rule, rule, type Severity } from "./rule.ts";
import { schemaFixes } from "./schema/fixes.ts";
import { describe } from "./schema/words.ts";
import { hasUnbalancedTags } from "./soap/xmlMessage.ts";

const structures = "XML Schema part 1";

interface SchemaCode {
  readonly code: string;
  readonly severity: Severity;
  readonly source: string;
  readonly kinds: readonly MessageProblem["kind"][];
}

/** Each rule reports some kinds of problems. */
const schemaCodes: readonly SchemaCode[] = [
  ofKinds(
    "schema-payload",
    "WSDL 1.1 sections 3.5 and 3.7",
    "payload-unexpected",
    "payload-missing",
    "payload-unknown",
  ),
  ofKinds("schema-header-missing", "WSDL 1.1 section 3.7", "header-missing"),
  ofKinds("schema-element-undeclared", `${structures} section 3.10.4`, "element-undeclared"),
  ofKinds(
    "schema-element-unexpected",
    `${structures} section 3.8.4`,
    "element-unexpected",
    "element-count",
    "member-unexpected",
  ),
  ofKinds("schema-element-missing", `${structures} section 3.8.4`, "element-missing"),
  ofKinds("schema-element-namespace", `${structures} section 3.3.2`, "element-namespace"),
  ofKinds("schema-element-order", `${structures} section 3.8.4`, "element-order"),
  ofKinds(
    "schema-element-level",
    `${structures} section 3.8.4`,
    "element-wrapper-missing",
    "element-wrapper-extra",
    "payload-wrapper-missing",
  ),
  ofKinds("schema-text", `${structures} section 3.4.4`, "text-unexpected"),
  ofKinds("schema-attribute-unexpected", `${structures} section 3.4.4`, "attribute-unexpected", "attribute-namespace"),
  ofKinds("schema-attribute-missing", `${structures} section 3.4.4`, "attribute-missing"),
  ofKinds("schema-value", "XML Schema part 2 section 4.1", "value", "fixed"),
  ofKinds(
    ...(["schema-type", `${structures} sections 2.6.1 and 3.3.4`, "element-abstract", "type-unknown"] as const),
    ...(["type-not-derived", "type-blocked", "type-abstract"] as const),
  ),
  ofKinds(
    ...(["schema-nil", `${structures} sections 2.6.2 and 3.3.4`] as const),
    ...(["nil-not-allowed", "nil-fixed", "nil-value", "nil-content"] as const),
  ),
  ofKinds("schema-id", `${structures} section 3.15.4`, "id-duplicate", "id-missing", "entity-unknown"),
  ofKinds(
    ...(["schema-key", `${structures} section 3.11.4`] as const),
    ...(["key-duplicate", "key-field-missing", "key-field-invalid", "key-not-found"] as const),
  ),
];

function ofKinds(code: string, source: string, ...kinds: readonly MessageProblem["kind"][]): SchemaCode {
  return { code, severity: kinds.includes("header-missing") ? "warning" : "error", source, kinds };
}

/** The rules that check a request by its contract. */
export const schemaRules: readonly Rule[] = schemaCodes.map((one) =>
  rule(one.code, one.severity, one.source, (message) => {
    const { xml } = message;
    const schemas = checkedBy(message)?.contract.schemas;
    if (!schemas || !xml) return [];
    return reports(one, schemaProblems(message), { schemas, direction: "input", document: xml });
  }),
);

/** The same rules for a response, by the contract of its request. The user can't change a response: they only warn. */
export const schemaResponseRules: readonly Rule<(received: ReceivedMessage) => Iterable<Report>>[] = schemaCodes.map(
  (one) =>
    rule(one.code, "warning", one.source, ({ contract, anyXml: xml, envelope, response }) => {
      if (!contract || !xml || hasUnbalancedTags(xml)) return [];
      // Of a failure, an HTTP binding doesn't say what it is.
      if (!envelope && !/^2/.test(`${response.statusLine?.code}`)) return [];
      const { schemas, operation } = contract;
      const context = { schemas, operation, document: xml, envelope, resolve: (text: string) => text };
      const problems = knownOfResponses.get(xml) ?? responseProblems(context);
      knownOfResponses.set(xml, problems);
      return reports(one, problems, { schemas, direction: "output", document: xml });
    }),
);

const knownOfResponses = new WeakMap<XmlDocument, readonly MessageProblem[]>();

interface Subject {
  readonly schemas: Schemas;
  readonly direction: Direction;
  readonly document: XmlDocument;
}

function* reports(
  { kinds }: SchemaCode,
  problems: readonly MessageProblem[],
  { schemas, direction, document }: Subject,
): Iterable<Report> {
  for (const problem of problems) {
    if (!kinds.includes(problem.kind)) continue;
    yield {
      at: problem.at,
      message: describe(problem, schemas, direction),
      ...relatedTo(problem),
      ...(isHarmless(problem) ? { severity: "warning" as const } : {}),
      fixes: () => schemaFixes(problem, document, schemas),
    };
  }
}

const known = new WeakMap<Message, readonly MessageProblem[]>();

/** What is wrong with a request by its contract; nothing if it has none. */
export function schemaProblems(message: Message): readonly MessageProblem[] {
  const problems = known.get(message) ?? (message.xml ? find(message, message.xml) : []);
  known.set(message, problems);
  return problems;
}

function find(message: Message, document: XmlDocument): readonly MessageProblem[] {
  const { envelope } = message;
  const checked = checkedBy(message);
  if (!checked || hasUnbalancedTags(document)) return [];
  const { contract, operation } = checked;
  return requestProblems({
    ...{ schemas: contract.schemas, operation, document, envelope, resolve: valueIn(message) },
    payloads: () => payloadsOf(contract),
  });
}

/** The contract by which a request is checked: also if several operations are possible that have the same payload. */
function checkedBy({ contract }: Message): Checked | undefined {
  if (contract.kind === "found") return { contract: contract.contract, operation: contract.operation?.operation };
  const [first, ...others] = contract.kind === "ambiguous" ? contract.matches : [];
  if (!first || others.some((one) => one.contract !== first.contract)) return undefined;
  const keys = [first, ...others].map(({ operation }) => payloadKey(operation));
  return keys[0] !== undefined && keys.every((one) => one === keys[0])
    ? { contract: first.contract, operation: first.operation }
    : undefined;
}

function payloadKey(operation: Operation): string | undefined {
  const payload = operation.style === "document" ? payloadOf(operation, "input") : undefined;
  return payload && keyOf(payload);
}

interface Checked {
  readonly contract: Contract;
  readonly operation: Operation | undefined;
}

/** So many operations are looked through for a similar payload. */
const maxOperations = 5000;

function* payloadsOf({ endpoints }: Contract): Iterable<QName> {
  for (const { operation } of endpoints.slice(0, maxOperations)) {
    const payload = payloadOf(operation, "input");
    if (payload) yield payload;
  }
}

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
