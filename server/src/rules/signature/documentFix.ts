import * as l10n from "@vscode/l10n";
import type { Segment } from "../../format/document.ts";
import type { BodySignature } from "../../message/bodySignatures.ts";
import type { Message } from "../../message/message.ts";
import { ownPath } from "../../message/ownValues.ts";
import { afterBreak, firstBreak } from "../../text/lines.ts";
import { references } from "../../text/references.ts";
import { contains } from "../../text/span.ts";
import { markupOf } from "../../variables/markup.ts";
import { elementContent } from "../../variables/xmlContent.ts";
import { elementAt } from "../../xml/query.ts";
import { contentLengthHolds, firstMessage, fix, freeName, insert, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";

/**
 * Moves the element that contains the signature and all that it covers into a document, with the namespace declarations that it
 * needs. None if there is no such element, or if it can't be computed without the message around it.
 */
export function documentFix(message: Message, { parts, place, planned }: BodySignature): readonly Fix[] {
  const { text, xml, scope, segment } = message;
  const signed = parts.flatMap(({ elements }) => elements);
  const outer = signed.find((one) => [place, ...signed].every((other) => contains(one, other)));
  const start = outer?.parent && planned.at({ start: outer.start, end: outer.nameEnd }).start;
  const element = start === undefined ? undefined : xml && elementAt(xml, start + 1);
  if (!xml || !element || parts.some(({ elements }) => elements.length === 0)) return [];
  if (references(text, element.start, element.end).some(({ name }) => ownPath(name) !== undefined)) return [];
  const { local } = element;
  const usual = /^[A-Za-z]\w*$/.test(local) ? `${local.charAt(0).toLowerCase()}${local.slice(1)}` : "document";
  const name = freeName(usual, scope);
  const markup = markupOf(elementContent(xml, element));
  const lineBreak = firstBreak(text);
  const document = `# @document ${name}${lineBreak}${lineBreak}${markup}${lineBreak}`;
  const moved = firstMessage(document, scope)?.body?.signatures.all;
  if (!moved?.every(({ problems }) => problems.length === 0)) return [];
  const separator = `###${lineBreak}`;
  const reference = `{{${name} | xml}}`;
  return [
    fix(
      l10n.t("Move {0} into a # @document", local),
      insert(documentPlace(segment), segment.separator ? separator + document : document + separator),
      replace(element, reference),
      ...countEdits(message, text.slice(element.start, element.end), markup),
    ),
  ];
}

/** In the first segment below the variables above all directives, which are those of the request. */
function documentPlace({ text, preamble, separator }: Segment): number {
  if (separator) return 0;
  const directive = preamble.findIndex(({ kind }) => kind === "directive");
  const above = preamble.slice(0, directive < 0 ? preamble.length : directive);
  const last = above.findLast(({ kind }) => kind === "variable");
  return last ? afterBreak(text, last.end) : 0;
}

/** A correct Content-Length after the declarations have been added, because the values of the new document aren't known yet. */
function countEdits(message: Message, before: string, after: string): readonly Edit[] {
  const field = message.field("content-length");
  const { charset } = message.charset;
  if (!field || !charset || contentLengthHolds(message) !== true) return [];
  const length = Number(field.value.text) + charset.byteLength(after) - charset.byteLength(before);
  return [replace(field.value.typed, String(length))];
}
