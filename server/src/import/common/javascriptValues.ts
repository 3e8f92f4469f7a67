import {
  type Dialect,
  type Evaluate,
  keyText,
  type ScriptValue,
  scriptValue,
  textValue,
  withStep,
} from "./computedScript.ts";
import { dottedName, type Expression, literal } from "./expressions.ts";
import { template } from "./template.ts";

/** The dialect of Postman's scripts, with CryptoJS. */
export const javascript: Dialect = {
  language: "javascript",
  value: computed,
  setter: (expression) => {
    if (expression.kind !== "call" || expression.args.length !== 2) return undefined;
    const [name, value] = expression.args;
    const text = name && literal(name);
    return text !== undefined && value && setters.test(called(expression)) ? { name: text, value } : undefined;
  },
  // In a text, a WordArray is written in hexadecimal digits.
  textOf: (bytes) => withStep(bytes, "text", "hex"),
  isIgnored: (statement) => /^(?:const|let|var)\s+(?:CryptoJS|btoa|atob)\s*=\s*require\([^()]*\)$/.test(statement),
  changes: () => false,
};

const scopes = /^pm\.(?:environment|collectionVariables|globals|variables|iterationData)$/;
const setters =
  /^(?:pm\.(?:environment|collectionVariables|globals|variables)\.set|postman\.set(?:Environment|Global)Variable)$/;
const getters = /^postman\.get(?:Environment|Global)Variable$/;
/** Supported hashes of CryptoJS. Its SHA3 is missing, because it is Keccak, another hash. */
const hash = /^CryptoJS\.(?:(Hmac))?(MD5|SHA1|SHA256|SHA384|SHA512)$/;

const codings: Readonly<Record<string, string | undefined>> = {
  "CryptoJS.enc.Hex": "hex",
  "CryptoJS.enc.Base64": "base64",
  "CryptoJS.enc.Base64url": "base64url",
  "CryptoJS.enc.Utf8": "text",
};

const conversions: Readonly<Record<string, readonly string[] | undefined>> = {
  btoa: ["base64"],
  atob: ["decode base64", "text"],
  encodeURIComponent: ["url"],
};

const methods: Readonly<Record<string, string | undefined>> = {
  toUpperCase: "upper",
  toLowerCase: "lower",
  trim: "trim",
};

function computed(expression: Expression, evaluate: Evaluate): ScriptValue | undefined {
  const builtIn = builtIns.find(({ pattern }) => pattern.test(expression.source));
  if (builtIn) return textValue({ kind: "builtIn", name: builtIn.name });
  if (expression.kind !== "call") return undefined;
  const [first, second] = expression.args;
  const name = called(expression);
  const [, isKeyed, algorithm] = hash.exec(name) ?? [];
  if (first && algorithm !== undefined) {
    const input = scriptValue(evaluate(first));
    const key = second && scriptValue(evaluate(second));
    if (!input || (isKeyed && !key)) return undefined;
    const word = algorithm.toLowerCase();
    return isKeyed && key ? withStep(input, "bytes", `hmac ${word}`, keyText(key)) : withStep(input, "bytes", word);
  }
  if (expression.args.length === 1 && first) {
    const isGetter = getters.test(name) || (expression.name === "get" && scopes.test(dottedName(expression.of) ?? ""));
    const text = isGetter ? literal(first) : undefined;
    if (text !== undefined) return textValue({ kind: "variable", name: text });
    const own = name === "pm.variables.replaceIn" ? literal(first) : undefined;
    if (own !== undefined) return textValue(...template(own));
    const steps = expression.of === undefined ? conversions[name] : undefined;
    const input = scriptValue(evaluate(first));
    if (steps) return input && steps.reduce((value, word) => withStep(value, "text", word), input);
    const coding = codings[dottedName(expression.of) ?? ""];
    if (coding !== undefined && input) return coded(input, coding, expression.name);
  }
  const of = expression.of && scriptValue(evaluate(expression.of));
  if (!of) return undefined;
  if (expression.name === "toString") return asString(of, first);
  const step = methods[expression.name];
  if (step === undefined || of.kind === "bytes" || first) return undefined;
  return withStep(of, "text", step);
}

const builtIns = [
  { pattern: /^crypto\.randomUUID\(\)$|^uuid(?:\.v4)?\(\)$|^require\(["']uuid["']\)\.v4\(\)$/, name: "$guid" },
  { pattern: /^\(?new Date\(\)\)?\.toISOString\(\)$/, name: "$datetime iso8601" },
] as const;

function coded(input: ScriptValue, coding: string, method: string): ScriptValue | undefined {
  if (method === "stringify") return input.kind === "bytes" ? withStep(input, "text", coding) : undefined;
  if (method !== "parse" || input.kind === "bytes") return undefined;
  // Steps process the bytes of a text in UTF-8 anyway.
  return coding === "text" ? { ...input, kind: "bytes" } : withStep(input, "bytes", `decode ${coding}`);
}

function asString(of: ScriptValue, coding: Expression | undefined): ScriptValue | undefined {
  if (of.kind === "text") return coding ? undefined : of;
  const word = coding ? codings[dottedName(coding) ?? ""] : "hex";
  return word === undefined ? undefined : withStep(of, "text", word);
}

/** The dotted name before the parentheses of a call. */
function called({ of, name }: Extract<Expression, { readonly kind: "call" }>): string {
  return of === undefined ? name : `${dottedName(of) ?? ""}.${name}`;
}
