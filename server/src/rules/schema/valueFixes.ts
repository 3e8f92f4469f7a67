import * as l10n from "@vscode/l10n";
import type { MessageProblem } from "../../contract/check/messageProblems.ts";
import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { isSimilar } from "../../text/similar.ts";
import type { Span } from "../../text/span.ts";
import type { ValueProblem } from "../../xsd/values.ts";
import { changeTo, fix, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { nearValues } from "./nearValues.ts";

/** Values of an enumeration that are offered if none is similar. */
const maxValues = 5;

type WrongValue = Extract<MessageProblem, { readonly kind: "value" }>;

/** Changes a value to the one that it probably means, or to an allowed one. */
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

/** The value with the whitespace around it. */
function surrounding(text: string, { start, end }: Span) {
  let [from, to] = [start, end];
  while (/\s/.test(text.charAt(from - 1))) from--;
  while (/\s/.test(text.charAt(to))) to++;
  return { start: from, end: to };
}

/** The allowed values of the enumerations that don't contain a value. */
function allowedValues(problem: ValueProblem): readonly string[] {
  if (problem.kind === "enumeration") return problem.allowed.map(({ value }) => value);
  if (problem.kind === "member") return problem.problems.flatMap(allowedValues);
  return [];
}
