import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { insert } from "../../rules/edits.ts";
import { envelopeNamespaces, type SoapVersion, versionOfMediaType } from "../../soap/facts.ts";
import { firstBreak } from "../../text/lines.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { rewrite, selectedContent, type Transform, type TransformContext } from "./transform.ts";

/**
 * Wraps the selected elements in a new envelope, of the version that the media type specifies or of both. Their
 * indentation stays, because it may be in text.
 */
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

/** The selected elements at the top of the body, without an XML declaration and whitespace around them. */
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
