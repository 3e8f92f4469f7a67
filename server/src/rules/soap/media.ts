import * as l10n from "@vscode/l10n";
import { type MediaType, parameter, parseMediaType } from "../../http/mediaType.ts";
import type { ContentType, Message } from "../../message.ts";
import type { Envelope } from "../../soap/envelope.ts";
import {
  envelopeNamespaces,
  mediaTypes,
  otherVersion,
  type SoapVersion,
  versionOfMediaType,
} from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { nameSpan } from "../../xml/query.ts";
import { beforeParameter, insertHeader, remove, removeLine, replace } from "../edits.ts";
import type { Edit, Rule } from "../rule.ts";
import { blockEdits } from "./attributes.ts";
import { namespaceEdits } from "./envelope.ts";

export const versionMedia: Rule = {
  code: "soap-version-media",
  severity: "error",
  source: "SOAP over HTTP binding; SOAP 1.1 section 6; SOAP 1.2 part 2 section 7",
  *check(message) {
    const { contentType, envelope } = message;
    const version = envelope?.version;
    if (!contentType?.field.value.known || !version || !envelope) return;
    const stated = statedMediaType(contentType.mediaType);
    const media = stated && versionOfMediaType(stated.essence);
    if (!stated || !media || media === version) return;
    yield {
      at: contentType.field.value.at(stated.at),
      // pysimplesoap sends a 1.2 envelope so, and most stacks take it; JAX-WS answers it with 415.
      ...(version === "1.2" && stated.essence === mediaTypes["1.1"] ? { severity: "warning" } : {}),
      message: l10n.t(
        "The media type {0} is for SOAP {1}, but the envelope is SOAP {2}, which requires {3}.",
        stated.essence,
        media,
        version,
        mediaTypes[version],
      ),
      related: [
        {
          at: envelope.namespaceSpan ?? nameSpan(envelope.element),
          message: l10n.t("The namespace of SOAP {0}", version),
        },
      ],
      fixes: () => [
        {
          title: l10n.t("Change the media type to {0}", mediaTypes[version]),
          edits: [
            ...mediaTypeEdits(message, contentType, stated.at, version),
            ...actionEdits(message, contentType, version),
          ],
        },
        {
          title: l10n.t("Change the envelope to SOAP {0}", media),
          edits: [...envelopeEdits(envelope, version), ...actionEdits(message, contentType, media)],
        },
      ],
    };
  },
};

/** What says the version: in SOAP with Attachments the parameter `type`. That of MTOM has its own rule. */
function statedMediaType(mediaType: MediaType): { readonly essence: string; readonly at: Span } | undefined {
  if (mediaType.essence !== "multipart/related") return { essence: mediaType.essence, at: mediaType.essenceSpan };
  const type = parameter(mediaType, "type");
  return type && { essence: parseMediaType(type.value).essence, at: type.valueSpan };
}

function mediaTypeEdits(message: Message, { field }: ContentType, at: Span, version: SoapVersion): Edit[] {
  const typed = field.value.at(at);
  const from = mediaTypes[otherVersion(version)];
  const change = (span: Span): Edit[] => {
    const at = message.slice(span).toLowerCase().indexOf(from);
    if (at < 0) return [];
    return [replace({ start: span.start + at, end: span.start + at + from.length }, mediaTypes[version])];
  };
  // The root part of a multipart body says it once more.
  const root = message.multipart?.root?.contentType;
  return [...change(typed), ...(root ? change(root.value) : [])];
}

/** The envelope in the other version's namespace, its header blocks' attributes in that version's words. */
function envelopeEdits({ document, headerBlocks }: Envelope, version: SoapVersion): Edit[] {
  const target = otherVersion(version);
  return [
    ...namespaceEdits(document, envelopeNamespaces[version], target),
    ...headerBlocks.flatMap(({ element }) => blockEdits(document, element, version, target)),
  ];
}

/** The action where a version has it: SOAPAction in 1.1, the `action` parameter in 1.2. A multipart type keeps its own. */
function actionEdits(message: Message, { field, mediaType }: ContentType, version: SoapVersion): Edit[] {
  if (message.multipart) return [];
  const { value } = field;
  const action = parameter(mediaType, "action");
  const header = message.field("soapaction");
  if (version === "1.1") {
    if (!action) return [];
    const move = header ? [] : [insertHeader(message, `SOAPAction: "${action.value}"`)];
    return [remove(value.at({ start: beforeParameter(value.text, action.start), end: action.end })), ...move];
  }
  if (!header || message.fieldsNamed("soapaction").length > 1) return [];
  const uri = message.slice(header.value.typed).replace(/^"|"$/g, "");
  const add =
    action || uri === "" ? [] : [replace({ start: value.typed.end, end: value.typed.end }, `; action="${uri}"`)];
  return [removeLine(message.text, header.line), ...add];
}
