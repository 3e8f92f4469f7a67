import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../../protocol/sendingProtocol.ts";
import { toBinary } from "../../text/base64.ts";
import { joinSlotted } from "../../text/slots.ts";
import type { Lookup } from "../sending.ts";
import type { ComputedValue } from "../value.ts";
import { unreadableArgument, type ValueArgument } from "../valueArguments.ts";
import { asBytes } from "./steps.ts";

/** The value of `$concat a b "text"`: bytes if one argument is bytes. `undefined` without an argument. */
export function concatenation(
  values: readonly ValueArgument[],
  reference: string,
  lookup: Lookup,
): ComputedValue | undefined {
  if (values.length === 0) return undefined;
  const found: Extract<ComputedValue, { readonly kind: "text" | "bytes" | "atSending" }>[] = [];
  for (const argument of values) {
    if (argument.kind === "unreadable") return { kind: "undefined", why: unreadableArgument() };
    const value: ComputedValue =
      argument.kind === "text" ? { ...argument, kind: "text", origin: "", secret: false } : lookup(argument.name);
    if (value.kind !== "text" && value.kind !== "bytes" && value.kind !== "atSending")
      return { kind: "broken", name: reference, missing: argument.kind === "name" ? argument.name : undefined };
    found.push(value);
  }
  const known = found.flatMap((one) => (one.kind === "atSending" ? [] : [one]));
  const facts = {
    origin: l10n.t("the arguments"),
    secret: known.some(({ secret }) => secret),
    secrets: known.flatMap((one) => [...(one.secrets ?? []), ...(one.secret ? [secretText(one)] : [])]),
    sources: known.flatMap(({ sources = [] }): readonly SecretSource[] => sources),
  };
  if (!found.some(({ kind }) => kind === "bytes")) {
    const texts = found.flatMap((one) => (one.kind === "text" ? [one] : []));
    if (texts.length === found.length) return { kind: "text", ...joinSlotted(texts), ...facts };
    const samples = found.map((one) =>
      one.kind === "text" ? one.text : one.kind === "atSending" ? one.sample : undefined,
    );
    return { kind: "atSending", sample: samples.includes(undefined) ? undefined : samples.join("") };
  }
  if (known.some((one) => one.kind === "text" && one.slots?.length))
    return { kind: "undefined", why: l10n.t("An export can't compute {0}.", "$concat") };
  const parts = found.map((one) =>
    one.kind === "text" ? asBytes(one.text) : one.kind === "bytes" ? one.bytes : undefined,
  );
  const lengths = found.map((one, index) => {
    if (one.kind === "atSending") return one.sample === undefined ? undefined : asBytes(one.sample).length;
    return one.kind === "bytes" ? one.length : parts[index]?.length;
  });
  const length = lengths.includes(undefined) ? undefined : lengths.reduce((sum = 0, one = 0) => sum + one, 0);
  const opaque = found.map((one) => (one.kind === "bytes" ? one.opaque : undefined)).find((one) => one !== undefined);
  return { kind: "bytes", bytes: joined(parts), length, opaque, ...facts };
}

function secretText(value: Extract<ComputedValue, { readonly kind: "text" | "bytes" }>): string {
  return value.kind === "text" ? value.text : toBinary(value.bytes ?? new Uint8Array(0));
}

function joined(parts: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  const known = parts.flatMap((part) => part ?? []);
  if (known.length < parts.length) return undefined;
  const whole = new Uint8Array(known.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of known) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
