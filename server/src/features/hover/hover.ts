import type { Span } from "../../text/span.ts";
import { paragraphs } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
import { hoverCharacter } from "./character.ts";
import { hoverHeader, hoverPart } from "./header.ts";
import { hoverPreamble, hoverVariable } from "./preamble.ts";
import { hoverRequestLine } from "./requestLine.ts";
import { hoverXml } from "./xml.ts";

/** What is said about a place, and the text that it is said about. */
export interface Hover extends Span {
  readonly markdown: string;
}

/** What there is to say about the character at an offset of the segment's text. Spans: UTF-16, in that text. */
export function hover(section: RequestSection, offset: number): Hover | undefined {
  const variable = hoverVariable(section, offset);
  if (variable) return variable;
  const about = hoverPlace(section, offset);
  const character = hoverCharacter(section.text, offset, charsetAt(section, offset));
  if (!about || !character) return about ?? character;
  return { ...character, markdown: paragraphs(character.markdown, "---", about.markdown) };
}

function hoverPlace(section: RequestSection, offset: number): Hover | undefined {
  const { message } = section;
  const request = message?.request;
  if (!message || !request || offset < request.start) return hoverPreamble(section, offset);
  if (request.line && offset <= request.line.end) return hoverRequestLine(message, offset);
  if (!request.body || offset < request.body.start) return hoverHeader(message, offset);
  if (message.multipart) {
    const part = hoverPart(message.text, message.multipart, offset);
    if (part) return part;
  }
  return message.xml && hoverXml(message.xml, offset);
}

/** What the character is encoded in, when it is sent at all. */
function charsetAt({ message }: RequestSection, offset: number): Parameters<typeof hoverCharacter>[2] {
  const request = message?.request;
  if (!message || !request || offset < request.start) return "unsent";
  if (!request.body || offset < request.body.start) return "head";
  return message.charset.charset ?? "unknown";
}
