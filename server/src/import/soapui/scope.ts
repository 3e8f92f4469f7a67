import * as l10n from "@vscode/l10n";
import { parseJsonPath } from "../../expectations/jsonPath.ts";
import type { Text, TextInsertion, Variable } from "../collection.ts";
import { Item, type Ledger } from "../ledger.ts";
import { builtInOf, type ScriptScope } from "./groovyValues.ts";
import type { Properties } from "./properties.ts";
import { firstOf, writtenXPath, type XPathPrefixes } from "./xpath.ts";

/** The values to which expansions at a place in a project can refer. */
export interface PropertyScope {
  readonly project: Properties;
  readonly suite?: Properties | undefined;
  readonly case?: Properties | undefined;
  readonly mock?: Properties | undefined;
  /** The values of the steps in the test case. */
  readonly steps?: ReadonlyMap<string, StepValues> | undefined;
  /** The variables of step properties by names in lower case, for expansions that consist only of a property name. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

export type StepValues =
  /** `values`: its endpoint, user name and parameters as texts. */
  | { readonly kind: "exchange"; readonly prefixes: XPathPrefixes; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: "properties"; readonly properties: Properties }
  | { readonly kind: "other" };

/** Maximum nesting depth of properties in values of properties. */
const deepest = 20;

/** Replaces the expansions. What only SoapUI can compute becomes a variable without a value, noted at the item. */
export function expanded(text: string, scope: PropertyScope, item: Item | undefined, depth = 0): Text {
  if (!text.includes("${") || depth > deepest) return text === "" ? [] : [text];
  return piecesOf(text).flatMap((piece): Text => {
    if (typeof piece === "string") return [piece];
    const { expression } = piece;
    if (expression.includes("${")) return [unknown(expression, item)];
    return inserted(referenceOf(expression), expression, scope, item, depth);
  });
}

/** The properties of a suite, a case, a step or a mock service as variables. `type`: type of their items. */
export function propertyVariables(
  properties: Properties,
  type: string,
  path: readonly string[],
  scope: PropertyScope,
  ledger: Ledger,
): readonly Variable[] {
  return properties.all.map(({ name, value }) => {
    const item = ledger.add("property", type, [...path, name]);
    return { item, name: properties.variable(name), value: expanded(value, scope, item) };
  });
}

export function scriptScope(scope: PropertyScope): ScriptScope {
  const text = (typed: string) => {
    const item = new Item("script", "", []);
    const value = expanded(typed, scope, item);
    return item.note === undefined ? value : undefined;
  };
  return {
    text,
    expanded: (expansion) => text(`\${${expansion}}`),
    variable: (expansion) => {
      const reference = referenceOf(expansion);
      if (reference.kind === "scope") return propertiesIn(scope, reference.scope)?.variable(reference.name);
      const step = reference.kind === "step" ? scope.steps?.get(reference.step) : undefined;
      return step?.kind === "properties" && reference.kind === "step"
        ? step.properties.variable(reference.name)
        : undefined;
    },
  };
}

/** A text in which the values of properties replace the expansions; undefined if a value is only known when it is sent. */
export function constantText(text: string, scope: PropertyScope, depth = 0): string | undefined {
  if (!text.includes("${")) return text;
  if (depth > deepest || text.length > 100_000) return undefined;
  const parts = piecesOf(text).map((piece) => {
    if (typeof piece === "string") return piece;
    const reference = referenceOf(piece.expression);
    const property = reference.kind === "scope" || reference.kind === "step" ? propertyOf(reference, scope) : undefined;
    return property && constantText(property.value, scope, depth + 1);
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}

function propertyOf(reference: Extract<PropertyReference, { kind: "scope" | "step" }>, scope: PropertyScope) {
  if (reference.path !== undefined) return undefined;
  if (reference.kind === "scope") return propertiesIn(scope, reference.scope)?.find(reference.name);
  const step = scope.steps?.get(reference.step);
  return step?.kind === "properties" ? step.properties.find(reference.name) : undefined;
}

function propertiesIn({ project, suite, case: own, mock }: PropertyScope, name: string): Properties | undefined {
  return { project, testsuite: suite, testcase: own, mockservice: mock }[name];
}

function inserted(
  reference: PropertyReference,
  expression: string,
  scope: PropertyScope,
  item: Item | undefined,
  depth: number,
): Text {
  switch (reference.kind) {
    case "script": {
      const name = builtInOf(reference.script);
      return [name === undefined ? unknown(expression, item) : { kind: "builtIn", name }];
    }
    case "scope": {
      if (reference.path !== undefined) return [unknown(expression, item)];
      // A scope that the importer itself uses, for the variable of a transfer.
      if (reference.scope === "transfer") return [{ kind: "variable", name: reference.name }];
      const properties = propertiesIn(scope, reference.scope);
      if (properties?.find(reference.name) || reference.scope === "env") {
        return [{ kind: "variable", name: properties?.variable(reference.name) ?? reference.name }];
      }
      return [unset(properties?.variable(reference.name) ?? reference.name, expression, item)];
    }
    case "step":
      return ofStep(reference, expression, scope, item, depth);
    case "name": {
      const name = scope.names?.get(reference.name.toLowerCase());
      return [name === undefined ? unset(reference.name, expression, item) : { kind: "variable", name }];
    }
  }
}

function ofStep(
  { step: name, name: property, path }: Extract<PropertyReference, { kind: "step" }>,
  expression: string,
  scope: PropertyScope,
  item: Item | undefined,
  depth: number,
): Text {
  const step = scope.steps?.get(name);
  if (step?.kind === "properties" && path === undefined && step.properties.find(property)) {
    return [{ kind: "variable", name: step.properties.variable(property) }];
  }
  if (step?.kind !== "exchange") return [unset(`${name} ${property}`, expression, item)];
  const message = messages.get(property.toLowerCase());
  if (message !== undefined) {
    const body = path === undefined ? "*" : pathInBody(path, step.prefixes);
    if (body === undefined) return [unknown(expression, item)];
    if (path === undefined) tell(item, l10n.t("The whole body of {0} is inserted as text, not as XML.", name));
    return [{ kind: "exchange", step: name, rest: `${message}.body.${body}` }];
  }
  if (/^(?:status|responsestatus)$/i.test(property)) return [{ kind: "exchange", step: name, rest: "response.status" }];
  const value = step.values.get(property.toLowerCase());
  return value === undefined ? [unknown(expression, item)] : expanded(value, scope, item, depth + 1);
}

const messages: ReadonlyMap<string, "request" | "response"> = new Map([
  ["response", "response"],
  ["responseasxml", "response"],
  ["rawresponse", "response"],
  ["request", "request"],
  ["rawrequest", "request"],
]);

/** The path behind `body.` in a reference; undefined if a reference can't contain it. */
function pathInBody(path: string, prefixes: XPathPrefixes): string | undefined {
  if (path.trim().startsWith("$")) return jsonPath(path);
  const { text } = writtenXPath(path, prefixes, "forbidden");
  return text === "" || /[{}\r\n]/.test(text) ? undefined : firstOf(text);
}

/** A JSONPath that begins with `$`; undefined if it uses features that our JSONPath doesn't support. */
export function jsonPath(typed: string): string | undefined {
  const trimmed = typed.trim();
  const path = trimmed.startsWith("$") ? trimmed : `$${/^[.[]/.test(trimmed) ? "" : "."}${trimmed}`;
  const steps = parseJsonPath(path);
  return "why" in steps || /[{}\r\n]/.test(path) ? undefined : path;
}

/** A variable for a value that a script or SoapUI itself computes. */
function unknown(expression: string, item: Item | undefined): TextInsertion {
  tell(item, l10n.t("SoapUI computes {0}. Define the variable that is in its place.", shown(expression)));
  return { kind: "variable", name: `soapui ${expression.slice(0, 60)}` };
}

function unset(name: string, expression: string, item: Item | undefined): TextInsertion {
  tell(item, l10n.t("The project has no value for {0}. Define the variable that is in its place.", shown(expression)));
  return { kind: "variable", name };
}

function shown(expression: string): string {
  const line = expression.replace(/\s+/g, " ");
  return `\${${line.length > 80 ? `${line.slice(0, 80)}…` : line}}`;
}

/** Adds a sentence to the note of an item, unless the note would become too long. */
function tell(item: Item | undefined, note: string): void {
  if ((item?.note ?? "").length < 1_000) item?.partly(note);
}

/** A piece of a text in SoapUI: a literal text, or the expression between `${` and `}`. */
type ExpansionPiece = string | { readonly expression: string };

/**
 * Splits a text at its expansions. As in SoapUI (PropertyExpander), `$${` stands for the text `${`, and an unclosed expansion is
 * text. Expansions inside of an expansion stay in its expression.
 */
function piecesOf(text: string): readonly ExpansionPiece[] {
  const pieces: ExpansionPiece[] = [];
  let from = 0;
  for (const { start, end, isEscaped } of placesOf(text)) {
    pieces.push(text.slice(from, start));
    if (!isEscaped) pieces.push({ expression: text.slice(start + 2, end - 1) });
    from = isEscaped ? start + 1 : end;
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== "");
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** Whether the place is an escaped `$${`, of which only the first dollar sign is omitted. */
  readonly isEscaped: boolean;
}

/** The places of outermost closed expansions, and of escaped ones. */
function placesOf(text: string): readonly Place[] {
  const open: number[] = [];
  const places: Place[] = [];
  for (const { 0: matched, index } of text.matchAll(/\$\$\{|\$\{|\}/g)) {
    if (matched === "${") open.push(index);
    else if (matched === "$${") {
      if (open.length === 0) places.push({ start: index, end: index + matched.length, isEscaped: true });
    } else {
      const start = open.pop();
      if (start === undefined) continue;
      while ((places.at(-1)?.start ?? -1) > start) places.pop();
      places.push({ start, end: index + 1, isEscaped: false });
    }
  }
  return places;
}

/** The value to which an expansion refers: a property of an object in a scope, with an optional path into its value. */
type PropertyReference =
  | { readonly kind: "script"; readonly script: string }
  /** A reference such as `#Project#name`; the scope is in lower case. */
  | { readonly kind: "scope"; readonly scope: string; readonly name: string; readonly path: string | undefined }
  /** A reference such as `Step#Property#path`. */
  | { readonly kind: "step"; readonly step: string; readonly name: string; readonly path: string | undefined }
  | { readonly kind: "name"; readonly name: string };

function referenceOf(expression: string): PropertyReference {
  if (expression.startsWith("=")) return { kind: "script", script: expression.slice(1).trim() };
  const isScoped = expression.startsWith("#");
  const [first, afterFirst] = splitAt(isScoped ? expression.slice(1) : expression);
  if (afterFirst === undefined) return { kind: "name", name: first };
  const [name, path] = splitAt(afterFirst);
  return isScoped
    ? { kind: "scope", scope: first.toLowerCase(), name, path }
    : { kind: "step", step: first, name, path };
}

function splitAt(text: string): readonly [string, string | undefined] {
  const at = text.indexOf("#");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
