import type { Text } from "../collection.ts";
import { bodyContains, bodyMatches, contains, equals, matchesRegex } from "../common/expectations.ts";
import { jsonPathOf } from "../common/statements.ts";
import { template } from "../common/template.ts";

/** The expectation for an assertion of Bruno such as `res.status: eq 200`. Undefined if there is no equivalent. */
export function expectationOf(subject: string, value: string): Text | undefined {
  const [, verb = "eq", rest = ""] = operators.exec(value) ?? [undefined, "eq", value];
  const operand = rest.trim();
  if (subject === "res.status") return ofStatus(verb, operand);
  if (subject === "res.responseTime") {
    const operator = comparisons[verb];
    return operator !== undefined && /^\d{1,9}$/.test(operand) ? [`time ${operator} ${operand} ms`] : undefined;
  }
  if (subject === "res.body") return ofBody(verb, operand);
  const header = headerOf(subject);
  const path = header === undefined ? pathOf(subject) : `header ${header}`;
  return path === undefined ? undefined : ofValue(path, verb, operand);
}

/** The JSONPath for a subject such as `res.body.a.b[0]`; undefined for other subjects. */
export function pathOf(subject: string): string | undefined {
  return subject === "res.body" ? undefined : jsonPathOf(subject, bodyName);
}

const bodyName: ReadonlySet<string> = new Set(["res.body"]);
const operators =
  /^(eq|neq|gte|gt|lte|lt|in|notIn|contains|notContains|length|matches|notMatches|startsWith|endsWith|between|is[A-Z][A-Za-z]{1,20})(?: (.*))?$/;
const comparisons: Readonly<Record<string, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

function headerOf(subject: string): string | undefined {
  const [, dotted, quoted] = /^res\.headers(?:\.([\w-]{1,100})|\[["']([\w-]{1,100})["']\])$/.exec(subject) ?? [];
  return dotted ?? quoted;
}

function ofStatus(verb: string, operand: string): Text | undefined {
  const operator = verb === "eq" ? "" : verb === "neq" ? "!= " : comparisons[verb] && `${comparisons[verb]} `;
  if (/^\d{3}$/.test(operand)) return operator === undefined ? undefined : [`status ${operator}${operand}`];
  const codes = operand.replace(/[[\]\s]/g, "").split(",");
  return verb === "in" && codes.every((code) => /^\d{3}$/.test(code))
    ? [`status matches "^(${codes.join("|")})$"`]
    : undefined;
}

function ofBody(verb: string, operand: string): Text | undefined {
  const text = template(unquoted(operand));
  switch (verb) {
    case "contains":
      return bodyContains(text);
    case "notContains":
      return bodyContains(text, { not: true });
    case "matches":
      return bodyMatches(text);
    case "notMatches":
      return bodyMatches(text, { not: true });
    default:
      return undefined;
  }
}

function ofValue(subject: string, verb: string, operand: string): Text | undefined {
  const text = unquoted(operand);
  const isBare = text === operand && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(operand);
  const operator = comparisons[verb];
  if (operator !== undefined)
    return /^-?\d+(?:\.\d+)?$/.test(operand) ? [`${subject} ${operator} ${operand}`] : undefined;
  switch (verb) {
    case "eq":
      return isBare ? [`${subject} = ${operand}`] : equals(subject, template(text));
    case "neq":
      return isBare ? [`${subject} != ${operand}`] : undefined;
    case "contains":
      return contains(subject, template(text));
    case "matches":
      return matchesRegex(subject, template(text));
    case "isDefined":
      return [`${subject} exists`];
    case "isUndefined":
      return [`${subject} absent`];
    case "length":
      return subject.startsWith("$") && /^\d{1,9}$/.test(operand) ? [`${subject}[*] count ${operand}`] : undefined;
    default:
      return undefined;
  }
}

function unquoted(text: string): string {
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(text) ?? [];
  return double ?? single ?? text;
}
