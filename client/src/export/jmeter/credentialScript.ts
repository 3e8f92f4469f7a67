import { toBase64 } from "../../../../server/src/text/base64.ts";
import type { FilledText, Filler, Shift } from "../fillers.ts";

/** What JMeter has no functions for: computed by a script before each sending. */
export type ComputedFiller = Extract<Filler, { kind: "nonce" | "tokenTime" | "basic" | "digest" }>;

/** A variable that the script sets. */
export interface Computation {
  readonly name: string;
  readonly filler: ComputedFiller;
}

export function isComputed(filler: Filler): filler is ComputedFiller {
  return ["nonce", "tokenTime", "basic", "digest"].includes(filler.kind);
}

/**
 * A BeanShell script, which JMeter 2.13 and 5 both run. Texts are in Base64: a literal could end, and JMeter replaces `${`.
 * @param valueText the expression of a value that isn't computed
 */
export function credentialScript(computations: readonly Computation[], valueText: (filler: Filler) => string): string {
  const names = new Map<Filler, string>(computations.map(({ name, filler }) => [filler, name]));
  const ofFiller = (filler: Filler): string => {
    const name = names.get(filler);
    return name === undefined ? valueText(filler) : `vars.get("${name}")`;
  };
  const text = (parts: FilledText): string => {
    const written = parts.map((part) => (typeof part === "string" ? `text("${inBase64(part)}")` : ofFiller(part)));
    return ['""', ...written].join(" + ");
  };
  const expression = (filler: ComputedFiller): string => {
    switch (filler.kind) {
      case "nonce":
        return "nonce()";
      case "tokenTime":
        return `time(${calendarShift(filler.shift)})`;
      case "basic":
        return `basic(${text(filler.user)}, ${text(filler.password)})`;
      case "digest":
        return `digest(${text(filler.nonce ?? [])}, ${text(filler.created ?? [])}, ${text(filler.password)})`;
    }
  };
  // Digests are made of the others.
  const ordered = computations.toSorted(
    (a, b) => Number(a.filler.kind === "digest") - Number(b.filler.kind === "digest"),
  );
  return [...functions, ...ordered.map(({ name, filler }) => `vars.put("${name}", ${expression(filler)});`)].join("\n");
}

const functions: readonly string[] = [
  "now = System.currentTimeMillis();",
  'text(base64) { return new String(java.util.Base64.getDecoder().decode(base64), "UTF-8"); }',
  "base64(bytes) { return java.util.Base64.getEncoder().encodeToString(bytes); }",
  "nonce() {",
  "  random = new byte[16];",
  "  new java.security.SecureRandom().nextBytes(random);",
  "  return base64(random);",
  "}",
  "time(field, count) {",
  '  at = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);',
  "  at.setTimeInMillis(now);",
  "  at.add(field, count);",
  "  form = new java.text.SimpleDateFormat(\"yyyy-MM-dd'T'HH:mm:ss'Z'\", Locale.ROOT);",
  '  form.setTimeZone(TimeZone.getTimeZone("UTC"));',
  "  return form.format(at.getTime());",
  "}",
  'basic(user, password) { return base64((user + ":" + password).getBytes("UTF-8")); }',
  "digest(nonce, created, password) {",
  "  all = new java.io.ByteArrayOutputStream();",
  "  all.write(java.util.Base64.getMimeDecoder().decode(nonce));",
  '  all.write((created + password).getBytes("UTF-8"));',
  '  return base64(java.security.MessageDigest.getInstance("SHA-1").digest(all.toByteArray()));',
  "}",
];

const fields: Readonly<Record<string, string>> = {
  y: "YEAR",
  M: "MONTH",
  w: "WEEK_OF_YEAR",
  d: "DAY_OF_MONTH",
  h: "HOUR_OF_DAY",
  m: "MINUTE",
  s: "SECOND",
  ms: "MILLISECOND",
};

function calendarShift(shift: Shift | undefined): string {
  return `Calendar.${(shift && fields[shift.unit]) ?? "SECOND"}, ${shift?.count ?? 0}`;
}

function inBase64(text: string): string {
  return toBase64(new TextEncoder().encode(text));
}
