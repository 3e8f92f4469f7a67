import type { Shift } from "../../../../server/src/protocol/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import type { PlannedText, PlannedValue } from "../plannedValues.ts";

/** A value that JMeter has no function for. A script computes it before each sending. */
export type ComputedValue = Extract<PlannedValue, { kind: "nonce" | "tokenTime" | "basic" | "digest" }>;

export function isComputed(planned: PlannedValue): planned is ComputedValue {
  return ["nonce", "tokenTime", "basic", "digest"].includes(planned.kind);
}

/**
 * A BeanShell script, which JMeter 2.13 and 5 both run. Texts are in Base64, because quotes would end a literal, and
 * JMeter replaces `${`.
 * @param valueText the expression of a value that isn't computed
 */
export function credentialScript(
  computations: readonly { readonly name: string; readonly planned: ComputedValue }[],
  valueText: (planned: PlannedValue) => string,
): string {
  const names = new Map<PlannedValue, string>(computations.map(({ name, planned }) => [planned, name]));
  const ofValue = (planned: PlannedValue): string => {
    const name = names.get(planned);
    return name === undefined ? valueText(planned) : `vars.get("${name}")`;
  };
  const text = (parts: PlannedText): string => {
    const written = parts.map((part) => (typeof part === "string" ? `text("${inBase64(part)}")` : ofValue(part)));
    return ['""', ...written].join(" + ");
  };
  const expression = (planned: ComputedValue): string => {
    switch (planned.kind) {
      case "nonce":
        return "nonce()";
      case "tokenTime":
        return `time(${calendarShift(planned.shift)})`;
      case "basic":
        return `basic(${text(planned.user)}, ${text(planned.password)})`;
      case "digest":
        return `digest(${text(planned.nonce ?? [])}, ${text(planned.created ?? [])}, ${text(planned.password)})`;
    }
  };
  // Digests are computed from the other values, so they come last.
  const ordered = computations.toSorted(
    (a, b) => Number(a.planned.kind === "digest") - Number(b.planned.kind === "digest"),
  );
  return [...functions, ...ordered.map(({ name, planned }) => `vars.put("${name}", ${expression(planned)});`)].join(
    "\n",
  );
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
