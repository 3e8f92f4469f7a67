import { lineEnd } from "../../text/lines.ts";
import { completeHeader } from "./headerLine.ts";
import type { Completion, CompletionSubject } from "./item.ts";
import { completePart } from "./part.ts";
import { completePreamble } from "./preamble.ts";
import { completeRequestLine } from "./requestLine.ts";
import { completeAfterBody } from "./requestSnippets.ts";
import { plainText } from "./snippet.ts";
import { completeVariable } from "./variables.ts";
import { completeXml } from "./xml.ts";

export type { Completion, CompletionSubject };

/**
 * What may stand at an offset of the segment's text, and doesn't stand there yet. Nothing is read again: the message's
 * own trees say where the cursor is. Spans: UTF-16, in that text.
 */
export function complete(subject: CompletionSubject, offset: number): readonly Completion[] {
  const { text } = subject.placed.segment;
  const completions = completeVariable(subject, offset) ?? completePlace(subject, offset);
  return completions.filter(({ insert, replace }) => {
    return (typeof insert === "string" ? insert : plainText(insert)) !== text.slice(replace.start, replace.end);
  });
}

function completePlace(subject: CompletionSubject, offset: number): readonly Completion[] {
  const { placed, message } = subject;
  const request = placed.segment.request;
  if (!message || !request || offset < request.start) return completePreamble(subject, offset);
  const text = placed.segment.text;
  if (request.line && offset <= request.line.end) {
    // A definition that is being typed is no variable yet, so it stands where a request line would.
    const isDefinition = /^[ \t]*@/.test(text.slice(request.line.start, offset));
    return isDefinition ? completePreamble(subject, offset) : completeRequestLine(subject, message, offset);
  }
  const headEnd = request.boundary ? lineEnd(text, request.boundary.start) : text.length;
  if (!request.body || (offset <= headEnd && request.boundary?.kind !== "missing")) {
    return completeHeader(subject, message, offset);
  }
  if (message.multipart) {
    const part = completePart(subject, message, message.multipart, offset);
    if (part) return part;
  }
  if (message.isGet || message.bodyFile) return completeAfterBody(subject, message, offset);
  return completeXml(subject, message, offset) ?? completeAfterBody(subject, message, offset);
}
