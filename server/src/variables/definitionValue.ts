import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import { longestValue } from "../text/limits.ts";
import { wholeReference } from "../text/references.ts";
import { resolve } from "../text/resolved.ts";
import { builtInOf } from "./builtInReferences.ts";
import type { Lookup } from "./sending.ts";
import type { ComputedValue, ValueDefinition, VariableValue } from "./value.ts";

/** Facts about the names that a definition uses. */
interface Needs {
  readonly lookup: Lookup;
  /** Whether the value of a name is the same in each sending. */
  readonly isConstant: (name: string) => boolean;
  readonly isDefinition: (name: string) => boolean;
}

/** The value of a definition, and whether it is the same in each sending. */
export function definitionValue(
  name: string,
  definition: ValueDefinition,
  { lookup, isConstant: isNeedConstant, isDefinition }: Needs,
): { readonly value: ComputedValue; readonly isConstant: boolean } {
  const changing = (value: ComputedValue) => ({ value, isConstant: false });
  const own: readonly SecretSource[] = definition.secret ? [{ from: "private", name }] : [];
  if (definition.literal) {
    const { text, secret } = definition;
    return { value: { kind: "text", text, origin: definition.origin(), secret, sources: own }, isConstant: !secret };
  }
  const whole = wholeReference(definition.text);
  const only = whole === undefined ? undefined : lookup(whole);
  if (only?.kind === "bytes") {
    const secret = only.secret || definition.secret;
    return changing({ ...only, secret, sources: [...(only.sources ?? []), ...own] });
  }
  let problem: VariableValue | undefined;
  const waits = { sampled: false, unknown: false };
  let { secret } = definition;
  const sources = new Set<SecretSource>();
  let isConstant = !secret;
  const { text, slots } = resolve(definition.text, { start: 0, end: definition.text.length }, (need) => {
    const builtIn = builtInOf(need);
    if (builtIn?.gives === "xml")
      problem ??= { kind: "undefined", why: l10n.t("{0} can't be in a variable.", builtIn.name) };
    isConstant &&= isNeedConstant(need);
    const value = only && need === whole ? only : lookup(need);
    if (value.kind === "text") {
      if (value.notText !== undefined && need !== whole) problem ??= { kind: "undefined", why: value.notText };
      secret ||= value.secret;
      for (const source of value.sources ?? []) sources.add(source);
      return value;
    }
    // The value depends on the place of the reference.
    if (value.kind === "atSending" && builtInOf(need)?.placedIn === undefined) {
      waits[value.sample === undefined ? "unknown" : "sampled"] = true;
      return value.sample;
    }
    // A reference that can't be computed is reported in this definition.
    const isOther = value.kind === "cycle" || (value.kind === "broken" && isDefinition(value.name));
    problem ??= isOther ? value : { kind: "broken", name, missing: need };
    return undefined;
  });
  if (text.length > longestValue) return changing({ kind: "broken", name, missing: undefined });
  if (problem) return changing(problem);
  const kept = {
    ...(only && "xml" in only && only.xml ? { xml: only.xml } : {}),
    ...(only && "markup" in only && only.markup ? { markup: only.markup } : {}),
    ...(only && "notText" in only && only.notText !== undefined ? { notText: only.notText } : {}),
  };
  if (waits.unknown || waits.sampled)
    return changing({ kind: "atSending", sample: waits.unknown ? undefined : text, ...kept });
  const origin = definition.origin();
  return { value: { kind: "text", text, slots, origin, secret, sources: [...sources, ...own], ...kept }, isConstant };
}
