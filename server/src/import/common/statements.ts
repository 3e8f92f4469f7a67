import type { Text } from "../collection.ts";
import { bodyContains, contains, equals } from "./expectations.ts";

/* Parses statements of scripts, and the values and calls in them, that have equivalent expectations. Nothing is executed. */

/** The translation of a statement. `type`: the name that Postman uses for it. */
export type Statement =
  | { readonly kind: "expect"; readonly type: string; readonly expectation: Text }
  | { readonly kind: "set"; readonly type: string; readonly name: string; readonly path: string };

/** The expectation or `@set` for a statement without its semicolon. `json`: the names of variables with the response's JSON. */
export function statementOf(text: string, json: ReadonlySet<string>): Statement | undefined {
  return response(text) ?? expected(text, json) ?? legacy(text) ?? setting(text, json);
}

function response(text: string): Statement | undefined {
  const prefix = "pm.response.to.";
  if (!text.startsWith(prefix)) return undefined;
  const { words, args, negated } = chainOf(text.slice(prefix.length));
  const [first, second] = args ?? [];
  const expect = (expectation: Text): Statement => ({ kind: "expect", type: `${prefix}${words}`, expectation });
  const code = classes[words];
  if (args === undefined) return code === undefined || negated ? undefined : expect([code]);
  if (words === "have.status" && typeof first === "number") return expect([`status ${negated ? "!= " : ""}${first}`]);
  if ((words === "have.header" || words === "be.header") && typeof first === "string" && /^[\w-]+$/.test(first)) {
    const subject = `header ${first}`;
    if (second === undefined) return expect([`${subject} ${negated ? "absent" : "exists"}`]);
    return negated || typeof second === "object" ? undefined : expect(equals(subject, [String(second)]));
  }
  return undefined;
}

/** Assertions about a response that have no arguments. */
const classes: Readonly<Record<string, string>> = {
  "be.ok": "status 200",
  "be.success": 'status matches "^2"',
  "be.error": 'status matches "^[45]"',
  "be.clientError": 'status matches "^4"',
  "be.serverError": 'status matches "^5"',
  "be.redirection": 'status matches "^3"',
  "be.accepted": "status 202",
  "be.badRequest": "status 400",
  "be.unauthorized": "status 401",
  "be.forbidden": "status 403",
  "be.notFound": "status 404",
  "be.rateLimited": "status 429",
};

interface Chain {
  /** The words of the chain without `not`. */
  readonly words: string;
  readonly negated: boolean;
  /** The arguments; undefined without parentheses. */
  readonly args: readonly Literal[] | undefined;
}

function chainOf(text: string): Chain {
  const open = text.indexOf("(");
  const all = (open < 0 ? text : text.slice(0, open)).split(".");
  const args = open < 0 || !text.endsWith(")") ? undefined : literals(text.slice(open + 1, -1));
  const isCall = open >= 0;
  const words = all.filter((word) => word !== "not").join(".");
  return { words: isCall && args === undefined ? "" : words, negated: all.includes("not"), args };
}

/** Translates `pm.expect(SUBJECT).to.CHAIN`. */
function expected(text: string, json: ReadonlySet<string>): Statement | undefined {
  const prefix = "pm.expect(";
  const end = text.indexOf(").to.");
  if (!text.startsWith(prefix) || end < 0) return undefined;
  const subject = text.slice(prefix.length, end).trim();
  const { words, negated, args } = chainOf(text.slice(end + ").to.".length));
  const name = words
    .split(".")
    .filter((word) => !/^(?:be|have|to|that|is|deep|at|been|a|an)$/.test(word) || words === word)
    .join(".");
  const expectation = expectationOf(subject, name, negated, args, json);
  return expectation && { kind: "expect", type: `pm.expect.to.${words}`, expectation };
}

function expectationOf(
  subject: string,
  verb: string,
  negated: boolean,
  args: readonly Literal[] | undefined,
  json: ReadonlySet<string>,
): Text | undefined {
  const [first] = args ?? [];
  if (subject === "pm.response.code") return ofStatus(verb, negated, first);
  if (subject === "pm.response.responseTime") return ofTime(verb, negated, first);
  if (subject === "pm.response.text()" || subject === "responseBody") {
    return /^(?:include|includes|contain|contains|string)$/.test(verb) && typeof first === "string"
      ? bodyContains([first], { not: negated })
      : undefined;
  }
  const header = /^pm\.response\.headers\.get\((.*)\)$/.exec(subject)?.[1];
  const headerName = header === undefined ? undefined : literals(header)?.[0];
  if (typeof headerName === "string" && /^[\w-]+$/.test(headerName))
    return ofValue(`header ${headerName}`, verb, negated, args);
  const path = jsonPathOf(subject, json);
  return path === undefined ? undefined : ofValue(path, verb, negated, args);
}

const equal = /^(?:eql|eqls|equal|equals|eq)$/;

function ofStatus(verb: string, negated: boolean, first: Literal | undefined): Text | undefined {
  if (equal.test(verb) && typeof first === "number") return [`status ${negated ? "!= " : ""}${first}`];
  const codes = verb === "oneOf" && !negated && Array.isArray(first) ? first : [];
  return codes.length > 0 && codes.every((one) => typeof one === "number")
    ? [`status matches "^(${codes.join("|")})$"`]
    : undefined;
}

const comparisons: Readonly<Record<string, string>> = {
  below: "<",
  lessThan: "<",
  lt: "<",
  most: "<=",
  lte: "<=",
  above: ">",
  greaterThan: ">",
  gt: ">",
  least: ">=",
  gte: ">=",
};

function ofTime(verb: string, negated: boolean, first: Literal | undefined): Text | undefined {
  const operator = comparisons[verb];
  return operator === undefined || negated || typeof first !== "number" ? undefined : [`time ${operator} ${first} ms`];
}

function ofValue(
  subject: string,
  verb: string,
  negated: boolean,
  args: readonly Literal[] | undefined,
): Text | undefined {
  const [first] = args ?? [];
  const operator = comparisons[verb];
  if (/^(?:exist|undefined|null)$/.test(verb) && args === undefined) {
    const exists = verb === "exist" ? !negated : negated;
    return verb === "null" ? undefined : [`${subject} ${exists ? "exists" : "absent"}`];
  }
  if (operator !== undefined && typeof first === "number" && !negated) return [`${subject} ${operator} ${first}`];
  if (/^(?:include|includes|contain|contains|string)$/.test(verb) && typeof first === "string" && !negated) {
    return contains(subject, [first]);
  }
  if (!equal.test(verb) || first === undefined || typeof first === "object") return undefined;
  if (typeof first !== "string") return [`${subject} ${negated ? "!=" : "="} ${first}`];
  return negated ? [`${subject} != "${first.replaceAll('"', '\\"')}"`] : equals(subject, [first]);
}

/** Translates `tests["name"] = responseCode.code === 200`. */
function legacy(text: string): Statement | undefined {
  const name = text.startsWith("tests[") ? stringAt(text, "tests[".length) : undefined;
  const [, right] = name ? (/^\]\s*=([^=].*)$/.exec(text.slice(name.end).trim()) ?? []) : [];
  if (right === undefined) return undefined;
  const expression = right.trim();
  const expect = (type: string, expectation: Text): Statement => ({ kind: "expect", type, expectation });
  const [, code] = /^responseCode\.code\s*={2,3}\s*(\d{3})$/.exec(expression) ?? [];
  if (code !== undefined) return expect("responseCode.code", [`status ${code}`]);
  const [, operator, limit] = /^responseTime\s*(<=?)\s*(\d{1,9})$/.exec(expression) ?? [];
  if (operator !== undefined) return expect("responseTime", [`time ${operator} ${limit} ms`]);
  const [, has] = /^responseBody\.has\((.*)\)$/.exec(expression) ?? [];
  const [literal] = has === undefined ? [] : (literals(has) ?? []);
  return typeof literal === "string" ? expect("responseBody.has", bodyContains([literal])) : undefined;
}

const setters = [
  ...["environment", "collectionVariables", "globals", "variables"].map((scope) => `pm.${scope}.set`),
  "postman.setEnvironmentVariable",
  "postman.setGlobalVariable",
];

/** Translates a statement that sets a variable to a value of the response's JSON. */
function setting(text: string, json: ReadonlySet<string>): Statement | undefined {
  const setter = setters.find((one) => text.startsWith(`${one}(`));
  if (setter === undefined || !text.endsWith(")")) return undefined;
  const args = text.slice(setter.length + 1, -1).trim();
  const name = stringAt(args, 0);
  const rest = name && args.slice(name.end).trimStart();
  const path = rest?.startsWith(",") ? jsonPathOf(rest.slice(1).trim(), json) : undefined;
  return name && path !== undefined ? { kind: "set", type: setter, name: name.value, path } : undefined;
}

type Literal = string | number | boolean | null | readonly Literal[];

/** The literals between the parentheses of a call, separated by commas; undefined if there are other expressions. */
function literals(text: string): readonly Literal[] | undefined {
  const reader = new LiteralReader(text);
  const literals = reader.list(undefined);
  return reader.isAtEnd ? literals : undefined;
}

/** The string literal at an offset, and the offset behind it. */
export function stringAt(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  const quote = text[at];
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined;
  let value = "";
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === quote) return { value, end: index + 1 };
    if (quote === "`" && character === "$" && text[index + 1] === "{") return undefined;
    if (character === "\\") value += escapes[text[++index] ?? ""] ?? text[index] ?? "";
    else value += character;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    this.#skip();
    return this.#at === this.#text.length;
  }

  /** Reads literals up to the closing bracket, or to the end of the text. */
  list(close: string | undefined): readonly Literal[] | undefined {
    const literals: Literal[] = [];
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === close) {
        if (close !== undefined) this.#at++;
        return literals;
      }
      if (literals.length > 0) {
        if (this.#text[this.#at] !== ",") return undefined;
        this.#at++;
        this.#skip();
      }
      const value = this.#value();
      if (value === undefined) return undefined;
      literals.push(value);
    }
  }

  #value(): Literal | undefined {
    const string = stringAt(this.#text, this.#at);
    if (string) {
      this.#at = string.end;
      return string.value;
    }
    if (this.#text[this.#at] === "[") {
      this.#at++;
      // No expectation compares nested lists.
      return this.#text.slice(this.#at).includes("[") ? undefined : this.list("]");
    }
    const [word = ""] =
      /^(?:-?\d+(?:\.\d+)?|true|false|null)(?![\w.])/.exec(this.#text.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += word.length;
    if (word === "") return undefined;
    return word === "true" ? true : word === "false" ? false : word === "null" ? null : Number(word);
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }
}

/** The JSONPath of an expression such as `data.a[0]["b c"]`, if `data` is one of the names of the response's JSON. */
export function jsonPathOf(expression: string, names: ReadonlySet<string>): string | undefined {
  const root = [...names, "pm.response.json()"].find((name) => {
    return expression.startsWith(name) && !/[\w$(]/.test(expression[name.length] ?? "");
  });
  if (root === undefined) return undefined;
  let path = "$";
  for (let at = root.length; at < expression.length; ) {
    const [step] = /^(?:\.[A-Za-z_$][\w$]*|\[\d+\])/.exec(expression.slice(at, at + 200)) ?? [];
    const key = expression[at] === "[" ? stringAt(expression, at + 1) : undefined;
    if (step !== undefined) {
      // `length` is a property of lists and texts in JavaScript, not in JSON.
      if (step === ".length") return undefined;
      path += step;
      at += step.length;
    } else if (key && expression[key.end] === "]" && !/['\\\r\n]/.test(key.value)) {
      path += `['${key.value}']`;
      at = key.end + 1;
    } else return undefined;
  }
  return path;
}
