import * as l10n from "@vscode/l10n";
import type { Message } from "../../message.ts";
import { insert } from "../../rules/edits.ts";
import { completeFix } from "../../rules/fixes.ts";
import { envelopeNamespaces, type SoapVersion, versionOfMediaType } from "../../soap/facts.ts";
import { firstBreak } from "../../text/lines.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { inDocument, selectedContent, type Transform, type TransformContext } from "./transform.ts";

/**
 * The selected elements become the content of the Body of a new envelope, of the version that the media type says, else
 * of either. Nothing else changes: not even their indentation, which may lie in text.
 */
export function wrapInEnvelope({ message, section, selection }: TransformContext): Transform[] {
  const payload = payloadOf(message, selection);
  if (!payload) return [];
  const stated = versionOfMediaType(message.contentType?.mediaType.essence ?? "");
  const versions: readonly SoapVersion[] = stated ? [stated] : ["1.2", "1.1"];
  return versions.map((version) => ({
    title: l10n.t("Wrap the selection in a SOAP {0} Envelope", version),
    kind: "rewrite",
    at: payload,
    edits: () => inDocument(section, completeFix(message, { edits: wrapped(message, payload, version) })),
  }));
}

/** The selection without an XML declaration and white space, where it is elements at the top of the body. */
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
