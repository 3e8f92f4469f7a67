import * as l10n from "@vscode/l10n";
import { operandIn, skipBlanks, wordIn } from "../expectations/words.ts";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import type { Reference } from "../text/references.ts";
import type { SlottedText } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { Lookup } from "./sending.ts";
import { atSending, type VariableValue } from "./value.ts";

/** An argument that is a value, as in `$basic user "text"` or `# @auth`. The span includes the quotes of a text. */
export type ValueArgument = Span &
  (
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "text"; readonly text: string }
    /** A text without a closing quote or with characters directly after it, or a name in braces. */
    | { readonly kind: "unreadable" }
  );

/** The arguments in a span. A bare word is the name of a variable. Text is in double quotes, in which only `\"` is an escape. */
export function valueArguments(source: string, { start, end }: Span): readonly ValueArgument[] {
  const values: ValueArgument[] = [];
  for (let at = skipBlanks(source, { start, end }); at < end; at = skipBlanks(source, { start: at, end })) {
    const argument = argumentAt(source, { start: at, end });
    values.push(argument);
    at = argument.end;
  }
  return values;
}

function argumentAt(source: string, span: Span): ValueArgument {
  const operand = operandIn(source, span);
  if (!operand) return { kind: "unreadable", ...span };
  const { start, end, text, quoted } = operand;
  if (!quoted)
    return text.includes("{{") ? { kind: "unreadable", start, end } : { kind: "name", name: text, start, end };
  const rest = wordIn(source, { start: end, end: span.end });
  if (rest.start === end && rest.end > end) return { kind: "unreadable", start, end: rest.end };
  return { kind: "text", text, start, end };
}

export function namedIn(found: readonly ValueArgument[]): Reference[] {
  return found.flatMap((one) => (one.kind === "name" ? [{ name: one.name, start: one.start, end: one.end }] : []));
}

export function unreadableArgument(): string {
  return l10n.t("Arguments must be names of variables, or text in double quotes, in which {0} is a quote.", '\\"');
}

/** Sources of the secrets in a user and a password. A password without a secret source counts as typed. */
export function argumentSources(found: readonly ValueArgument[], lookup: Lookup): readonly SecretSource[] {
  const sources = found.map((argument): readonly SecretSource[] => {
    const value = argument.kind === "name" ? lookup(argument.name) : undefined;
    return (value && "sources" in value && value.sources) || [];
  });
  return [...sources.flat(), ...(sources.at(-1)?.length ? [] : [{ from: "typed" as const, name: "" }])];
}

/** The values of arguments, or a reason why there are none. */
export type ArgumentTexts =
  /** `sampled`: whether a text is a sample, which has the length of the value. */
  | { readonly kind: "texts"; readonly texts: readonly SlottedText[]; readonly sampled: boolean }
  | Exclude<VariableValue, { kind: "text" }>;

/** @param reference the reference with the arguments; if an argument has no value, the reference is broken */
export function argumentTexts(found: readonly ValueArgument[], reference: string, lookup: Lookup): ArgumentTexts {
  const texts: SlottedText[] = [];
  const waits = { sampled: false, unknown: false };
  for (const argument of found) {
    if (argument.kind === "unreadable") return { kind: "undefined", why: unreadableArgument() };
    const value = argument.kind === "text" ? argument : lookup(argument.name);
    if (value.kind === "text") texts.push(value);
    else if (value.kind !== "atSending") {
      return { kind: "broken", name: reference, missing: argument.kind === "name" ? argument.name : undefined };
    } else if (value.sample === undefined) waits.unknown = true;
    else {
      waits.sampled = true;
      texts.push({ text: value.sample });
    }
  }
  return waits.unknown ? atSending : { kind: "texts", texts, sampled: waits.sampled };
}
