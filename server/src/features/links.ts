import type { Message } from "../message.ts";
import { referenceAt } from "../text/references.ts";
import { type Span, shift } from "../text/span.ts";
import { startOfTrailing, trimTrailing } from "../text/trailing.ts";
import { fileUri } from "../variables/paths.ts";
import type { Section } from "./support/section.ts";
import { hidden, requestUrl, shownMessage } from "./support/shownValue.ts";

/** A place that leads to a URI. Span: in the document. */
export interface Link extends Span {
  readonly target: string;
  readonly kind: "url" | "file";
}

/** How many links an editor is given. */
const maxLinks = 1000;

/**
 * The links of a document of requests: each target to the URL that the request goes to, each `< path` to its file, and
 * each URL with variables in it to what it stands for. URLs without variables are what editors find by themselves.
 * @param base the URI of the document; a file's path is relative to it
 */
export function links(sections: readonly Section[], base: string, limit: number = maxLinks): readonly Link[] {
  const found: Link[] = [];
  for (const { message, start } of sections) {
    if (found.length >= limit) break;
    if (message) found.push(...[...linksOf(message, base)].map((link) => shift(link, start)));
  }
  return found.slice(0, limit);
}

/** A link shows where it leads: none leads to an address that holds a secret. */
function* linksOf(message: Message, base: string): Generator<Link, void, void> {
  const target = message.target?.typed.typed;
  const shown = shownMessage(message);
  const url = requestUrl(shown);
  if (target && url !== undefined && !url.includes(hidden)) yield { ...target, target: url, kind: "url" };
  const file = message.bodyFile;
  const uri = file?.known ? fileUri(file.path, base) : undefined;
  if (file && uri !== undefined) yield { start: file.start, end: file.end, target: uri, kind: "file" };
  yield* urlsWithVariables(shown, target?.end ?? 0);
}

/** `http://{{host}}/x`, `{{base}}/x` where the value of the first begins a URL; in header values and in the body. */
function* urlsWithVariables(message: Message, from: number): Generator<Link, void, void> {
  const { text } = message;
  let done = from;
  for (const reference of message.references) {
    if (reference.start < done) continue;
    const span = { start: beginOf(text, reference.start, done), end: endOf(text, reference.end) };
    const { known, text: url } = message.resolve(span);
    done = span.end;
    if (known && /^https?:\/\/[^\s/]+/i.test(url) && !/\s/.test(url) && !url.includes(hidden))
      yield { ...span, target: url, kind: "url" };
  }
}

/** No URL is longer; what surrounds a reference is looked at no further. */
const longestUrl = 2000;

function beginOf(text: string, at: number, from: number): number {
  const before = text.slice(Math.max(from, at - longestUrl), at);
  const start = startOfTrailing(before, /[^\s<>"'{}]/);
  const scheme = before.slice(start).search(/https?:\/\//i);
  return scheme < 0 ? at : at - before.length + start + scheme;
}

function endOf(text: string, at: number): number {
  let end = at;
  for (;;) {
    const rest = /^[^\s<>"'{}]*/.exec(text.slice(end, end + longestUrl))?.[0] ?? "";
    end += rest.length;
    const next = referenceAt(text, end);
    if (!next || end - at > longestUrl) break;
    end = next.end;
  }
  // What ends a sentence is not part of the URL that stands in it.
  return at + trimTrailing(text.slice(at, end), ".,;:!?)").length;
}
