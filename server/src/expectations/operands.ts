import * as l10n from "@vscode/l10n";
import { references } from "../text/references.ts";
import { nearest } from "../text/similar.ts";
import type { Span } from "../text/span.ts";
import { localName } from "../xml/query.ts";
import { builtInType, builtInTypeNames } from "../xsd/builtInTypes.ts";
import type { SimpleType } from "../xsd/components.ts";
import type { Check, Subject } from "./expectation.ts";
import { type Path, readPath } from "./path.ts";
import { searchPattern } from "./pattern.ts";
import type { DirectiveProblem } from "./problem.ts";

/** A problem if a check makes no sense for its subject; `undefined` if it does, or if that depends on a variable. */
export function operandProblem(
  { kind }: Pick<Subject, "kind">,
  check: Check | undefined,
): DirectiveProblem | undefined {
  const { operator, operand } = check ?? {};
  if (!operator || !operand || references(operand.text).length > 0) return undefined;
  const { text } = operand;
  if (hasUnit(kind) && !/^[<>]=?$/.test(operator)) {
    return at(operand, l10n.t("Use <, <=, > or >= to compare {0}.", kind));
  }
  if ((kind === "time" || kind === "p95") && milliseconds(text) === undefined) {
    return at(operand, l10n.t("A time must be a number with the unit ms, s or min, such as 500 ms."));
  }
  if (kind === "size" && byteCount(text) === undefined) {
    return at(operand, l10n.t("A size must be a number with the unit B, KB or MB, such as 10 KB."));
  }
  if (kind === "certificate expires" && daysIn(text) === undefined) {
    return at(operand, l10n.t("The time to the expiry must be a number with the unit d or h, such as 30 d."));
  }
  if (kind === "redirects" && (!/^[!<>=]/.test(operator) || !/^\d{1,9}$/.test(text))) {
    return at(operand, l10n.t("redirects must be followed by a number, such as redirects 0."));
  }
  if (kind === "status" && /[<>=]/.test(operator) && !/^[1-9]\d\d$/.test(text)) {
    return at(operand, l10n.t("A status must be a number from 100 to 999."));
  }
  if (operator === "count" && !/^\d{1,9}$/.test(text))
    return at(operand, l10n.t("count must be followed by a number."));
  if (operator === "type" && !typeNamed(text)) return unknownType(operand, text);
  if (operator !== "matches" || kind === "body") return undefined;
  const pattern = searchPattern(text);
  return "why" in pattern ? at(operand, pattern.why) : undefined;
}

export function hasUnit(kind: Subject["kind"]): boolean {
  return /^(?:time|size|p95|certificate expires)$/.test(kind);
}

/** The path in an operand without quotes, which is in the same response, as in `//m:Page = //m:Pages`. */
export function operandPath(
  { kind }: Pick<Subject, "kind">,
  { operator, operand }: Pick<Check, "operator" | "operand">,
): Path | undefined {
  const compares = operator === "contains" || /^[!<=>]/.test(operator);
  if (!compares || !operand || operand.quoted || !operand.text.startsWith("//")) return undefined;
  return kind === "path" || kind === "fault" || kind === "header"
    ? { ...readPath(operand.text, { start: 0, end: operand.text.length }), start: operand.start, end: operand.end }
    : undefined;
}

function at({ start, end }: Span, message: string): DirectiveProblem {
  return { start, end, message };
}

function unknownType(operand: Span, typed: string): DirectiveProblem {
  const near = nearest(localName(typed), builtInTypeNames());
  const message = near
    ? l10n.t("Unknown type {0}. Did you mean {1}?", typed, `xs:${near}`)
    : l10n.t("Unknown type {0}. Use a type of XML Schema, such as xs:date.", typed);
  return { ...at(operand, message), instead: near && `xs:${near}` };
}

/** The simple type of XML Schema with a name such as `xs:date`, `xsd:date` or `date`. */
export function typeNamed(typed: string): SimpleType | undefined {
  return /^(?:xsd?:)?[A-Za-z]+$/.test(typed) ? builtInType(localName(typed)) : undefined;
}

/** The milliseconds in a text such as `500 ms`, `2 s` or `1 min`. */
export function milliseconds(text: string): number | undefined {
  return quantity(text, { ms: 1, s: 1000, min: 60_000 });
}

/** The days in a text such as `30 d` or `12 h`. */
export function daysIn(text: string): number | undefined {
  return quantity(text, { d: 1, h: 1 / 24 });
}

/** The bytes in a text such as `100 B`, `10 KB` or `1.5 MB`. */
export function byteCount(text: string): number | undefined {
  return quantity(text, { B: 1, KB: 1024, MB: 1024 * 1024 });
}

function quantity(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit = ""] = /^(\d{1,12}(?:\.\d{1,6})?)[ \t]*([A-Za-z]+)$/.exec(text) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
