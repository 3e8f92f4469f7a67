import { analyze, type MessageInfo, messagesOf, type Span } from "../../server/src/service/languageService.ts";
import { shift } from "../../server/src/text/span.ts";
import type { XmlElement, XmlNode } from "../../server/src/xml/tree.ts";

/*
 * The content of requests as a list of parts: request line, header values, and the elements, attributes and texts of the body
 * in order. Content-Length, which depends on the body, and whitespace around texts are left out.
 */

export interface Part {
  readonly text: string;
  /** The ranges of the part; an element has two. */
  readonly at: readonly Span[];
}

export function meaningOf(text: string): readonly Part[] {
  return messagesOf(analyze(text)).flatMap((request) =>
    partsOf(request).map((part) => ({ ...part, at: part.at.map((span) => shift(span, request.segment.start)) })),
  );
}

function partsOf({ message }: MessageInfo): readonly Part[] {
  const { requestLine } = message.syntax;
  const fields = message.fields.filter(({ name }) => name.toLowerCase() !== "content-length");
  const attached = message.multipart?.parts.filter((part) => part !== message.multipart?.root) ?? [];
  const bodies = [
    ...attached.flatMap(({ body }) => body ?? []),
    ...(message.xml ? [] : [message.syntax.body ?? []].flat()),
  ];
  return [
    ...(requestLine ? [{ text: message.slice(requestLine), at: [requestLine] }] : []),
    ...fields.map((field) => ({ text: `${field.name.toLowerCase()}: ${field.value.text}`, at: [field.line] })),
    ...(message.xml?.children ?? []).flatMap((node) => partsOfNode(message.text, node)),
    ...bodies.map((body) => ({ text: message.slice(body).trim(), at: [body] })).filter((part) => part.text !== ""),
  ];
}

function partsOfNode(text: string, node: XmlNode): readonly Part[] {
  if (node.kind === "element") return partsOfElement(text, node);
  const typed = text.slice(node.start, node.end).trim();
  return typed === "" ? [] : [{ text: typed, at: [node] }];
}

function partsOfElement(text: string, element: XmlElement): readonly Part[] {
  const { name, start, startTagEnd, endTag, attributes, children } = element;
  const tags = [{ start, end: startTagEnd }, ...(endTag ? [endTag] : [])];
  return [
    { text: `<${name}>`, at: tags },
    ...attributes.map((one) => ({ text: `${one.name}=${text.slice(one.valueStart, one.valueEnd)}`, at: [one] })),
    ...children.flatMap((child) => partsOfNode(text, child)),
    { text: `</${name}>`, at: tags },
  ];
}
