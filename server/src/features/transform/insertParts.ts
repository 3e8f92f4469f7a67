import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { insert } from "../../rules/edits.ts";
import { insertMissing as edits, namesOfMissing } from "../../rules/missing.ts";
import { envelopeNamespaces, type SoapVersion, versionOfMediaType } from "../../soap/facts.ts";
import { afterBreak, firstBreak, lineAt } from "../../text/lines.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { operationRequests } from "../support/operationRequests.ts";
import type { MessageSection } from "../support/section.ts";
import { inDocument, rewrite, selectedContent, type Transform, type TransformContext } from "./transform.ts";

/** Inserts all missing parts of a request, if there are at least two. */
export function insertMissingParts({ message, section, codes }: TransformContext): Transform[] {
  const missingCodes = codes();
  const names = namesOfMissing(missingCodes);
  if (names.length < 2) return [];
  const title = l10n.t("Insert missing parts: {0}", names.join(", "));
  return [
    { title, kind: "fix", at: message.syntax.first, edits: () => inDocument(section, edits(message, missingCodes)) },
  ];
}

/** Requests for the operations of WSDLs, in a segment without a request. `at`: the cursor in the section's text. */
export function newRequests(section: MessageSection, at: number): readonly Transform[] {
  const { text } = section;
  const line = lineAt(text, at);
  const isFree = text.slice(line.start, line.end).trim() === "" && !section.preamble.some(({ start }) => start > at);
  const place = isFree ? line.start : text.length;
  const before = place > 0 && !/[\r\n]/.test(text.charAt(place - 1)) ? "\n" : "";
  const after = afterBreak(text, place) > place || place === text.length ? "" : "\n";
  return operationRequests(section).map((request) => ({
    title: l10n.t("New request for {0} ({1})", request.name, request.location),
    kind: "rewrite",
    edits: () => inDocument(section, [insert(place, `${before}${request.text()}${after}`)]),
  }));
}

/** The indentation doesn't change, because it may be part of texts. Without a media type, both versions are offered. */
export function wrapInEnvelope(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const payload = payloadOf(message, selection);
  if (!payload) return [];
  const specified = versionOfMediaType(message.contentType?.mediaType.essence ?? "");
  const versions: readonly SoapVersion[] = specified ? [specified] : ["1.2", "1.1"];
  return versions.map((version) => {
    const title = l10n.t("Wrap the selection in a SOAP {0} Envelope", version);
    return rewrite(context, title, payload, () => wrapped(message, payload, version));
  });
}

/** The selected top-level elements of the body, without an XML declaration and whitespace around them. */
function payloadOf({ xml, text, envelope }: Message, selection: Span): Span | undefined {
  if (!xml || selection.start === selection.end || envelope) return undefined;
  const { declaration } = xml;
  const start = declaration && selection.start <= declaration.start ? declaration.end : selection.start;
  const at = trimmed(text, { start: Math.max(start, xml.start), end: Math.min(selection.end, xml.end) });
  const content = at.start < at.end ? selectedContent(xml, at) : undefined;
  return content && !content.parent && content.nodes.some(({ kind }) => kind === "element") ? at : undefined;
}

function wrapped({ text }: Message, { start, end }: Span, version: SoapVersion) {
  const lineBreak = firstBreak(text);
  const opening = [`<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`, "  <soap:Body>", ""];
  return [
    insert(start, opening.join(lineBreak)),
    insert(end, ["", "  </soap:Body>", "</soap:Envelope>"].join(lineBreak)),
  ];
}
