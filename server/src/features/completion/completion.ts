import { lineEnd } from "../../text/lines.ts";
import { completeHeader, completePart } from "./headerLine.ts";
import { type Completion, type CompletionContext, plainText } from "./item.ts";
import { completePreamble } from "./preamble.ts";
import { completeRequestLine } from "./requestLine.ts";
import { completeAfterBody } from "./requestSnippets.ts";
import { completeVariable } from "./variables.ts";
import { completeXml } from "./xml.ts";

export type { Completion };

/**
 * What may stand at an offset of the segment's text, and doesn't stand there yet. Nothing is read again: the message's
 * own trees say where the cursor is. Spans: UTF-16, in that text.
 */
export function complete(context: CompletionContext, offset: number): readonly Completion[] {
  const { text } = context.section.placed.segment;
  const completions = completeVariable(context, offset) ?? completePlace(context, offset);
  return completions.filter(({ insert, replace }) => {
    return (typeof insert === "string" ? insert : plainText(insert)) !== text.slice(replace.start, replace.end);
  });
}

function completePlace(context: CompletionContext, offset: number): readonly Completion[] {
  const { placed, message } = context.section;
  const request = placed.segment.request;
  if (!message || !request || offset < request.start) return completePreamble(context, offset);
  const text = placed.segment.text;
  if (request.line && offset <= request.line.end) {
    // A definition that is being typed is no variable yet, so it stands where a request line would.
    const isDefinition = /^[ \t]*@/.test(text.slice(request.line.start, offset));
    return isDefinition ? completePreamble(context, offset) : completeRequestLine(context, message, offset);
  }
  const headEnd = request.boundary ? lineEnd(text, request.boundary.start) : text.length;
  if (!request.body || (offset <= headEnd && request.boundary?.kind !== "missing")) {
    return completeHeader(context, message, offset);
  }
  if (message.multipart) {
    const part = completePart(context, message, message.multipart, offset);
    if (part) return part;
  }
  if (message.isGet || message.bodyFile) return completeAfterBody(context, message, offset);
  return completeXml(context, message, offset) ?? completeAfterBody(context, message, offset);
}
