import { type Span, touches } from "../text/span.ts";
import { parseMediaType } from "./mediaType.ts";

/* Finds words that API documents write in place of a value. Offsets are in the value. */

/** Placeholders such as `{word}` or `<word>`, but not variables such as `{{variable}}`. */
export function bracketPlaceholders(value: string): Span[] {
  return matches(value, /(?<!\{)\{[A-Za-z_][\w.-]*\}(?!\})|<[A-Za-z_][\w.-]*>/g);
}

/**
 * Placeholders in a media type: `MIMEType`, `character-encoding` (in SOAP's HTTP binding) and words in brackets. The parameters
 * `start` and `start-info` of a multipart type aren't searched, because they may contain such words (RFC 2387 sections 3.2 and
 * 3.3).
 */
export function mediaTypePlaceholders(value: string): Span[] {
  const { essence, parameters } = parseMediaType(value);
  const ids = parameters.filter(({ name }) => essence.startsWith("multipart/") && /^start(?:-info)?$/.test(name));
  const placeholders = bracketPlaceholders(value).filter(
    (one) => !ids.some(({ valueSpan }) => touches(valueSpan, one)),
  );
  const words = matches(value, /(?<![\w/+.-])(?:MIMEType|character-encoding)(?![\w/+.-])/gi);
  return [...placeholders, ...words].sort((a, b) => a.start - b.start);
}

function matches(value: string, pattern: RegExp): Span[] {
  return [...value.matchAll(pattern)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }));
}

/** A placeholder in Content-Length, such as `bytes`, `length` or `nnnn`. */
export function lengthPlaceholder(value: string): Span | undefined {
  const isOne = /^(?:bytes|length|n{2,}|#+|x{2,}|\{[A-Za-z_][\w.-]*\}|<[A-Za-z_][\w.-]*>)$/i.test(value);
  return isOne ? { start: 0, end: value.length } : undefined;
}
