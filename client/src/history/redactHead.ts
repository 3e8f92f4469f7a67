import type { Field } from "../transport/result.ts";
import { isSecretName } from "../transport/secretNames.ts";
import { type RedactedText, redacted, redactText } from "./redactText.ts";

/**
 * Header lines (each with its line end) without their secrets. A line that folds belongs to the one before it
 * (RFC 9112 section 5.2); what has no colon is looked at like any text.
 */
export function redactHead(head: string): RedactedText {
  const lines: string[][] = [];
  for (const line of head.match(/[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n/g) ?? []) {
    const above = /^[ \t]/.test(line) ? lines.at(-1) : undefined;
    if (above) above.push(line);
    else lines.push([line]);
  }
  const found = lines.map((parts) => redactLine(parts.join("")));
  return { text: found.map(({ text }) => text).join(""), secrets: found.flatMap(({ secrets }) => secrets) };
}

/** A field's value without its secrets. */
export function redactField({ name, value }: Field): { readonly field: Field; readonly secrets: readonly string[] } {
  if (value.trim() === "") return { field: { name, value }, secrets: [] };
  if (isSecretName(name, "header")) return { field: { name, value: redacted }, secrets: [value] };
  const { text, secrets } = redactText(value);
  return { field: { name, value: text }, secrets };
}

function redactLine(line: string): RedactedText {
  const start = /^[^:\s]+[ \t]*:[ \t]*/.exec(line)?.[0];
  if (start !== undefined) {
    const value = line.slice(start.length).trimEnd();
    const { field, secrets } = redactField({ name: start.slice(0, start.indexOf(":")).trim(), value });
    return { text: `${start}${field.value}${line.slice(start.length + value.length)}`, secrets };
  }
  // Without a colon nobody knows where the name ends.
  const [first = ""] = line.trim().split(/[\s=]/, 1);
  if (!isSecretName(first, "header") || first === line.trim()) return redactText(line);
  const rest = line.trim().slice(first.length);
  return { text: line.replace(rest, ` ${redacted}`), secrets: [rest.trim()] };
}
