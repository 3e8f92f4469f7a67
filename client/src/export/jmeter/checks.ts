import type { PlannedCheck } from "../checks.ts";
import type { PlannedRequest } from "../plan.ts";
import type { JMeterValues } from "./jmeterValues.ts";
import {
  boolProp,
  collectionProp,
  intProp,
  type JmeterText,
  stringProp,
  type TestElement,
  testElement,
} from "./testElements.ts";
import { conditionOf } from "./writtenXPath.ts";

/** How ResponseAssertion applies its patterns. */
const matches = 1;
const contains = 2;
const not = 4;

/** The assertions of a request. What assertions can't express is reported as a loss. */
export function assertionsOf(request: PlannedRequest, values: JMeterValues): readonly TestElement[] {
  const statuses = request.checks.filter(({ subject }) => subject === "status");
  const others = request.checks.filter(({ subject }) => subject !== "status");
  return [
    statusAssertion(request, statuses, values),
    ...others.flatMap((check) => {
      const made = assertionOf(request, check, values);
      if (!made) values.lose(request, `# @expect ${check.text}: JMeter 2.13 has no assertion for it.`);
      return made ?? [];
    }),
  ];
}

/** An XPath 1.0 expression that must be true. */
export function xpathAssertion(name: JmeterText, condition: JmeterText): TestElement {
  return testElement("XPathAssertion", "XPathAssertionGui", name, [
    boolProp("XPath.negate", false),
    stringProp("XPath.xpath", condition),
    boolProp("XPath.validate", false),
    boolProp("XPath.whitespace", false),
    boolProp("XPath.tolerant", false),
    boolProp("XPath.namespace", true),
  ]);
}

function responseAssertion(name: string, field: string, type: number, pattern: JmeterText, ignoresStatus = false) {
  return testElement(
    "ResponseAssertion",
    "AssertionGui",
    [name],
    [
      // The misspelling is JMeter's.
      collectionProp("Asserion.test_strings", [stringProp("0", pattern)]),
      stringProp("Assertion.test_field", [`Assertion.${field}`]),
      boolProp("Assertion.assume_success", ignoresStatus),
      intProp("Assertion.test_type", type),
    ],
  );
}

/** JMeter treats a status of 400 or more as a failure, unless an assertion ignores it. */
function statusAssertion(request: PlannedRequest, checks: readonly PlannedCheck[], values: JMeterValues): TestElement {
  const supported = checks.filter((check) => {
    const isKnown = check.operand.every((part) => typeof part === "string") && holds(check, 200) !== undefined;
    if (!isKnown) values.lose(request, `# @expect ${check.text}: JMeter 2.13 has no assertion for it.`);
    return isKnown;
  });
  const codes = Array.from({ length: 500 }, (_, index) => index + 100);
  const allowed = codes.filter((code) => supported.every((check) => holds(check, code)));
  const name = supported.length === 0 ? "any status" : supported.map(({ text }) => text).join(", ");
  return responseAssertion(name, "response_code", matches, [codePattern(allowed)], true);
}

/** Whether a status fulfills a check. Undefined for an unknown comparison. */
function holds({ operator, operand }: PlannedCheck, code: number): boolean | undefined {
  const text = operand.join("").trim();
  const number = Number(text);
  switch (operator) {
    case "=":
      return number === code;
    case "!=":
      return number !== code;
    case "<":
      return code < number;
    case "<=":
      return code <= number;
    case ">":
      return code > number;
    case ">=":
      return code >= number;
    case "contains":
      return String(code).includes(text);
    case "exists":
      return true;
    default:
      return undefined;
  }
}

/** Returns a pattern for statuses, such as `2\d\d|404`. */
function codePattern(codes: readonly number[]): string {
  const digits = [1, 2, 3, 4, 5].flatMap((hundred) => {
    const own = codes.filter((code) => Math.floor(code / 100) === hundred);
    return own.length === 100 ? `${hundred}\\d\\d` : own.map(String);
  });
  return digits.join("|") || "none";
}

function assertionOf(request: PlannedRequest, check: PlannedCheck, values: JMeterValues): TestElement | undefined {
  const operand = check.operand.map((part) =>
    typeof part === "number" ? values.expression(request, part, "none") : part,
  );
  switch (check.subject) {
    case "time":
      return durationAssertion(check);
    case "size":
      return sizeAssertion(check);
    case "header":
      return headerAssertion(check, operand);
    case "body text":
    case "no body text":
      return bodyAssertion(check, operand);
    case "no fault":
      // JMeter reads no XPath in a response that isn't XML.
      if (!expectsXml(request)) return responseAssertion(check.text, "response_data", contains | not, [faultPattern]);
      values.lose(request, "A response that isn't XML, such as an empty one or one with parts, counts as a failure.");
      break;
  }
  const condition = conditionOf(check, operand, request.prefixes);
  return condition && xpathAssertion([check.text], condition);
}

const faultPattern = "<(?:[A-Za-z_][\\w.-]*:)?Fault[\\s>/]";

/** Whether the response should be XML. A request in XML has a response in XML. */
function expectsXml({ head }: PlannedRequest): boolean {
  const lines = new TextDecoder().decode(head).toLowerCase().split("\r\n");
  return lines.some((line) => line.startsWith("content-type:") && line.includes("xml"));
}

/** Returns an assertion that fails if the time is longer than its duration. */
function durationAssertion({ text, operator, operand }: PlannedCheck): TestElement | undefined {
  const limit = Number(operand.join(""));
  const longest = operator === "<" ? Math.ceil(limit) - 1 : operator === "<=" ? Math.floor(limit) : undefined;
  if (longest === undefined) return undefined;
  const duration = stringProp("DurationAssertion.duration", [String(Math.max(1, longest))]);
  return testElement("DurationAssertion", "DurationAssertionGui", [text], [duration]);
}

const sizeOperators: readonly PlannedCheck["operator"][] = ["=", "!=", ">", "<", ">=", "<="];

function sizeAssertion({ text, operator, operand }: PlannedCheck): TestElement | undefined {
  const index = sizeOperators.indexOf(operator);
  if (index < 0) return undefined;
  return testElement(
    "SizeAssertion",
    "SizeAssertionGui",
    [text],
    [
      stringProp("Assertion.test_field", ["SizeAssertion.response_data"]),
      stringProp("SizeAssertion.size", [operand.join("")]),
      intProp("SizeAssertion.operator", index + 1),
    ],
  );
}

function headerAssertion(check: PlannedCheck, operand: JmeterText): TestElement | undefined {
  const { text, header = "", operator, quoted } = check;
  const value = operand.map((part, index) => {
    if (typeof part !== "string") return part;
    return literalPattern(quoted || index > 0 || operand.length > 1 ? part : part.trim());
  });
  const start = `(?im)^${literalPattern(header)}:[ \\t]*`;
  const patterns: Readonly<Partial<Record<NonNullable<PlannedCheck["operator"]>, JmeterText>>> = {
    exists: [start],
    absent: [start],
    contains: [`${start}.*`, ...value],
    "=": [start, ...value, "[ \\t\\r]*$"],
  };
  const pattern = operator && patterns[operator];
  const type = operator === "absent" ? contains | not : contains;
  return pattern && responseAssertion(text, "response_headers", type, pattern);
}

function bodyAssertion({ subject, text }: PlannedCheck, operand: JmeterText): TestElement {
  const pattern = operand.map((part) => (typeof part === "string" ? literalPattern(part) : part));
  return responseAssertion(text, "response_data", subject === "body text" ? contains : contains | not, pattern);
}

export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
