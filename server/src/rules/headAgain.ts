import { parseDocument } from "../document.ts";
import { Message } from "../message.ts";
import { countText } from "./edits.ts";

/** The head of a request once more, for another body: up to and with the empty line, its count that of the body. */
export function headFor(message: Message, body: string): string {
  const { text, request, scope } = message;
  if (!request.line || !request.body) return "";
  const from = request.line.start;
  const head = text.slice(from, request.body.start);
  const field = message.field("content-length");
  const segment = parseDocument(head + body).segments[0]?.segment;
  const count = segment?.request && countText(new Message(segment, segment.request, scope));
  if (!field || count === undefined || !/^\d+$/.test(field.value.text)) return head;
  const { start, end } = field.value.typed;
  return head.slice(0, start - from) + count + head.slice(end - from);
}
