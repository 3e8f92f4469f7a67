import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../../protocol/sendingProtocol.ts";
import { toBinary } from "../../text/base64.ts";
import { joinedBytes } from "../../text/bytes.ts";
import { joinSlotted } from "../../text/slots.ts";
import type { Lookup } from "../sending.ts";
import type { ComputedValue } from "../value.ts";
import { unreadableArgument, type ValueArgument } from "../valueArguments.ts";
import { asBytes } from "./step.ts";

/** The value of `$concat a b "text"`. It is bytes if one argument is bytes; `undefined` without arguments. */
export function concatenation(
  values: readonly ValueArgument[],
  reference: string,
  lookup: Lookup,
): ComputedValue | undefined {
  if (values.length === 0) return undefined;
  const given: Extract<ComputedValue, { readonly kind: "text" | "bytes" | "atSending" }>[] = [];
  for (const argument of values) {
    if (argument.kind === "unreadable") return { kind: "undefined", why: unreadableArgument() };
    const value: ComputedValue =
      argument.kind === "text" ? { ...argument, kind: "text", origin: "", secret: false } : lookup(argument.name);
    if (value.kind !== "text" && value.kind !== "bytes" && value.kind !== "atSending")
      return { kind: "broken", name: reference, missing: argument.kind === "name" ? argument.name : undefined };
    given.push(value);
  }
  const contents = given.flatMap((one) => (one.kind === "atSending" ? [] : [one]));
  const facts = {
    origin: l10n.t("the arguments"),
    secret: contents.some(({ secret }) => secret),
    secrets: contents.flatMap((one) => [...(one.secrets ?? []), ...(one.secret ? [secretText(one)] : [])]),
    sources: contents.flatMap(({ sources = [] }): readonly SecretSource[] => sources),
  };
  if (!given.some(({ kind }) => kind === "bytes")) {
    const texts = given.flatMap((one) => (one.kind === "text" ? [one] : []));
    if (texts.length === given.length) return { kind: "text", ...joinSlotted(texts), ...facts };
    const samples = given.map((one) =>
      one.kind === "text" ? one.text : one.kind === "atSending" ? one.sample : undefined,
    );
    return { kind: "atSending", sample: samples.includes(undefined) ? undefined : samples.join("") };
  }
  if (contents.some((one) => one.kind === "text" && one.slots?.length))
    return { kind: "undefined", why: l10n.t("An export can't compute {0}.", "$concat") };
  const parts = given.map((one) =>
    one.kind === "text" ? asBytes(one.xml ?? one.text) : one.kind === "bytes" ? one.bytes : undefined,
  );
  const lengths = given.map((one, index) => {
    if (one.kind === "atSending") return one.sample === undefined ? undefined : asBytes(one.xml ?? one.sample).length;
    return one.kind === "bytes" ? one.length : parts[index]?.length;
  });
  const length = lengths.includes(undefined) ? undefined : lengths.reduce((sum = 0, one = 0) => sum + one, 0);
  const opaque = given.map((one) => (one.kind === "bytes" ? one.opaque : undefined)).find((one) => one !== undefined);
  const bytes = parts.includes(undefined) ? undefined : joinedBytes(parts.flatMap((part) => part ?? []));
  return { kind: "bytes", bytes, length, opaque, ...facts };
}

function secretText(value: Extract<ComputedValue, { readonly kind: "text" | "bytes" }>): string {
  return value.kind === "text" ? value.text : toBinary(value.bytes ?? new Uint8Array(0));
}
