import * as l10n from "@vscode/l10n";
import { type Direction, httpRootOf } from "../contract/check/expectations.ts";
import { type CheckedMessage, type MessageProblem, requestProblems } from "../contract/check/messageProblems.ts";
import { responseProblems } from "../contract/check/responseProblems.ts";
import type { Contract } from "../contract/contract.ts";
import type { Message } from "../message/message.ts";
import { valuesIn } from "../message/valuesIn.ts";
import type { Severity } from "../protocol/protocol.ts";
import type { ReceivedMessage } from "../response/receivedMessage.ts";
import { memoized } from "../text/memoized.ts";
import { References } from "../validation/values.ts";
import type { Operation } from "../wsdl/model.ts";
import { payloadOf, payloadsOf } from "../wsdl/operations.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { keyOf, type QName } from "../xsd/components.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { type Report, type Rule, rule, type Traits } from "./rule.ts";
import { schemaFixes } from "./schema/fixes.ts";
import { isOfWsdl, problemText } from "./schema/words.ts";
import { hasUnbalancedTags } from "./soap/xmlMessage.ts";

const structures = "XML Schema part 1";

interface SchemaCode {
  readonly code: string;
  readonly severity: Severity;
  readonly source: string;
  readonly kinds: readonly MessageProblem["kind"][];
  readonly traits: Traits;
}

/** The codes of the schema rules. Each rule reports some kinds of problems. */
const schemaCodes: readonly SchemaCode[] = [
  schemaCode("schema-payload", "WSDL 1.1 sections 3.5 and 3.7", { waitsFor: "payload" }, [
    "payload-unexpected",
    "payload-missing",
    "payload-unknown",
  ]),
  schemaCode("schema-header-missing", "WSDL 1.1 section 3.7", { waitsFor: "content" }, ["header-missing"]),
  schemaCode("schema-element-undeclared", `${structures} section 3.10.4`, {}, [
    "element-undeclared",
    "part-undeclared",
    "header-unknown",
  ]),
  schemaCode("schema-element-unexpected", `${structures} section 3.8.4`, {}, [
    "element-unexpected",
    "element-count",
    "element-alternative",
    "member-unexpected",
    "include-unexpected",
    "content-unchecked",
  ]),
  schemaCode("schema-element-missing", `${structures} section 3.8.4`, { waitsFor: "content" }, ["element-missing"]),
  schemaCode("schema-element-namespace", `${structures} section 3.3.2`, {}, ["element-namespace"]),
  schemaCode("schema-element-order", `${structures} section 3.8.4`, {}, ["element-order"]),
  schemaCode("schema-element-level", `${structures} section 3.8.4`, {}, [
    "element-wrapper-missing",
    "element-wrapper-extra",
    "payload-wrapper-missing",
  ]),
  schemaCode("schema-text", `${structures} section 3.4.4`, {}, ["text-unexpected"]),
  schemaCode("schema-attribute-unexpected", `${structures} section 3.4.4`, {}, [
    "attribute-unexpected",
    "attribute-namespace",
  ]),
  schemaCode("schema-attribute-missing", `${structures} section 3.4.4`, {}, ["attribute-missing"]),
  schemaCode("schema-value", "XML Schema part 2 section 4.1", { reports: "value", waitsFor: "value" }, [
    "value",
    "fixed",
    "value-unchecked",
  ]),
  schemaCode("schema-type", `${structures} sections 2.6.1 and 3.3.4`, {}, [
    "element-abstract",
    "type-unknown",
    "type-not-derived",
    "type-blocked",
    "type-abstract",
  ]),
  schemaCode("schema-nil", `${structures} sections 2.6.2 and 3.3.4`, {}, [
    "nil-not-allowed",
    "nil-fixed",
    "nil-value",
    "nil-content",
  ]),
  schemaCode("schema-id", `${structures} section 3.15.4; SOAP 1.1 section 5.2.1`, {}, [
    "id-duplicate",
    "id-missing",
    "id-second",
    "entity-unknown",
    "reference-content",
    "reference-target",
  ]),
  schemaCode("schema-key", `${structures} section 3.11.4`, {}, [
    "key-duplicate",
    "key-field-missing",
    "key-field-invalid",
    "key-not-found",
    "keys-unchecked",
  ]),
];

function schemaCode(code: string, source: string, traits: Traits, kinds: SchemaCode["kinds"]): SchemaCode {
  return { code, severity: kinds.includes("header-missing") ? "warning" : "error", source, kinds, traits };
}

const codesByKind = new Map(schemaCodes.flatMap(({ code, kinds }) => kinds.map((kind) => [kind, code] as const)));

export function schemaCodeOf(kind: MessageProblem["kind"]): string {
  return codesByKind.get(kind) ?? "";
}

export const schemaRules: readonly Rule[] = schemaCodes.map((code) => {
  const check = (message: Message) => {
    const { xml } = message;
    const schemas = checkedBy(message)?.contract.schemas;
    if (!schemas || !xml) return [];
    return reports(code, schemaProblems(message), { schemas, direction: "input", document: xml });
  };
  return rule(code.code, code.severity, code.source, check, code.traits);
});

/** The schema rules for a response, by the contract of its request. They only warn, because the user can't change a response. */
export const schemaResponseRules: readonly Rule<(received: ReceivedMessage) => Iterable<Report>>[] = schemaCodes.map(
  (code) =>
    rule(code.code, "warning", code.source, (received) => {
      const checked = checkedResponse(received);
      if (!checked) return [];
      const problems = knownOfResponses.get(received) ?? responseProblems(checked);
      knownOfResponses.set(received, problems);
      const { schemas, document } = checked;
      return reports(code, problems, { schemas, direction: "output", document });
    }),
);

/** Undefined if the schemas don't describe the response. */
export function checkedResponse(received: ReceivedMessage): CheckedMessage | undefined {
  const { contract, anyXml: document, envelope, multipart, response } = received;
  if (!contract || !document || received.isCut || hasUnbalancedTags(document)) return undefined;
  const { schemas, operation } = contract;
  // An HTTP binding doesn't describe error responses.
  const isDescribed = /^2/.test(`${response.statusLine?.code}`) && httpRootOf(operation, schemas) !== undefined;
  if (!envelope && !isDescribed) return undefined;
  const { resolve = (text: string) => text } = received;
  return { schemas, operation, document, envelope, isMultipart: multipart !== undefined, resolve };
}

/** The schema rules for a request that a mock service received. */
export const schemaServedRules: readonly Rule<(request: ServedProblems) => Iterable<Report>>[] = schemaCodes.map(
  (code) =>
    rule(code.code, code.severity, code.source, ({ schemas, document, problems }) => {
      return reports(code, problems, { schemas, direction: "input", document });
    }),
);

/** A request with `requestProblems`, which these rules report. */
interface ServedProblems extends Pick<CheckedMessage, "schemas" | "document"> {
  readonly problems: readonly MessageProblem[];
}

const knownOfResponses = new WeakMap<ReceivedMessage, readonly MessageProblem[]>();

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
      message: problemText(problem, schemas, direction, document),
      ...relatedTo(problem),
      ...severityOf(problem, schemas),
      fixes: () => schemaFixes(problem, document, schemas),
    };
  }
}

/** The schema problems of a request; empty without a contract. */
export const schemaProblems = memoized((message: Message) => (message.xml ? find(message, message.xml) : []));

/** The namespace that the schemas expect for an element whose prefix isn't declared. */
export function expectedNamespace(message: Message, prefix: string): string | undefined {
  let namespace: string | undefined;
  const meant = (element: XmlElement, name: QName) => {
    if (element.prefix === prefix) namespace ??= name.namespace;
  };
  if (message.xml) find(message, message.xml, meant);
  return namespace;
}

export function referencesIn(message: Message): References {
  const references = new References();
  if (message.xml) find(message, message.xml, undefined, references);
  return references;
}

function find(
  message: Message,
  document: XmlDocument,
  meant?: (element: XmlElement, name: QName) => void,
  references?: References,
): readonly MessageProblem[] {
  const { envelope } = message;
  const by = checkedBy(message);
  if (!by || hasUnbalancedTags(document)) return [];
  const { contract, operation } = by;
  const checked = {
    schemas: contract.schemas,
    operation,
    document,
    envelope,
    resolve: valuesIn(message.scope),
    isMultipart: message.multipart !== undefined,
    meant,
    payloads: () => payloadsOf(contract.endpoints),
  };
  return requestProblems(checked, references);
}

/** The contract that a request is checked by. Also defined if several operations have its payload. */
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

/** The severity of a problem; undefined if the rule's own severity applies. */
function severityOf(problem: MessageProblem, schemas: Schemas): Pick<Report, "severity"> {
  if (problem.kind.endsWith("-unchecked") || isOfWsdl(problem, schemas)) return { severity: "hint" };
  if (problem.kind === "header-unknown") return { severity: problem.required ? "warning" : "information" };
  // Services accept whitespace there, although the schema doesn't.
  return problem.kind === "text-unexpected" && problem.blank ? { severity: "warning" } : {};
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
