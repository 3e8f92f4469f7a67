import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { references } from "../../text/references.ts";
import type { GivenValue, Primitive, SimpleType } from "../../xsd/components.ts";
import { valuesOf } from "../support/listedValues.ts";
import type { NamespacesByPrefix } from "../support/tagName.ts";

/** How a value is entered. Dates and times with a time zone, and variables, are texts. */
export type InputKind = "text" | "lines" | "number" | "choice" | "date" | "time" | "datetime-local";

export interface FieldValue {
  readonly kind: InputKind;
  readonly text: string;
  /** The allowed values of a choice, also the current one. */
  readonly choices: readonly string[];
  /** Whether it is only edited in the text. */
  readonly isOnlyText: boolean;
}

/** In UTF-16 units. */
const maxValue = 10_000;
/** Characters that a page shows by their numbers. */
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/u;
/** Maximum values of a list to choose from; others are typed. */
const maxChoices = 500;

const numbers: ReadonlySet<Primitive> = new Set(["decimal", "float", "double"]);

/** The form of values that the input of a browser can show. */
const dates: Partial<Record<Primitive, readonly [InputKind, RegExp]>> = {
  date: ["date", /^\d{4}-\d\d-\d\d$/],
  time: ["time", /^\d\d:\d\d:\d\d$/],
  dateTime: ["datetime-local", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
};

/**
 * How a value of a type is shown.
 * @param raw the markup of the value
 * @param isMarkup whether only the text shows all of it
 */
export function fieldValue(
  text: string,
  raw: string,
  type: SimpleType | undefined,
  given: GivenValue | undefined,
  prefixes: NamespacesByPrefix,
  isMarkup: boolean,
): FieldValue {
  const isOnlyText = isMarkup || text.length > maxValue || unseen.test(text) || isPartlyEscaped(text, raw);
  if (isOnlyText) return { kind: "text", text: "", choices: [], isOnlyText };
  const variety = type?.variety;
  const primitive = variety?.kind === "atomic" ? variety.primitive : undefined;
  const isChoice = primitive === "boolean" || type?.facets.enumeration !== undefined || given?.kind === "fixed";
  const values = type && isChoice ? valuesOf(type, given, prefixes).filter((one) => !unseen.test(one)) : [];
  if (values.length > 0 && values.length <= maxChoices) {
    return { kind: "choice", text, choices: values.includes(text) ? values : [text, ...values], isOnlyText };
  }
  const [date, pattern] = (primitive && dates[primitive]) ?? [];
  if (date && (text === "" || pattern?.test(text))) return { kind: date, text, choices: [], isOnlyText };
  const kind = /[\r\n]/.test(text) ? "lines" : primitive && numbers.has(primitive) ? "number" : "text";
  return { kind, text, choices: [], isOnlyText };
}

/** Whether a value has variables, and texts in escaped braces that would become variables. */
function isPartlyEscaped(text: string, raw: string): boolean {
  return raw.includes("{{") && references(text).length > references(raw).length;
}

/**
 * An entered value as markup. Variables in it are variables, unless its text before had only escaped braces.
 * @param raw the markup of the current value
 */
export function writtenValue(value: string, current: string, raw: string, kind: "element" | "attribute"): string {
  const write = kind === "element" ? elementText : attributeText;
  if (current.includes("{{") && !raw.includes("{{")) return write(value);
  let written = "";
  let at = 0;
  for (const { start, end } of references(value)) {
    written += write(value.slice(at, start)) + value.slice(start, end);
    at = end;
  }
  return written + write(value.slice(at));
}
