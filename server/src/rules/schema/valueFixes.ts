import * as l10n from "@vscode/l10n";
import type { MessageProblem } from "../../contract/check/messageProblems.ts";
import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { isSimilar } from "../../text/similar.ts";
import type { Span } from "../../text/span.ts";
import type { SimpleType } from "../../xsd/components.ts";
import { type ValueProblem, validateValue } from "../../xsd/values.ts";
import { changeTo, fix, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";

/** Maximum number of enumeration values that are offered if none is similar. */
const maxValues = 5;

type WrongValue = Extract<MessageProblem, { readonly kind: "value" }>;

/** Changes a value to the value that was probably intended, or to an allowed value. */
export function changeValue(text: string, { problem, type, attribute, at }: WrongValue): readonly Fix[] {
  const write = attribute ? attributeText : elementText;
  if (problem.kind === "space") {
    const { start, end } = surrounding(text, at);
    return [fix(l10n.t("Remove the whitespace"), replace({ start, end }, write(problem.value.trim())))];
  }
  const near = nearValues(problem.value, type, problem);
  if (near.length > 0) return near.map((one) => changeTo(at, write(one), one));
  const values = allowedValues(problem);
  const similar = values.filter((one) => isSimilar(one, problem.value));
  const offered = similar.length > 0 ? similar.slice(0, 1) : values.length > maxValues ? [] : values;
  return offered.map((one) => changeTo(at, write(one), one));
}

/** Offsets of the value with the whitespace around it. */
function surrounding(text: string, { start, end }: Span) {
  let [from, to] = [start, end];
  while (/\s/.test(text.charAt(from - 1))) from--;
  while (/\s/.test(text.charAt(to))) to++;
  return { start: from, end: to };
}

function allowedValues(problem: ValueProblem): readonly string[] {
  if (problem.kind === "enumeration") return problem.allowed.map(({ value }) => value);
  if (problem.kind === "member") return problem.problems.flatMap(allowedValues);
  return [];
}

/** The values of a type that the author probably intended: the same number, date or truth value in the form of XML Schema. */
function nearValues(text: string, type: SimpleType, problem: ValueProblem): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return [];
  const candidates = [...bounds(problem), ...numbers(trimmed), ...dates(trimmed), ...truths(trimmed)];
  const valid = candidates.filter((one) => one !== text && validateValue(one, type, () => undefined) === undefined);
  return [...new Set(valid)].slice(0, 2);
}

/** Maximum length of a number or date, in UTF-16 units. */
const maxLength = 60;

/** The nearest value in the range of the type. */
function bounds(problem: ValueProblem): readonly string[] {
  if (problem.kind !== "limit") return [];
  const { facet, allowed } = problem;
  if (facet === "minInclusive" || facet === "maxInclusive") return [allowed];
  if (!/^[-+]?\d+$/.test(allowed)) return [];
  if (facet === "minExclusive") return [`${BigInt(allowed) + 1n}`];
  return facet === "maxExclusive" ? [`${BigInt(allowed) - 1n}`] : [];
}

/** The numbers that a text may mean, with a decimal point and without group separators. `1.000` may mean one or a thousand. */
function numbers(text: string): readonly string[] {
  const [, sign = "", groups, whole = "", decimals] =
    /^([-+]?)(?:(\d{1,3}(?:[.,' \u00a0]\d{3})+)|(\d+))(?:[.,](\d+))?$/.exec(text) ?? [];
  const thousands = decimals === undefined ? /^(\d{1,3})[.,](\d{3})$/.exec(groups ?? "") : null;
  const grouped = groups === undefined ? [] : [number(sign, groups, decimals)];
  const plain = whole === "" || decimals === undefined ? [] : [number(sign, whole, decimals)];
  return [...grouped, ...plain, ...(thousands ? [number(sign, thousands[1] ?? "", thousands[2])] : [])].flat();
}

/** The forms of a number: with decimals, and also without them if they are zeros. */
function number(sign: string, whole: string, decimals: string | undefined): readonly string[] {
  const digits = sign + whole.replace(/\D/g, "");
  if (decimals === undefined) return [digits];
  return [`${digits}.${decimals}`, ...(/^0+$/.test(decimals) ? [digits] : [])];
}

/** Dates such as `15.01.2024 10:30` and `2024-1-5`, as the xs:dateTime, xs:date and xs:time of XML Schema. */
function dates(text: string): readonly string[] {
  const [, first = "", separator, month = "", second, last = "", time] =
    /^(\d{1,4})([-./])(\d{1,2})([-./])(\d{1,4})(?:[ T,]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}:\d{2})?))?$/.exec(
      text,
    ) ?? [];
  if (separator === undefined) return /^\d{1,2}:\d{2}$/.test(text) ? [inFull(text)] : [];
  if (separator !== second) return [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  // In dates with slashes, some countries write the month first.
  if (year.length !== 4 || (separator === "/" && first.length < 3 && Number(first) <= 12)) return [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return time === undefined ? [date, `${date}T00:00:00`] : [`${date}T${inFull(time)}`, date];
}

/** A time with seconds added if they are missing. */
function inFull(time: string): string {
  const [, hours = "", minutes = "", rest = ""] = /^(\d{1,2}):(\d{2})(.*)$/.exec(time) ?? [];
  return `${hours.padStart(2, "0")}:${minutes}${rest.startsWith(":") ? rest : `:00${rest}`}`;
}

function truths(text: string): readonly string[] {
  if (/^(?:true|yes|on|ja|wahr)$/i.test(text)) return ["true"];
  return /^(?:false|no|off|nein|falsch)$/i.test(text) ? ["false"] : [];
}
