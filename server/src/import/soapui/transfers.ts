import * as l10n from "@vscode/l10n";
import { addTo } from "../../text/grouped.ts";
import type { PreambleLine } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { contentEdit, type EnvelopeEdit, placesOf } from "./envelopeEdits.ts";
import { attribute, childText, isDisabled, type ProjectElement } from "./projectXml.ts";
import { expanded, jsonPath, type PropertyScope } from "./scope.ts";
import { firstOf, writtenXPath, type XPathPrefixes } from "./xpath.ts";

/** The changes that transfers make: lines above their sources, and parts of their targets. */
export interface TransferEffects {
  readonly sets: Map<string, PreambleLine[]>;
  readonly edits: Map<string, EnvelopeEdit[]>;
  /** Texts that replace parameters and addresses of steps, by their names in lower case. */
  readonly values: Map<string, Map<string, string>>;
}

/** The parts of a request step that transfers read or change. */
export interface TransferStep {
  readonly body: string;
  readonly prefixes: XPathPrefixes;
  /** Names of the parameters in lower case. */
  readonly parameters: ReadonlySet<string>;
}

export interface TransferContext {
  readonly scope: PropertyScope;
  readonly requests: ReadonlyMap<string, TransferStep>;
  readonly effects: TransferEffects;
  /** Returns the name of a variable for a transfer. */
  variableFor(name: string): string;
}

/** Adds a transfer to its source and its target. Returns the step to which it was added, or a reason why it stays a comment. */
export function transfer(
  element: ProjectElement,
  item: Item,
  context: TransferContext,
): { readonly step: string } | { readonly why: string } {
  if (isDisabled(element)) return { why: l10n.t("It is disabled in SoapUI.") };
  if (attribute(element, "useXQuery") === "true" || /xquery/i.test(childText(element, "type") ?? "")) {
    return { why: l10n.t("It uses XQuery.") };
  }
  const target = targetOf(element, context);
  if ("why" in target) return target;
  const source = sourceOf(element, target.variable, context);
  if ("why" in source) return source;
  if (source.set !== undefined) {
    const name = target.variable ?? source.variable;
    addTo(context.effects.sets, source.step, { kind: "set", item, name, path: source.set });
  }
  target.insert?.(source.expression, item);
  return { step: source.step ?? target.step ?? "" };
}

interface Target {
  readonly step: string | undefined;
  /** The variable for the value; undefined if the value is inserted directly. */
  readonly variable: string | undefined;
  readonly insert?: (expression: string, item: Item) => void;
}

function targetOf(
  element: ProjectElement,
  { scope, requests, effects }: TransferContext,
): Target | { readonly why: string } {
  const step = childText(element, "targetStep")?.trim() ?? "";
  const property = childText(element, "targetType")?.trim() ?? "";
  const path = childText(element, "targetPath")?.trim() ?? "";
  const request = requests.get(step);
  if (!request) {
    const properties = holderOf(step, scope);
    if (!properties) return { why: l10n.t("Its target {0} has no equivalent.", `${step} ${property}`) };
    return path === ""
      ? { step: undefined, variable: properties.variable(property) }
      : { why: l10n.t("It changes a part of a property.") };
  }
  if (/^request$/i.test(property)) {
    const places = path === "" || path.startsWith("$") ? undefined : placesOf(request.body, path);
    const wanted = attribute(element, "transferToAll") === "true" ? places : places?.slice(0, 1);
    if (!wanted || wanted.length === 0) return { why: l10n.t("Its target path finds no element of the request.") };
    return {
      step,
      variable: undefined,
      insert: (expression, item) => {
        for (const place of wanted) addTo(effects.edits, step, contentEdit(place, expanded(expression, scope, item)));
      },
    };
  }
  if (path !== "" || !(request.parameters.has(property.toLowerCase()) || /^endpoint$/i.test(property))) {
    return { why: l10n.t("Its target {0} has no equivalent.", `${step} ${property}`) };
  }
  return {
    step,
    variable: undefined,
    insert: (expression) => {
      const values = effects.values.get(step) ?? new Map<string, string>();
      effects.values.set(step, values.set(property.toLowerCase(), expression));
    },
  };
}

type TransferSource =
  | { readonly step: string; readonly set: string; readonly variable: string; readonly expression: string }
  | { readonly step: undefined; readonly set: undefined; readonly expression: string };

function sourceOf(
  element: ProjectElement,
  target: string | undefined,
  { scope, requests, variableFor }: TransferContext,
): TransferSource | { readonly why: string } {
  const step = childText(element, "sourceStep")?.trim() ?? "";
  const property = childText(element, "sourceType")?.trim() ?? "";
  const path = childText(element, "sourcePath")?.trim() ?? "";
  const request = requests.get(step);
  if (request && /^(?:raw)?response(?:asxml)?$/i.test(property)) {
    if (path === "") return { why: l10n.t("It transfers a whole response.") };
    if (path.includes("${")) return { why: l10n.t("Its path has a value that is only known when it is sent.") };
    const isJson = path.startsWith("$") || /json/i.test(childText(element, "type") ?? "");
    const set = isJson ? jsonPath(path) : firstOf(writtenXPath(path, request.prefixes, "allowed").text);
    if (set === undefined) return { why: l10n.t("This kind of JSONPath isn't supported.") };
    const variable = target ?? variableFor(childText(element, "name")?.trim() || "value");
    return { step, set, variable, expression: `\${#Transfer#${variable}}` };
  }
  if (target !== undefined) return { why: l10n.t("It copies a property to another one.") };
  const behind = path === "" ? "" : `#${path}`;
  const isKnown = request
    ? /^(?:raw)?request$/i.test(property) && path !== ""
    : path === "" && holderOf(step, scope)?.find(property);
  if (!isKnown || path.includes("${"))
    return { why: l10n.t("Its source {0} has no equivalent.", `${step} ${property}`) };
  const start = /^#\w+#$/.test(step) ? step : `${step}#`;
  return { step: undefined, set: undefined, expression: `\${${start}${property}${behind}}` };
}

/** The properties of the object that a transfer names, such as `#TestCase#` or a step. */
function holderOf(name: string, { project, suite, case: own, steps }: PropertyScope) {
  const scoped = { "#project#": project, "#testsuite#": suite, "#testcase#": own }[name.toLowerCase()];
  if (scoped) return scoped;
  const step = steps?.get(name);
  return step?.kind === "properties" ? step.properties : undefined;
}
