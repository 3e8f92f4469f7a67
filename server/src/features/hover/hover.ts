import type { Segment } from "../../document.ts";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import type { Scope } from "../../variables/scope.ts";
import { paragraphs } from "../support/markdown.ts";
import { hoverCharacter } from "./character.ts";
import { hoverHeader } from "./header.ts";
import { hoverPart } from "./part.ts";
import { hoverPreamble } from "./preamble.ts";
import { hoverRequestLine } from "./requestLine.ts";
import { hoverVariable } from "./variable.ts";
import { hoverXml } from "./xml.ts";

/** What is said about a place, and the text that it is said about. */
export interface Hover extends Span {
  readonly markdown: string;
}

/** A segment, and the request in it. */
export interface HoverSubject {
  readonly segment: Segment;
  readonly message: Message | undefined;
  readonly scope: Scope;
}

/** What there is to say about the character at an offset of the segment's text. Spans: UTF-16, in that text. */
export function hover(subject: HoverSubject, offset: number): Hover | undefined {
  const variable = hoverVariable(subject, offset);
  if (variable) return variable;
  const about = hoverPlace(subject, offset);
  const character = hoverCharacter(subject.segment.text, offset, charsetAt(subject, offset));
  if (!about || !character) return about ?? character;
  return { ...character, markdown: paragraphs(character.markdown, "---", about.markdown) };
}

function hoverPlace({ segment, message, scope }: HoverSubject, offset: number): Hover | undefined {
  const request = message?.request;
  if (!message || !request || offset < request.start) return hoverPreamble(segment, scope, offset);
  if (request.line && offset <= request.line.end) return hoverRequestLine(message, offset);
  if (!request.body || offset < request.body.start) return hoverHeader(message, offset);
  if (message.multipart) {
    const part = hoverPart(message.text, message.multipart, offset);
    if (part) return part;
  }
  return message.xml && hoverXml(message.xml, offset);
}

/** What the character is encoded in, when it is sent at all. */
function charsetAt({ message }: HoverSubject, offset: number): Parameters<typeof hoverCharacter>[2] {
  const request = message?.request;
  if (!message || !request || offset < request.start) return "unsent";
  if (!request.body || offset < request.body.start) return "head";
  return message.charset.charset ?? "unknown";
}
