import * as l10n from "@vscode/l10n";
import { type MediaType, parameter, parseMediaType } from "../../http/mediaType.ts";
import type { ContentType, Message } from "../../message/message.ts";
import type { Envelope } from "../../soap/envelope.ts";
import {
  envelopeNamespaces,
  mediaTypes,
  otherVersion,
  type SoapVersion,
  versionOfMediaType,
} from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { actionEdits } from "../contentType.ts";
import { fix, replace } from "../edits.ts";
import type { Edit, Report } from "../rule.ts";
import { blockEdits } from "./attributes.ts";
import { namespaceEdits } from "./envelope.ts";
import { versionPlace } from "./xmlMessage.ts";

export function* versionMedia(message: Message): Iterable<Report> {
  const { contentType, envelope } = message;
  if (!contentType?.field.value.known || !envelope) return;
  const mismatch = otherMedia(contentType.mediaType, envelope);
  if (!mismatch) return;
  const { stated, version, media } = mismatch;
  const isUnclear = message.fieldsNamed("soapaction").length > 1;
  const action = (target: SoapVersion) =>
    target === "1.2" && isUnclear ? [] : actionEdits(message, contentType, target);
  yield {
    at: contentType.field.value.at(stated.at),
    ...(mismatch.isAccepted ? { severity: "warning" } : {}),
    message: mismatch.message,
    related: [{ at: versionPlace(envelope), message: l10n.t("The namespace of SOAP {0}", version) }],
    fixes: () => [
      fix(
        l10n.t("Change the media type to {0}", mediaTypes[version]),
        ...mediaTypeEdits(message, contentType, stated.at, version),
        ...action(version),
      ),
      fix(l10n.t("Change the envelope to SOAP {0}", media), ...envelopeEdits(envelope, version), ...action(media)),
    ],
  };
}

/** The SOAP versions of media type and envelope, if they differ; undefined if they match. */
export function otherMedia(mediaType: MediaType, { version }: Envelope) {
  const stated = statedMediaType(mediaType);
  const media = stated && versionOfMediaType(stated.essence);
  if (!stated || !media || !version || media === version) return undefined;
  const message = l10n.t(
    "The media type {0} is for SOAP {1}, but the envelope is SOAP {2}, which requires {3}.",
    stated.essence,
    media,
    version,
    mediaTypes[version],
  );
  // pysimplesoap sends this combination, and most SOAP libraries accept it. JAX-WS responds with 415.
  const isAccepted = version === "1.2" && stated.essence === mediaTypes["1.1"];
  return { stated, version, media, message, isAccepted };
}

/** The media type that states the SOAP version. In SOAP with Attachments, it is in the parameter `type`. MTOM has a rule of its own. */
function statedMediaType(mediaType: MediaType): { readonly essence: string; readonly at: Span } | undefined {
  if (mediaType.essence !== "multipart/related") return { essence: mediaType.essence, at: mediaType.essenceSpan };
  const type = parameter(mediaType, "type");
  return type && { essence: parseMediaType(type.value).essence, at: type.valueSpan };
}

function mediaTypeEdits(message: Message, { field }: ContentType, at: Span, version: SoapVersion): Edit[] {
  const from = mediaTypes[otherVersion(version)];
  // The root part of a multipart body repeats the media type.
  const places = [field.value.at(at), message.multipart?.root?.contentType?.value ?? []].flat();
  return places.flatMap((place) => {
    const index = message.slice(place).toLowerCase().indexOf(from);
    const start = place.start + index;
    return index < 0 ? [] : [replace({ start, end: start + from.length }, mediaTypes[version])];
  });
}

/** Changes the namespace of the envelope, and the attributes of its header blocks, to another SOAP version. */
function envelopeEdits({ document, headerBlocks }: Envelope, version: SoapVersion): Edit[] {
  const target = otherVersion(version);
  return [
    ...namespaceEdits(document, envelopeNamespaces[version], target),
    ...headerBlocks.flatMap(({ element }) => blockEdits(document, element, version, target)),
  ];
}
