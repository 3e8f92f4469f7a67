import type { Text } from "../collection.ts";
import {
  type Dialect,
  type Evaluate,
  type Evaluated,
  keyText,
  type ScriptObject,
  type ScriptValue,
  scriptValue,
  textValue,
  withStep,
} from "../common/computedScript.ts";
import { dottedName, type Expression, literal } from "../common/expressions.ts";

/** The values to which a script of a test case can refer, as expansions without `${` and `}`: `#TestCase#name`, `Step#name`. */
export interface ScriptScope {
  /** Returns the text for an expansion; `undefined` if the project has none. */
  readonly expanded: (expansion: string) => Text | undefined;
  /** Converts a text with expansions. */
  readonly text: (text: string) => Text | undefined;
  /** Returns the variable for the property of an expansion. */
  readonly variable: (expansion: string) => string | undefined;
}

type Call = Extract<Expression, { readonly kind: "call" }>;

/** The dialect of Groovy steps, with Java's classes and SoapUI's objects. */
export function groovy(scope: ScriptScope): Dialect {
  return {
    language: "groovy",
    value: (expression, evaluate) => computed(expression, evaluate, scope),
    setter: (expression) => {
      if (expression.kind !== "call" || expression.name !== "setPropertyValue") return undefined;
      const [first, value] = expression.args;
      const property = propertyOf(expression, first);
      const name = property === undefined ? undefined : scope.variable(property);
      return name !== undefined && value ? { name, value } : undefined;
    },
    textOf: () => undefined,
    isIgnored: (statement) => /^import\s+[\w.*]+$/.test(statement),
    changes,
  };
}

const holders: Readonly<Record<string, string | undefined>> = {
  "testRunner.testCase": "#TestCase",
  "context.testCase": "#TestCase",
  "testRunner.testCase.testSuite": "#TestSuite",
  "context.testCase.testSuite": "#TestSuite",
  "testRunner.testCase.testSuite.project": "#Project",
  "context.testCase.testSuite.project": "#Project",
};

/** The expansion for the property that a call reads or sets. */
function propertyOf({ of }: Call, argument: Expression | undefined): string | undefined {
  const name = argument && literal(argument);
  if (name === undefined || !of || name.includes("#")) return undefined;
  const holder = holders[dottedName(of) ?? ""];
  if (holder !== undefined) return `${holder}#${name}`;
  const isStep =
    of.kind === "call" &&
    /^getTestStepByName$|^getTestStepAt$/.test(of.name) &&
    holders[dottedName(of.of) ?? ""] === "#TestCase";
  const [stepName] = isStep ? of.args : [];
  const step =
    of.kind === "member" && /\.testSteps$/.test(dottedName(of.of) ?? "") ? of.name : stepName && literal(stepName);
  return step === undefined || step.includes("#") ? undefined : `${step}#${name}`;
}

const digests = /^(?:MD5|SHA-?(?:1|256|384|512)|SHA3-(?:256|384|512))$/i;
const macs = /^Hmac(MD5|SHA(?:1|256|384|512))$/i;
const hexDigest = /^(?:\w+\.)*DigestUtils\.(md5|sha|sha1|sha256|sha384|sha512)Hex$/;

/** Calls by name that decode or encode their argument. */
const codings: Readonly<Record<string, readonly [kind: ScriptValue["kind"], word: string] | undefined>> = {
  "Base64.getEncoder.encodeToString": ["text", "base64"],
  "Base64.getUrlEncoder.encodeToString": ["text", "base64url"],
  "Base64.getDecoder.decode": ["bytes", "decode base64"],
  "Base64.encodeBase64String": ["text", "base64"],
  "Base64.decodeBase64": ["bytes", "decode base64"],
  "Hex.encodeHexString": ["text", "hex"],
  "URLEncoder.encode": ["text", "url"],
  "URLDecoder.decode": ["text", "decode url"],
};

/** Methods of a value that have no arguments. */
const methods: Readonly<
  Record<string, readonly [of: ScriptValue["kind"], kind: ScriptValue["kind"], word: string] | undefined>
> = {
  encodeBase64: ["bytes", "text", "base64"],
  encodeBase64Url: ["bytes", "text", "base64url"],
  encodeHex: ["bytes", "text", "hex"],
  decodeBase64: ["text", "bytes", "decode base64"],
  decodeHex: ["text", "bytes", "decode hex"],
  toUpperCase: ["text", "text", "upper"],
  toLowerCase: ["text", "text", "lower"],
  trim: ["text", "text", "trim"],
};

function computed(expression: Expression, evaluate: Evaluate, scope: ScriptScope): Evaluated | undefined {
  const builtIn = builtInOf(expression.source);
  if (builtIn !== undefined) return textValue({ kind: "builtIn", name: builtIn });
  if (expression.kind === "member") return ofProperty(expression.of, expression.name, evaluate);
  if (expression.kind !== "call") return undefined;
  if (expression.name === "getPropertyValue") {
    const property = propertyOf(expression, expression.args[0]);
    return property === undefined ? undefined : optional(scope.expanded(property));
  }
  const [first] = expression.args;
  const name = `${callsOf(expression.of)}${expression.name}`;
  const text = first && literal(first);
  if (name === "context.expand") return text === undefined ? undefined : optional(scope.text(text));
  if (expression.isNew) return created(expression, evaluate);
  if (text !== undefined && /^(?:\w+\.)*MessageDigest\.getInstance$/.test(name) && digests.test(text))
    return object("digest", { step: text.toLowerCase().replace(/^sha-/, "sha") });
  const [, mac] = (text !== undefined && /^(?:\w+\.)*Mac\.getInstance$/.test(name) && macs.exec(text)) || [];
  if (mac !== undefined) return object("mac", { step: `hmac ${mac.toLowerCase()}` });
  const input = first && scriptValue(evaluate(first));
  const [, hash] = hexDigest.exec(name) ?? [];
  if (input && hash !== undefined)
    return withStep(withStep(input, "bytes", hash === "sha" ? "sha1" : hash), "text", "hex");
  const coding =
    codings[name.replace(/\(\)/g, "").replace(/^(?:java\.util|java\.net|org\.apache\.commons\.codec\.binary)\./, "")];
  if (input && coding) return withStep(input, ...coding);
  return ofMethod(expression, evaluate, scope, input);
}

/** The text before the name of a call, such as `a.b().c.`. */
function callsOf(of: Expression | undefined): string {
  if (!of) return "";
  if (of.kind === "call") return of.args.length > 0 || of.isNew ? "?." : `${callsOf(of.of)}${of.name}.`;
  const names = dottedName(of);
  return names === undefined ? "?." : `${names}.`;
}

function ofProperty(of: Expression, name: string, evaluate: Evaluate): ScriptValue | undefined {
  const value = evaluate(of);
  if (value?.kind === "object") return value.type === "file" ? ofFile(value, name) : undefined;
  return value?.kind === "text" && name === "bytes" ? { ...value, kind: "bytes" } : undefined;
}

function ofFile({ values }: ScriptObject, name: string): ScriptValue | undefined {
  const content = values.get("content");
  if (!content) return undefined;
  if (/^(?:bytes|getBytes)$/.test(name)) return content;
  return /^(?:text|getText)$/.test(name) ? withStep(content, "text", "text") : undefined;
}

function created({ name, args }: Call, evaluate: Evaluate): Evaluated | undefined {
  const [first] = args;
  if (name === "GroovyUtils") return object("utilities");
  const text = first && literal(first);
  if (name === "File" && text !== undefined && !/["\\{}\r\n]/.test(text)) {
    const file = object("file");
    file.values.set("content", { ...textValue({ kind: "builtIn", name: `$file "${text}"` }), kind: "bytes" });
    return file;
  }
  const value = first && scriptValue(evaluate(first));
  if (value?.kind !== "bytes") return undefined;
  if (name === "SecretKeySpec") return value;
  return name === "String" ? withStep(value, "text", "text") : undefined;
}

function ofMethod(
  { of, name, args }: Call,
  evaluate: Evaluate,
  scope: ScriptScope,
  input: ScriptValue | undefined,
): Evaluated | undefined {
  const value = of && evaluate(of);
  const [first] = args;
  if (!value) return undefined;
  if (value.kind === "object") {
    const text = first && literal(first);
    if (value.type === "file" && args.length === 0) return ofFile(value, name);
    if (value.type === "utilities" && name === "getXmlHolder" && text !== undefined)
      return object("holder", { source: text });
    if (value.type === "holder" && name === "getNodeValue" && text !== undefined)
      return optional(scope.expanded(`${value.words.get("source")}#${value.words.get("namespaces") ?? ""}${text}`));
    return digested(value, name, input);
  }
  if (name === "toString" && args.length === 0) return value.kind === "text" ? value : undefined;
  if (name === "getBytes" && value.kind === "text" && (!first || /^utf-?8$/i.test(literal(first) ?? "")))
    return { ...value, kind: "bytes" };
  const [kind, gives, word] = methods[name] ?? [];
  if (args.length > 0 || kind !== value.kind || gives === undefined || word === undefined) return undefined;
  return withStep(value, gives, word);
}

function digested(
  { type, values, words }: ScriptObject,
  name: string,
  input: ScriptValue | undefined,
): ScriptValue | undefined {
  const data = input ?? values.get("data");
  const step = words.get("step");
  const key = values.get("key");
  if (!data || step === undefined || (input && values.has("data"))) return undefined;
  if (type === "digest" && name === "digest") return withStep(data, "bytes", step);
  return type === "mac" && name === "doFinal" && key ? withStep(data, "bytes", step, keyText(key)) : undefined;
}

/**
 * Applies a statement that changes an object: `mac.init(key)`, the first `digest.update(bytes)`, or
 * `holder.declareNamespace(prefix, uri)`.
 */
function changes(expression: Expression, evaluate: Evaluate): boolean {
  if (expression.kind !== "call" || !expression.of) return false;
  const value = evaluate(expression.of);
  const [first, second] = expression.args;
  if (value?.kind !== "object" || !first) return false;
  if (value.type === "holder" && expression.name === "declareNamespace") {
    const [prefix, uri] = [literal(first), second && literal(second)];
    if (!prefix || uri === undefined || /['"]/.test(uri)) return false;
    value.words.set("namespaces", `${value.words.get("namespaces") ?? ""}declare namespace ${prefix}='${uri}'; `);
    return true;
  }
  const name = { init: "key", update: "data" }[expression.name];
  const given = scriptValue(evaluate(first));
  if (name === undefined || given?.kind !== "bytes" || second || value.values.has(name)) {
    value.values.clear();
    return false;
  }
  value.values.set(name, given);
  return true;
}

function object(type: string, words: Readonly<Record<string, string>> = {}): ScriptObject {
  return { kind: "object", type, values: new Map(), words: new Map(Object.entries(words)) };
}

function optional(text: Text | undefined): ScriptValue | undefined {
  return text && textValue(...text);
}

/*
 * Scripts in expansions that correspond to built-in variables: UUIDs, dates and random numbers. Other scripts are programs, which
 * can't be translated.
 */

const uuid = /^(?:java\.util\.)?UUID\.randomUUID\(\)(?:\.toString\(\))?$/;
const formatter = /^new (?:java\.text\.)?SimpleDateFormat\((?:"([^"]*)"|'([^']*)')\)\.format\((.*)\)$/;
const groovyFormat = /^([^"']*)\.format\((?:"([^"]*)"|'([^']*)')\)$/;
const now = /^(?:\(\s*)?new (?:java\.util\.)?Date\(\)(?:\s*([+-])\s*(\d{1,5})|\.(plus|minus)\((\d{1,5})\))?(?:\s*\))?$/;
const random = /^(?:\(int\)|Math\.round)\s*\(\s*(?:java\.lang\.)?Math\.random\(\)\s*\*\s*(\d{1,9})\s*\)$/;

/** The built-in variable with the same value as a script; undefined if there is none. */
export function builtInOf(script: string): string | undefined {
  const text = script
    .replace(/^import\s+[\w.*]+\s*;\s*/, "")
    .replace(/;$/, "")
    .trim();
  if (uuid.test(text)) return "$guid";
  const number = random.exec(text);
  if (number?.[1] && Number(number[1]) > 0) return `$randomInt 0 ${Number(number[1])}`;
  const [, double, single, argument] = formatter.exec(text) ?? [];
  const [, date, groovyDouble, groovySingle] = groovyFormat.exec(text) ?? [];
  const format = formatOf(double ?? single ?? groovyDouble ?? groovySingle ?? "");
  const shift = now.exec((argument ?? date ?? "").trim());
  if (!format || !shift) return undefined;
  const days = shift[2] ?? shift[4];
  const sign = shift[1] === "-" || shift[3] === "minus" ? "-" : "";
  return `$datetime "${format}"${days === undefined ? "" : ` ${sign}${Number(days)} d`}`;
}

const tokens: Readonly<Record<string, string>> = {
  ...{ yyyy: "YYYY", YYYY: "YYYY", yy: "YY", MMMM: "MMMM", MMM: "MMM", MM: "MM", M: "M" },
  ...{ dd: "DD", d: "D", EEEE: "dddd", EEE: "ddd", HH: "HH", H: "H", hh: "hh", h: "h" },
  ...{ mm: "mm", m: "m", ss: "ss", s: "s", SSS: "SSS", a: "A", XXX: "Z" },
};

/** The format of `$datetime` for a date format of Java; undefined if `$datetime` can't express it. */
function formatOf(java: string): string | undefined {
  const parts = java.match(/'[^']*'|y+|Y+|M+|d+|E+|H+|h+|m+|s+|S+|a+|X+|[^'A-Za-z]+/g) ?? [];
  if (parts.join("") !== java || java === "" || /["{}]/.test(java)) return undefined;
  const translated = parts.map((part) => {
    if (part.startsWith("'")) return part === "''" ? "'" : `[${part.slice(1, -1)}]`;
    return /^[A-Za-z]/.test(part) ? tokens[part] : part;
  });
  return translated.includes(undefined) ? undefined : translated.join("");
}
