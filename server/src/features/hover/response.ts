import * as l10n from "@vscode/l10n";
import { headerFact, statusClass, statusFact } from "../../http/facts.ts";
import { parameter } from "../../http/mediaType.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import { type Charset, findCharset } from "../../text/charset.ts";
import { holds } from "../../text/span.ts";
import { paragraphs, prose, strong } from "../support/markdown.ts";
import type { ReceivedSection } from "../support/section.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import { hoverCharacter } from "./character.ts";
import { hoverField } from "./head.ts";
import { type Hover, withCharacter } from "./hoverAt.ts";
import { hoverMessage } from "./message.ts";

export function hoverResponse(section: ReceivedSection, offset: number): Hover | undefined {
  const { received, xml } = section;
  const { text, response } = received;
  const { statusLine, fields, body } = response;
  if (statusLine && holds(statusLine, offset)) {
    const { status, end, code } = statusLine;
    if (offset < status.start || offset >= end) return undefined;
    return { start: status.start, end, markdown: statusMarkdown(code) };
  }
  const field = fields.find((one) => holds(one, offset));
  if (field) return hoverField(text, { name: field.nameSpan, value: field.value }, headerFact, offset);
  if (offset < body.start) return undefined;
  const character = hoverCharacter(text, offset, charsetOf(received) ?? "unknown");
  return withCharacter(character, xml && hoverMessage(section, xml, offset));
}

/** The charset of the body according to the text. */
function charsetOf({ text, contentType, anyXml }: ReceivedMessage): Charset | undefined {
  const declared = anyXml?.declaration?.encoding;
  const name =
    parameter(contentType?.mediaType, "charset")?.value ?? (declared && text.slice(declared.start, declared.end));
  return findCharset(name ?? "utf-8")?.charset;
}

export function statusMarkdown(code: number): string {
  const fact = statusFact(code);
  if (fact) return factMarkdown(fact, `${code} ${fact.phrase}`);
  return paragraphs(
    strong(String(code)),
    prose(l10n.t("Not a standard status code.")),
    prose(statusClass(code) ?? ""),
    sourceMarkdown("RFC 9110 section 15"),
  );
}
