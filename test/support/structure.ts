import assert from "node:assert/strict";
import { hover } from "../../server/src/features/hover/hover.ts";
import type { Hover } from "../../server/src/features/hover/hoverAt.ts";
import {
  type MessageSection,
  type Section,
  sectionAt,
  sectionOfReceived,
  sectionsOfSegments,
} from "../../server/src/features/support/section.ts";
import { readReceived } from "../../server/src/response/receivedMessage.ts";
import { analyze, type Resolver } from "../../server/src/service/languageService.ts";
import { shift } from "../../server/src/text/span.ts";
import { withCursor } from "./marked.ts";

export function requestSections(text: string): readonly MessageSection[] {
  return sectionsOfSegments(analyze(text));
}

export function responseSections(text: string): readonly Section[] {
  return [sectionOfReceived(readReceived(text, undefined))];
}

/** Returns the hover at the `|` of a text, with its span in the text. */
export function hoverIn(source: string, resolver?: Resolver): Hover | undefined {
  const { text, offset } = withCursor(source);
  const section = sectionAt(sectionsOfSegments(analyze(text, undefined, resolver)), offset);
  assert.ok(section, "no section is at the cursor");
  const shown = hover(section, offset - section.start);
  return shown && shift(shown, section.start);
}

/** Returns a request with a multipart body of two parts, the first one with this XML. */
export function multipartRequest(root: string): string {
  return [
    "POST /s HTTP/1.1",
    "Host: h",
    'Content-Type: multipart/related; boundary=b; start="<root>"; type="text/xml"',
    "",
    "--b",
    "Content-Type: text/xml",
    "Content-ID: <root>",
    "",
    root,
    "--b",
    "Content-Type: image/png",
    "Content-ID: <picture>",
    "",
    "…",
    "--b--",
  ].join("\n");
}
