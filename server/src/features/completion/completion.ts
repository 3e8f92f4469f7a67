import { lineEnd } from "../../text/lines.ts";
import { plainText } from "../../text/snippet.ts";
import { completeHeader, completePart } from "./headerLine.ts";
import type { Completion, CompletionContext } from "./item.ts";
import { completePreamble } from "./preamble.ts";
import { completeAfterBody } from "./requestSnippets.ts";
import { completeRequestLine, completeStatusLine } from "./startLine.ts";
import { completeVariable } from "./variables.ts";
import { completeContent, completeXml } from "./xml.ts";

export type { Completion };

/** The completions at a UTF-16 offset of the segment's text, without texts that are already complete there. */
export function complete(context: CompletionContext, offset: number): readonly Completion[] {
  const { text } = context.section;
  // When the user types `>`, the values of the element are suggested if this ends a start tag. Elsewhere `>` is text.
  if (context.trigger === ">") return completeStarted(context, offset);
  const items = completeVariable(context, offset) ?? (context.trigger === "." ? [] : completePlace(context, offset));
  return items.filter(({ insert, replace }) => plainText(insert) !== text.slice(replace.start, replace.end));
}

function completeStarted({ section, ...context }: CompletionContext, offset: number): readonly Completion[] {
  const { message } = section;
  if (!message?.xml || message.isGet || message.bodyFile) return [];
  return completeContent({ ...context, section, message, at: offset }, offset) ?? [];
}

function completePlace(context: CompletionContext, offset: number): readonly Completion[] {
  const { text, message } = context.section;
  if (!message || offset < message.syntax.start) return completePreamble(context, offset);
  const { requestLine, startLine, boundary, body } = message.syntax;
  if (message.segment.document && offset < (body?.start ?? 0)) return [];
  const inMessage = { ...context, message, at: offset };
  if (startLine && offset <= startLine.end) {
    // An incomplete variable definition is parsed as a request line.
    const isDefinition = /^[ \t]*@/.test(text.slice(startLine.start, offset));
    if (isDefinition) return completePreamble(context, offset);
    return requestLine ? completeRequestLine(inMessage, offset) : completeStatusLine(inMessage, offset);
  }
  const headEnd = boundary ? lineEnd(text, boundary.start) : text.length;
  if (!body || (offset <= headEnd && boundary?.kind !== "missing")) return completeHeader(inMessage, offset);
  const part = message.multipart && completePart(inMessage, message.multipart, offset);
  if (part) return part;
  const xml = message.isGet || message.bodyFile ? undefined : completeXml(inMessage, offset);
  return xml ?? completeAfterBody(inMessage, offset);
}
