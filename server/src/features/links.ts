import type { Message } from "../message/message.ts";
import { referenceAt } from "../text/references.ts";
import { type Span, shift } from "../text/span.ts";
import { startOfTrailing, trimTrailing } from "../text/trailing.ts";
import { namesIn } from "./support/namePlaces.ts";
import type { Section } from "./support/section.ts";
import { hidden, requestUrl, shownMessage } from "./support/shownValue.ts";

/** A link. The span is in the document. */
export interface Link extends Span {
  readonly target: string;
  readonly kind: "url" | "file";
}

const maxLinks = 1000;

/** Links of targets, of paths, and of URLs with variables. Editors recognize URLs without variables themselves. */
export function links(sections: readonly Section[], limit: number = maxLinks): readonly Link[] {
  const links: Link[] = [];
  for (const section of sections) {
    if (links.length >= limit) break;
    const { message, start } = section;
    for (const { kind, owner, at } of namesIn(section))
      if (kind === "file" && owner !== undefined) links.push({ start: at.start, end: at.end, target: owner, kind });
    for (const link of message ? linksOf(message) : []) links.push(shift(link, start));
  }
  return links.slice(0, limit);
}

/** The links of a message. Links are visible, so URLs with a secret are omitted. */
function* linksOf(message: Message): Generator<Link, void, void> {
  const target = message.target?.typed.typed;
  const shown = shownMessage(message);
  const url = requestUrl(shown);
  if (target && url !== undefined && !url.includes(hidden)) yield { ...target, target: url, kind: "url" };
  for (const { start, end, uri } of message.bodyFile ? [message.bodyFile] : message.fileParts)
    if (uri !== undefined) yield { start, end, target: uri, kind: "file" };
  yield* urlsWithVariables(shown, target?.end ?? 0);
}

/** URLs with variables in header values and the body: `http://{{host}}/x`, or `{{base}}/x` if the value is a URL. */
function* urlsWithVariables(message: Message, from: number): Generator<Link, void, void> {
  const { text } = message;
  let done = from;
  for (const reference of message.references) {
    if (reference.start < done) continue;
    const span = { start: urlStart(text, reference.start, done), end: urlEnd(text, reference.end) };
    const { known, text: url } = message.resolve(span);
    done = span.end;
    if (known && /^https?:\/\/[^\s/]+/i.test(url) && !/\s/.test(url) && !url.includes(hidden))
      yield { ...span, target: url, kind: "url" };
  }
}

const longestUrl = 2000;

function urlStart(text: string, at: number, from: number): number {
  const before = text.slice(Math.max(from, at - longestUrl), at);
  const start = startOfTrailing(before, /[^\s<>"'{}]/);
  const scheme = before.slice(start).search(/https?:\/\//i);
  return scheme < 0 ? at : at - before.length + start + scheme;
}

function urlEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    const rest = /^[^\s<>"'{}]*/.exec(text.slice(end, end + longestUrl))?.[0] ?? "";
    end += rest.length;
    const next = referenceAt(text, end);
    if (!next || end - at > longestUrl) break;
    end = next.end;
  }
  // Punctuation after a URL isn't part of it.
  return at + trimTrailing(text.slice(at, end), ".,;:!?)").length;
}
