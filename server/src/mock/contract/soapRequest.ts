import * as l10n from "@vscode/l10n";
import { fieldValues } from "../../evaluation/readContent.ts";
import { type MediaType, parseMediaType } from "../../http/mediaType.ts";
import type { ServedRequest } from "../../protocol/served.ts";
import { type Envelope, readEnvelope } from "../../soap/envelope.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { contentOf } from "../receivedRequest.ts";

/** A request whose body is well-formed XML. */
export interface SoapRequest {
  readonly kind: "soap";
  readonly document: XmlDocument;
  /** Undefined if the root is not an Envelope. */
  readonly envelope: Envelope | undefined;
  readonly mediaType: MediaType;
  readonly isMultipart: boolean;
}

interface Unreadable {
  readonly kind: "unreadable";
  readonly status: 400 | 413 | 415;
  /** A sentence for the log. */
  readonly problem: string;
}

/** Reads the envelope of a request, or returns why a service that follows the SOAP HTTP binding responds without a Fault. */
export function readSoapRequest(request: ServedRequest): SoapRequest | Unreadable {
  const value = fieldValues(request, "content-type")[0];
  const content = contentOf(request);
  const mediaType = (content.isMultipart ? undefined : content.mediaType) ?? parseMediaType(value ?? "");
  const essence = content.isMultipart ? (content.mediaType?.essence ?? "text/xml") : mediaType.essence;
  if (mediaType.essence === "multipart/related" && !content.isMultipart) {
    return unreadable(400, l10n.t("The multipart body has no root part."));
  }
  if (!isXml(essence)) {
    return unreadable(415, l10n.t("The media type {0} isn't XML.", value === undefined ? '""' : essence));
  }
  const { unknown, invalid, contradicted, charset } = content.decoded;
  if (unknown !== undefined) return unreadable(400, l10n.t("The charset {0} is unknown.", unknown));
  if (invalid > 0 || contradicted) {
    return unreadable(400, l10n.t("The body can't be decoded as {0}.", charset.name));
  }
  if (content.tooLarge !== undefined) return unreadable(413, content.tooLarge);
  const { xml: document } = content;
  if (!document?.root || document.problems.length > 0) {
    return unreadable(400, l10n.t("The body isn't well-formed XML."));
  }
  if (document.doctype) return unreadable(400, l10n.t("The body has a DOCTYPE, which SOAP doesn't allow."));
  return { kind: "soap", document, envelope: readEnvelope(document), mediaType, isMultipart: content.isMultipart };
}

function unreadable(status: Unreadable["status"], problem: string): Unreadable {
  return { kind: "unreadable", status, problem };
}

function isXml(essence: string): boolean {
  return /^(?:text|application)\/xml$|\+xml$/.test(essence);
}
