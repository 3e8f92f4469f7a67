import assert from "node:assert/strict";
import { sectionAt } from "../../../../server/src/features/support/section.ts";
import type { Transform, TransformContext } from "../../../../server/src/features/transform/transform.ts";
import { applyEdits, diagnose } from "../../../../server/src/service/languageService.ts";
import { type Span, shift } from "../../../../server/src/text/span.ts";
import { request } from "../../../support/findings.ts";
import { marked, withCursor } from "../../../support/marked.ts";
import { requestSections } from "../../../support/structure.ts";

/** The context of a transform at the cursor `|` or the selection `«…»`. */
export function contextOf(source: string): TransformContext & { readonly text: string } {
  const { text, selection } = selected(source);
  const section = sectionAt(requestSections(text), selection.start);
  assert.ok(section?.message, "there is no request");
  const own = () => diagnose(section.analysis).filter(({ segment }) => segment === section.placed);
  return {
    section,
    message: section.message,
    text,
    codes: () => new Set(own().map(({ code }) => code)),
    selection: shift(selection, -section.start),
  };
}

function selected(source: string): { readonly text: string; readonly selection: Span } {
  if (source.includes("|") && !source.includes("«")) {
    const { text, offset } = withCursor(source);
    return { text, selection: { start: offset, end: offset } };
  }
  const { text, spans } = marked(source);
  assert.ok(spans.length <= 1, "more than one selection");
  return { text, selection: spans[0] ?? { start: 0, end: 0 } };
}

/** A correct request with this payload; a cursor or a selection isn't counted. */
export function inPayload(content: string): string {
  const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><a xmlns="urn:a">${content}</a></s:Body></s:Envelope>`;
  return request({ "Content-Length": String(Buffer.byteLength(body.replace(/[«»|]/g, ""))) }, body);
}

type Offer = (context: TransformContext) => readonly Transform[];

/** The document after the transform with this title, or the first one that begins with it. */
export function transformed(offer: Offer, source: string, title: string): string {
  const context = contextOf(source);
  const offered = offer(context);
  const transform = offered.find((one) => one.title === title) ?? offered.find((one) => one.title.startsWith(title));
  assert.ok(transform, `“${title}” isn't offered; there are: ${offered.map((one) => one.title).join(", ")}`);
  assert.equal(transform.refused, undefined);
  return applyEdits(context.text, transform.edits());
}

/** The titles of the offered transforms. */
export function offeredAt(offer: Offer, source: string): readonly string[] {
  return offer(contextOf(source)).map(({ title }) => title);
}

/** The reason why the transform with this title is refused. */
export function whyNot(offer: Offer, source: string, title: string): string {
  const found = offer(contextOf(source)).find((one) => one.title.startsWith(title));
  assert.ok(found?.refused, `“${title}” isn't refused`);
  return found.refused;
}
