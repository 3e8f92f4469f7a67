import * as l10n from "@vscode/l10n";
import type { Check, Expectation, Operator, Subject } from "../expectations/expectation.ts";
import { byteCount, daysIn, milliseconds, operandPath, operandProblem } from "../expectations/operands.ts";
import type { Path } from "../expectations/path.ts";
import type { Segment } from "../format/document.ts";
import type { ConnectionFacts, ExpectationResult, FlowState } from "../protocol/protocol.ts";
import type { ExternalFile } from "../resources/resolver.ts";
import { presentFault } from "../response/faultSummary.ts";
import { redacted, withoutNamedSecrets } from "../text/redaction.ts";
import { isSecretHeader, isSecretPath } from "../text/secretNames.ts";
import type { ReceivedValue } from "../variables/sending.ts";
import { elementContent } from "../variables/xmlContent.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { holdsSecret } from "../xpath/domNodes.ts";
import { prefixesOf } from "../xpath/prefixes.ts";
import { type Evaluation, EvaluationBudget, type FoundValue, type PrefixReader } from "../xpath/xpath.ts";
import { bodyDiff } from "./bodies.ts";
import { holdsFor } from "./compare.ts";
import { leaksIn } from "./leaks.ts";
import { type Hint, valuesIn } from "./pathValues.ts";
import { fieldValues, type MessageBytes, ReadContent } from "./readContent.ts";

export interface CompletedExchange {
  readonly request: MessageBytes;
  readonly response: MessageBytes & { readonly status: number; readonly reason: string };
  /** Total time in milliseconds. */
  readonly total: number;
  /** How the request was repeated or retried; by default, it was sent once. */
  readonly flow?: FlowState | undefined;
  readonly connection?: ConnectionFacts | undefined;
}

export interface Surroundings {
  /** Returns a text with its variables replaced; undefined if a variable has no value. */
  readonly replace: (text: string) => string | undefined;
  readonly file: (path: string) => ExternalFile;
  /** The problems of a response by the WSDL of its request, as sentences, or a sentence that they can't be determined. */
  readonly contractProblems: (response: ReadContent) => readonly string[];
  /** The problems of Action and RelatesTo in a response, as sentences, or a sentence that they can't be determined. */
  readonly addressingProblems: (response: ReadContent) => readonly string[];
  /** The times in milliseconds of all sendings of `# @repeat` so far. */
  readonly times: readonly number[];
  /** The messages of the errors in the request, which may be the reason for a Fault. */
  readonly requestErrors: () => readonly string[];
  /** Sentences about why no valid, trusted signature covers an element, by default the Body of the response. */
  readonly signatureProblems: (of: SignedElement | undefined) => readonly string[];
  /** The value after applying the steps behind a path, or a sentence that explains why they failed. */
  readonly afterSteps: (path: Path, value: PathValue) => ReceivedValue | { readonly why: string };
}

/** An element of the response, or of a document that steps have created. */
export interface SignedElement {
  readonly document: XmlDocument;
  readonly element: XmlElement;
}

type PathValue = Pick<ReceivedValue, "text" | "xml">;

/** An exchange whose bodies are read only once for all expectations and paths. */
export class ReadExchange implements Evaluation {
  readonly exchange: CompletedExchange;
  readonly request: ReadContent;
  readonly response: ReadContent;
  readonly budget = new EvaluationBudget();
  #prefixes: ReadonlyMap<string, string> | undefined;

  constructor(exchange: CompletedExchange) {
    this.exchange = exchange;
    this.request = new ReadContent(exchange.request);
    this.response = new ReadContent(exchange.response);
  }

  /** For a callback, the received request replaces the response, because its expectations are about that request. */
  keptFor({ kind }: Segment): ReadExchange {
    if (kind !== "callback") return this;
    const { request, response, ...others } = this.exchange;
    const { status, reason } = response;
    return new ReadExchange({ ...others, request: response, response: { ...request, status, reason } });
  }

  /** Releases everything except the bytes, from which the rest can be read again. */
  forget(): void {
    this.request.forget();
    this.response.forget();
    this.#prefixes = undefined;
  }

  readonly prefixes: PrefixReader = () => {
    this.#prefixes ??= prefixesOf(this.request.xml, this.response.xml);
    return this.#prefixes;
  };
}

type Outcome = Omit<ExpectationResult, "text" | "at">;

/** Without expectations, the response must have a 2xx status and no Fault. `text`: the segment's text. */
export function evaluate(
  text: string,
  expectations: readonly Expectation[],
  exchange: ReadExchange,
  surroundings: Surroundings,
): readonly ExpectationResult[] {
  if (expectations.length === 0)
    return [unstated(exchange), { text: "no fault", at: undefined, ...noFault(exchange, surroundings) }];
  return expectations.map((expectation) => {
    const at = { start: expectation.start, end: expectation.end };
    return {
      text: text.slice(expectation.start, expectation.end),
      at,
      ...outcomeOf(expectation, exchange, surroundings),
    };
  });
}

function unstated({ exchange: { response } }: ReadExchange): ExpectationResult {
  const { status } = response;
  return {
    text: "status 2xx",
    at: undefined,
    held: status >= 200 && status < 300,
    expected: "2xx",
    actual: String(status),
  };
}

function outcomeOf(expectation: Expectation, read: ReadExchange, surroundings: Surroundings): Outcome {
  const { subject, check } = expectation;
  const path = check && operandPath(subject, check);
  const other = path && onlyText(path, read);
  if (other && "why" in other) return { held: false, why: other.why };
  const expected = other?.text ?? (check?.operand && surroundings.replace(check.operand.text));
  if (check?.operand && expected === undefined)
    return { held: false, why: l10n.t("A variable in the value is undefined.") };
  const replaced = check && { ...check, operand: check.operand && { ...check.operand, text: expected ?? "" } };
  const outcome = ofSubject(subject, replaced, read, surroundings);
  return other
    ? { ...outcome, expected: other.isSecret ? path.text : outcome.expected && shown(outcome.expected) }
    : outcome;
}

function ofSubject(
  subject: Subject,
  replaced: Check | undefined,
  read: ReadExchange,
  surroundings: Surroundings,
): Outcome {
  const { exchange, response } = read;
  const problem = operandProblem(subject, replaced);
  if (problem) return { held: false, why: problem.message };
  switch (subject.kind) {
    case "no fault":
      return noFault(read, surroundings);
    case "contract":
      return without(surroundings.contractProblems(response));
    case "signature": {
      const elements = subject.path ? signedElements(subject.path, read, surroundings) : [undefined];
      const problems = (one: SignedElement | undefined) => surroundings.signatureProblems(one);
      return without("why" in elements ? [elements.why] : elements.flatMap(problems));
    }
    case "addressing":
      return without(surroundings.addressingProblems(response));
    case "no leak":
      return without(leaksIn(exchange.response, response.text));
    case "certificate expires":
      return ofCertificate(exchange.connection, replaced);
    case "redirects": {
      const { redirects } = exchange.connection ?? {};
      if (redirects === undefined)
        return { held: false, why: l10n.t("It is unknown here how many redirects were followed.") };
      return compared([String(redirects)], replaced);
    }
    case "p95":
      return ofTimes(surroundings.times, replaced);
    case "status":
      return compared([String(exchange.response.status)], replaced);
    case "header":
      return compared(
        fieldValues(exchange.response, subject.name.toLowerCase()),
        replaced,
        isSecretHeader(subject.name),
      );
    case "time":
      return measured(exchange.total, replaced, milliseconds, inMilliseconds);
    case "size":
      return measured(exchange.response.body.length, replaced, byteCount, (value) => `${value} B`);
    case "value": {
      const value = surroundings.replace(subject.text);
      return compared(value === undefined ? [] : [value], replaced);
    }
    case "path":
      return ofPath(subject.path, replaced, read, surroundings);
    case "fault":
      return ofFault(subject.path, replaced, read, surroundings);
    case "body text":
      return ofBodyText(subject.negated, replaced, response);
    case "body":
      return ofBody(subject.ignored, replaced, response, read, surroundings);
  }
}

/** The text of the only value that a path finds, or a sentence if the path finds no value or several values. */
function onlyText(
  path: Path,
  read: ReadExchange,
): { readonly text: string; readonly isSecret: boolean } | { readonly why: string } {
  const result = valuesIn(read.response, path, read);
  if ("why" in result) return result;
  const [first, second] = result.values;
  if (!first) return { why: result.hint?.why ?? l10n.t("{0} finds nothing.", path.text) };
  if (second) return { why: l10n.t("{0} finds {1} values.", path.text, result.values.length) };
  return { text: first.text, isSecret: isSecretPath(path.text) || isSecretValue(first) };
}

function isSecretValue({ isSecret, node }: FoundValue): boolean {
  return isSecret === true || (node !== undefined && holdsSecret(node));
}

function without(problems: readonly string[]): Outcome {
  return { held: problems.length === 0, why: problems.length === 0 ? undefined : [...new Set(problems)].join("\n") };
}

/** The elements that result from a path and its steps; not empty. */
export function signedElements(
  path: Path,
  read: ReadExchange,
  surroundings: Pick<Surroundings, "afterSteps">,
): readonly SignedElement[] | { readonly why: string } {
  const result = computedValues(path, read, surroundings);
  if ("why" in result) return result;
  if (result.values.length === 0) return { why: result.hint?.why ?? l10n.t("Nothing was found.") };
  const elements = result.values.flatMap(({ xml }): readonly SignedElement[] => {
    const document = xml?.document();
    const element = xml?.element ?? document?.root;
    return document && element ? [{ document, element }] : [];
  });
  return elements.length < result.values.length ? { why: l10n.t("{0} must find elements.", path.text) } : elements;
}

function noFault({ response, exchange }: ReadExchange, { requestErrors }: Surroundings): Outcome {
  const { status } = exchange.response;
  if (!response.fault) {
    if (status < 400 || response.envelope) return { held: true };
    return { held: false, why: l10n.t("The response has the status {0} and no envelope.", status) };
  }
  const summary = presentFault(response.xml, [], requestErrors)?.summary;
  const why =
    summary === undefined
      ? l10n.t("The response contains a Fault.")
      : l10n.t("The response contains a Fault: {0}", summary);
  return { held: false, why };
}

/** The outcome of a check. `isSecret`: whether the values must not be shown, stored or logged. */
function compared(values: readonly string[], check: Check | undefined, isSecret = false, hint?: Hint): Outcome {
  const operator: Operator = check?.operator ?? "exists";
  const expected = check?.operand ?? { text: "", quoted: false };
  const held = holdsFor(operator, values, expected);
  const all = isSecret ? redacted : values.slice(0, shownValues).map(shown).join(", ");
  const actual = values.length === 0 ? undefined : all;
  return {
    held,
    expected: expectedText(check),
    actual: operator === "count" ? String(values.length) : actual,
    why:
      held || values.length > 0
        ? undefined
        : (hint?.why ?? (operator === "count" ? undefined : l10n.t("Nothing was found."))),
    instead: held ? undefined : hint?.instead,
  };
}

/** The operand as shown to users, after its operator. The operators `=` and `count` are omitted. */
function expectedText(check: Check | undefined): string | undefined {
  const { operator = "=", operand } = check ?? {};
  return operand && (operator === "=" || operator === "count" ? operand.text : `${operator} ${operand.text}`);
}

const shownValues = 5;
/** Maximum length of a shown value in UTF-16 units. */
const longestShown = 500;

function shown(value: string): string {
  return withoutNamedSecrets(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);
}

function inMilliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}

function measured(
  actual: number,
  check: Check | undefined,
  read: (text: string) => number | undefined,
  write: (value: number) => string,
): Outcome {
  const { text = "" } = check?.operand ?? {};
  const limit = read(text) ?? 0;
  const held = holdsFor(check?.operator ?? "<", [String(actual)], { text: String(limit), quoted: false });
  return { held, expected: expectedText(check), actual: write(actual) };
}

function ofCertificate(connection: ConnectionFacts | undefined, check: Check | undefined): Outcome {
  if (connection?.encrypted === false) {
    return { held: false, why: l10n.t("The response came over http, so there is no certificate.") };
  }
  const { expiresIn } = connection ?? {};
  if (expiresIn === undefined) {
    return { held: false, why: l10n.t("It is unknown here when the certificate expires, as in a browser.") };
  }
  return measured(expiresIn / millisecondsOfDay, check, daysIn, (days) => `${Math.floor(days * 10) / 10} d`);
}

const millisecondsOfDay = 86_400_000;

/** The 95th percentile of the times: 95 % of the sendings took at most that long (nearest rank). */
function ofTimes(times: readonly number[], check: Check | undefined): Outcome {
  if (times.length < 2) return { held: false, why: l10n.t("p95 needs several sendings, such as # @repeat 20.") };
  const nearestRank = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
  return measured(nearestRank, check, milliseconds, inMilliseconds);
}

function computedValues(
  path: Path,
  read: ReadExchange,
  { afterSteps }: Pick<Surroundings, "afterSteps">,
): { readonly values: readonly ReceivedValue[]; readonly hint?: Hint | undefined } | { readonly why: string } {
  const result = valuesIn(read.response, path, read);
  if ("why" in result) return result;
  const { xml } = read.response;
  const values: ReceivedValue[] = [];
  for (const { text, node } of result.values) {
    const element = node?.nodeType === 1 ? node.source : undefined;
    const value = afterSteps(path, { text, xml: xml && element && elementContent(xml, element) });
    if ("why" in value) return value;
    values.push(value);
  }
  return { values, hint: result.hint };
}

function ofPath(path: Path, check: Check | undefined, read: ReadExchange, surroundings: Surroundings): Outcome {
  if (path.computed) {
    const computed = computedValues(path, read, surroundings);
    if ("why" in computed) return { held: false, why: computed.why };
    const { values, hint } = computed;
    return compared(
      values.map(({ text }) => text),
      check,
      values.some(({ secret }) => secret),
      hint,
    );
  }
  const result = valuesIn(read.response, path, read);
  if ("why" in result) return { held: false, why: result.why };
  const texts = result.values.map(({ text }) => text);
  const isSecret = result.values.slice(0, shownValues).some(isSecretValue);
  return compared(texts, check, isSecretPath(path.text) || isSecret, result.hint);
}

function ofFault(
  path: Path | undefined,
  check: Check | undefined,
  read: ReadExchange,
  surroundings: Surroundings,
): Outcome {
  const { fault } = read.response;
  if (!fault) return { held: false, why: l10n.t("The response contains no Fault.") };
  if (path) return ofPath(path, check, read, surroundings);
  if (!check) return { held: true };
  const prefix = /^([^:]+):[^:]+$/.exec(check.operand?.text ?? "")?.[1] ?? "";
  const namespace = read.prefixes().get(prefix);
  // `Client` also matches `soap:Client` and `Client.Authentication`, and `soap:Client` also matches another prefix.
  const codes = [fault.code, ...fault.subcodes].flatMap((code) => {
    if (!code) return [];
    const names = [code.local, code.local.split(".")[0] ?? ""];
    const isOwn = namespace !== undefined && code.namespace === namespace;
    return [code.text, ...names, ...(isOwn ? names.map((name) => `${prefix}:${name}`) : [])];
  });
  return { ...compared([...new Set(codes)], check), actual: fault.code?.text };
}

/** The decoded body, whose line breaks are LF. */
function ofBodyText(negated: boolean, check: Check | undefined, { text }: ReadContent): Outcome {
  const outcome = compared([text.replaceAll("\r\n", "\n")], check);
  if (!negated) return outcome;
  const { held, expected } = outcome;
  const why =
    check?.operator === "matches"
      ? l10n.t("The body matches the regular expression.")
      : l10n.t("The body contains the text.");
  return { held: !held, expected: expected && `not ${expected}`, why: held ? why : undefined };
}

function ofBody(
  ignored: readonly Path[],
  check: Check | undefined,
  actual: ReadContent,
  exchange: ReadExchange,
  { file }: Surroundings,
): Outcome {
  const path = check?.operand?.text ?? "";
  const read = file(path);
  if (read.kind !== "bytes") {
    const why =
      read.kind === "refused"
        ? read.why
        : l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path);
    return { held: false, why, expectedFile: path };
  }
  const type = actual.kind === "json" ? "application/json" : actual.kind === "xml" ? "application/xml" : "text/plain";
  const expected = new ReadContent({ fields: [{ name: "Content-Type", value: type }], body: read.bytes });
  const diff = bodyDiff(expected, actual, ignored, exchange, check?.operator === "matches");
  if (diff === undefined) return { held: true };
  return typeof diff === "string"
    ? { held: false, why: diff }
    : { held: false, why: l10n.t("The body differs from {0}.", path), diff, expectedFile: path };
}
