import { type Span, touches } from "../text/span.ts";
import { parseMediaType } from "./mediaType.ts";

/** A stand-in that API documents write, in a place where a value belongs. Offsets: in the value. */
export interface Placeholder extends Span {
  readonly text: string;
}

/** `{word}` or `<word>`, not a `{{variable}}`. */
export function bracketPlaceholders(value: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const match of value.matchAll(/(?<!\{)\{[A-Za-z_][\w.-]*\}(?!\})|<[A-Za-z_][\w.-]*>/g)) {
    found.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return found;
}

/**
 * `MIMEType` and `character-encoding`, as this binding's table writes a Content-Type, and bracketed words. What `start`
 * and `start-info` of a multipart type hold is a Content-ID or free text (RFC 2387 sections 3.2 and 3.3): `<root>` is one.
 */
export function mediaTypePlaceholders(value: string): Placeholder[] {
  const { essence, parameters } = parseMediaType(value);
  const ids = parameters.filter(({ name }) => essence.startsWith("multipart/") && /^start(?:-info)?$/.test(name));
  const found = bracketPlaceholders(value).filter((one) => !ids.some(({ valueSpan }) => touches(valueSpan, one)));
  for (const match of value.matchAll(/(?<![\w/+.-])(?:MIMEType|character-encoding)(?![\w/+.-])/gi)) {
    found.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `bytes`, `length`, `nnnn`: what samples write for the count. */
export function lengthPlaceholder(value: string): Placeholder | undefined {
  const isOne = /^(?:bytes|length|n{2,}|#+|x{2,}|\{[A-Za-z_][\w.-]*\}|<[A-Za-z_][\w.-]*>)$/i.test(value);
  return isOne ? { start: 0, end: value.length, text: value } : undefined;
}
