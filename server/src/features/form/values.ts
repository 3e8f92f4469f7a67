import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { references } from "../../text/references.ts";
import type { GivenValue, Primitive, SimpleType } from "../../xsd/components.ts";
import { valuesOf } from "../support/listedValues.ts";
import type { NamespacesByPrefix } from "../support/tagName.ts";

/** The kind of input for a value. Dates and times with a time zone, and values with variables, are entered as text. */
export type InputKind = "text" | "lines" | "number" | "choice" | "date" | "time" | "datetime-local";

export interface FieldValue {
  readonly kind: InputKind;
  readonly text: string;
  readonly choices: readonly string[];
  /** Whether the value can only be edited in the text, not in the form. */
  readonly isOnlyText: boolean;
}

/** Maximum length of a value in UTF-16 units. */
const maxValue = 10_000;
/** Invisible characters, for which a page shows their code points. */
const unseen = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/u;
const maxChoices = 500;

const numbers: ReadonlySet<Primitive> = new Set(["decimal", "float", "double"]);

/** The formats of dates and times that the inputs of browsers support, by type. */
const dates: Partial<Record<Primitive, readonly [InputKind, RegExp]>> = {
  date: ["date", /^\d{4}-\d\d-\d\d$/],
  time: ["time", /^\d\d:\d\d:\d\d$/],
  dateTime: ["datetime-local", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
};

/** `raw`: the markup of the value. `isMarkup`: whether it contains comments or the like, which only the text shows. */
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

/** Whether a value contains both variables and escaped braces, which would become variables if the value were written again. */
function isPartlyEscaped(text: string, raw: string): boolean {
  return raw.includes("{{") && references(text).length > references(raw).length;
}

/** An entered value as markup. `{{name}}` is a variable, unless the current markup, `raw`, has only escaped braces. */
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
