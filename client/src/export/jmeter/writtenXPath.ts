import type { PlannedCheck } from "../checks.ts";
import type { PlannedPath, XPathPredicate, XPathStep } from "../plannedPath.ts";
import type { JmeterText } from "./testElements.ts";

type XPath = Extract<PlannedPath, { kind: "xpath" }>;
type Prefixes = Readonly<Record<string, string>>;

/** XPath 1.0 that depends on no prefix: JMeter only knows the prefixes of the response. */
export function xpathOf({ steps, only }: XPath, prefixes: Prefixes): string {
  const path = steps.map((step) => stepOf(step, prefixes)).join("");
  return only === undefined ? path : `(${path})[${only}]`;
}

function stepOf({ axis, node, prefix, local, predicates }: XPathStep, prefixes: Prefixes): string {
  const slashes = axis === "child" ? "/" : "//";
  const test = node === "text" ? "text()" : `${node === "attribute" ? "@" : ""}${named(prefix, local, prefixes)}`;
  return `${slashes}${test}${predicates.map((one) => predicateOf(one, prefixes)).join("")}`;
}

function predicateOf(predicate: XPathPredicate, prefixes: Prefixes): string {
  if ("position" in predicate) return predicate.position < 0 ? "[last()]" : `[${predicate.position}]`;
  const { of, prefix, local, value } = predicate;
  const test = of === "self" ? "." : `${of === "attribute" ? "@" : ""}${named(prefix, local, prefixes)}`;
  return value === undefined ? `[${test}]` : `[${test}=${literal(value)}]`;
}

/** Returns the condition for a name. An unknown prefix means any namespace. */
function named(prefix: string, local: string, prefixes: Prefixes): string {
  const namespace = prefix === "" ? "" : prefix === "*" ? undefined : prefixes[prefix];
  const conditions = [
    ...(local === "*" ? [] : [`local-name()=${literal(local)}`]),
    ...(namespace === undefined ? [] : [`namespace-uri()=${literal(namespace)}`]),
  ];
  return conditions.length === 0 ? "*" : `*[${conditions.join(" and ")}]`;
}

/** Returns a text as a literal. XPath 1.0 has no escapes. */
function literal(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`,'"',`)})`;
}

const fault =
  '/*[local-name()="Envelope"]/*[local-name()="Body"]/*[local-name()="Fault" and namespace-uri()=namespace-uri(/*)]';

/** `operand`: its texts and expressions. Undefined if XPath 1.0 can't express the condition. */
export function conditionOf(
  { subject, path, operator, quoted }: PlannedCheck,
  operand: JmeterText,
  prefixes: Prefixes,
): JmeterText | undefined {
  if (path?.kind === "json") return undefined;
  if (subject === "no fault") return [`not(${fault})`];
  if (subject === "fault" && !path) return faultWithCode(operand);
  if (!path) return undefined;
  const condition = compared(xpathOf(path, prefixes), operator, operand, quoted);
  return condition && subject === "fault" ? [`${fault} and (`, ...condition, ")"] : condition;
}

/** Compares the code without its prefix, which the service chooses: XPath 1.0 can't find the namespace of a prefix in a text. */
function faultWithCode([typed, ...rest]: JmeterText): JmeterText | undefined {
  if (typed === undefined) return [`boolean(${fault})`];
  const first = typeof typed === "string" ? typed.replace(/^[^:]+:/, "") : typed;
  const code = value([first, ...rest], true);
  if (code === undefined) return undefined;
  const part = typeof first === "string" && rest.length === 0 ? literal(`${first}.`) : undefined;
  const local = `concat(substring-after(.,":"),substring(.,1,string-length(.)*not(contains(.,":"))))`;
  const codes = `${fault}//*[local-name()="faultcode" or local-name()="Value"]`;
  const begins = part === undefined ? [] : [` or starts-with(${local},${part})`];
  return [`boolean(${codes}[.=`, ...code, ` or ${local}=`, ...code, ...begins, "])"];
}

function compared(
  path: string,
  operator: PlannedCheck["operator"],
  operand: JmeterText,
  quoted: boolean,
): JmeterText | undefined {
  const [first] = operand;
  const isNumber =
    !quoted && operand.length === 1 && typeof first === "string" && /^-?\d+(?:\.\d+)?$/.test(first.trim());
  const text = value(operand, quoted);
  if (text === undefined) return undefined;
  const equals = isNumber
    ? [`number(.)=${first.trim()}`]
    : [...(quoted ? ["string(.)="] : ["normalize-space(.)="]), ...text];
  switch (operator) {
    case undefined:
    case "exists":
      return [`boolean(${path})`];
    case "absent":
      return [`not(${path})`];
    case "count":
      return [`count(${path})=number(`, ...text, ")"];
    case "contains":
      return [`boolean(${path}[contains(.,`, ...text, ")])"];
    case "=":
      return [`boolean(${path}[`, ...equals, "])"];
    case "!=":
      return [`boolean(${path}) and not(${path}[`, ...equals, "])"];
    default:
      return isNumber ? [`boolean(${path}) and not(${path}[not(number(.)${operator}${first.trim()})])`] : undefined;
  }
}

/** The operand as a literal; undefined if it contains expressions and both quotes. */
function value(operand: JmeterText, quoted: boolean): JmeterText | undefined {
  const shown = quoted
    ? operand
    : operand.map((part) => (typeof part === "string" ? part.replace(/[ \t\r\n]+/g, " ") : part));
  if (shown.every((part) => typeof part === "string"))
    return [literal(quoted ? shown.join("") : shown.join("").trim())];
  const texts = shown.filter((part) => typeof part === "string").join("");
  if (texts.includes('"') && texts.includes("'")) return undefined;
  const quote = texts.includes('"') ? "'" : '"';
  return [quote, ...shown, quote];
}
