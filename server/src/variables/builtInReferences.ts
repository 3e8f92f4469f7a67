import * as l10n from "@vscode/l10n";
import type { SecretOrigin, SecretSource } from "../protocol/protocol.ts";
import { endsAtBrace, type Reference, references } from "../text/references.ts";
import { nearest } from "../text/similar.ts";
import { shift } from "../text/span.ts";
import { type BuiltIn, beforeArgument, type Generated, type Given } from "./builtIn.ts";
import { builtIns } from "./builtIns.ts";
import { computedReference } from "./computed/reader.ts";
import { isVariable, readSteps } from "./computed/readSteps.ts";
import type { ComputedValue } from "./value.ts";
import { argumentSources, argumentTexts, namedIn, type ValueArgument, valueArguments } from "./valueArguments.ts";

/*
 * References to built-in variables. A `reference` is the text between the braces, with arguments: `$randomInt 1 10`.
 */

const byName = new Map(builtIns.map((builtIn) => [builtIn.name, builtIn]));

/** Names of the built-in variables in Postman, Bruno and JetBrains' HTTP Client, if they differ or have a range. */
export const namesOfOthers: Readonly<Record<string, string>> = {
  $guid: "$guid",
  $uuid: "$guid",
  $randomUUID: "$guid",
  "$random.uuid": "$guid",
  $timestamp: "$timestamp",
  $isoTimestamp: "$datetime iso8601",
  $randomInt: "$randomInt 0 1001",
};

/** The built-in variable of a reference; `undefined` for other names, and for a reference with steps. */
export function builtInOf(reference: string): BuiltIn | undefined {
  return computedReference(reference) ? undefined : byName.get(firstWord(reference));
}

/** The reference to the built-in variable that an unknown name probably means: it is the name in another tool, or a misspelling. */
export function similarBuiltIn(reference: string): string | undefined {
  const name = firstWord(reference);
  if (name === "" || byName.has(name) || computedReference(reference)) return undefined;
  if (Object.hasOwn(namesOfOthers, name)) return namesOfOthers[name];
  const near = nearest(name, byName.keys());
  return near && near + reference.slice(name.length);
}

function firstWord(reference: string): string {
  return /^\$(?:this(?=\.)|[^\s(]*)/.exec(reference)?.[0] ?? "";
}

/** The words after the name of a reference. Text in quotes is one word. */
function wordsIn(reference: string): readonly string[] {
  return reference.slice(firstWord(reference).length).match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
}

/** The usage of a variable, such as `{{$randomInt min max}}`. */
function usageOf({ name, arguments: all }: BuiltIn): string {
  const given = all.map((one) => `${beforeArgument(one)}${one.optional ? `[${one.usage}]` : one.usage}`);
  return `{{${[name, ...given].join("")}}}`;
}

/** Whether a reference is to a built-in variable whose arguments are values. */
export function takesValues(reference: string): boolean {
  return builtInOf(reference)?.arguments.some(({ kind }) => kind === "value") ?? false;
}

/** The arguments that are values, with their spans in the reference. */
export function argumentsIn(reference: string): readonly ValueArgument[] {
  const start = firstWord(reference).length;
  const isReadable = !endsAtBrace(reference) && takesValues(reference);
  return isReadable ? valueArguments(reference, { start, end: reference.length }) : [];
}

/** The references to variables in `text[start, end)`, including sources before steps and names in arguments, in order. */
export function variableUses(text: string, start = 0, end = text.length): Reference[] {
  return references(text, start, end).flatMap((one) => [
    one,
    ...usesInReference(one.name).map((use) => shift(use, one.start + "{{".length)),
  ]);
}

/** The source before the steps, and the names in arguments. Spans are offsets in the reference. */
function usesInReference(reference: string): readonly Reference[] {
  const computed = computedReference(reference);
  if (!computed) return namedIn(argumentsIn(reference));
  const { source } = computed;
  const inSteps = usesInSteps(reference, computed);
  return [{ name: source, start: 0, end: source.length }, ...namedIn(argumentsIn(source)), ...inSteps];
}

/** The names of variables in the arguments of steps. Spans are offsets in the reference. */
export function usesInSteps(reference: string, computed = computedReference(reference, true)): readonly Reference[] {
  return (computed ? readSteps(reference, computed) : []).flatMap((step) =>
    namedIn((step?.arguments ?? []).flatMap(({ argument, typed }) => (isVariable(argument) ? [typed] : []))),
  );
}

/** Name of the key in a reference, also in an unfinished one; `undefined` for a built-in variable without a key. */
export function keyIn(reference: string): string | undefined {
  const isFirst = builtInOf(reference)?.arguments[0]?.kind === "key";
  return isFirst ? /^\S+[ \t]+([\w-]*)/.exec(reference)?.[1] : undefined;
}

/** The generator of a value that differs each time; `undefined` for others, or if arguments don't match the usage. */
export function generatedBy(reference: string): Generated | undefined {
  const generated = builtInOf(reference)?.generated?.(wordsIn(reference));
  return generated && "text" in generated ? generated : undefined;
}

/** @param reference text between the braces, without steps */
export function builtInValue(
  reference: string,
  { machine, sending, lookup, file }: Pick<Given, "machine" | "sending" | "lookup" | "file">,
): ComputedValue {
  const builtIn = builtInOf(reference);
  if (!builtIn) {
    const near = similarBuiltIn(reference);
    const why = near
      ? l10n.t("Did you mean {0}?", `{{${near}}}`)
      : l10n.t("The built-in variables are {0}.", [...byName.keys()].join(", "));
    return { kind: "undefined", why };
  }
  const words = wordsIn(reference);
  const values = argumentsIn(reference);
  const value =
    words.length > 0 && builtIn.arguments.length === 0
      ? undefined
      : (builtIn.generated?.(words) ?? builtIn.value?.({ reference, words, values, machine, sending, lookup, file }));
  if (value === undefined) return { kind: "undefined", why: l10n.t("Use {0}.", usageOf(builtIn)) };
  if ("unavailable" in value) return { kind: "undefined", why: value.unavailable };
  if ("found" in value) {
    const secrets = builtIn.arguments.flatMap((argument, index) => {
      const own = argument.secret ? argumentTexts(values.slice(index, index + 1), reference, lookup) : undefined;
      return own?.kind === "texts" ? own.texts.map(({ text }) => text) : [];
    });
    const { secret } = builtIn;
    const { name = words.join(" ") } = value;
    const own = (from: SecretOrigin): readonly SecretSource[] => [{ from, name }];
    const sources = secret === "arguments" ? argumentSources(values, lookup) : secret && own(secret);
    return { kind: "text", text: value.found, origin: value.origin, secret: secret !== undefined, secrets, sources };
  }
  if ("kind" in value) return value;
  if (!sending) return { kind: "atSending", sample: value.sample };
  return { kind: "text", text: value.text(sending), origin: l10n.t("the time of sending"), secret: false };
}
