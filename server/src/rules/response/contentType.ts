import * as l10n from "@vscode/l10n";
import { parameter, parseMediaType } from "../../http/mediaType.ts";
import type { ReceivedContentType, ReceivedMessage } from "../../response/received.ts";
import { mediaTypes, versionOfMediaType } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import type { Report } from "../rule.ts";
import { versionPlace } from "../soap/xmlMessage.ts";

export function* contentTypeMissing(received: ReceivedMessage): Iterable<Report> {
  const { response, contentType, envelope, hasBody, headersComplete } = received;
  if (!response.statusLine || contentType || !hasBody || !headersComplete) return;
  yield {
    at: response.statusLine,
    message: envelope?.version
      ? l10n.t(
          "The response has no Content-Type. A SOAP {0} message requires {1}.",
          envelope.version,
          mediaTypes[envelope.version],
        )
      : l10n.t("The response has a body but no Content-Type."),
  };
}

export function* contentTypeUnexpected(received: ReceivedMessage): Iterable<Report> {
  const { contentType, envelope, hasBody, asksForSoap } = received;
  if (!contentType || !hasBody) return;
  const stated = statedMediaType(contentType);
  if (envelope?.version) {
    const expected = mediaTypes[envelope.version];
    if (!stated || stated.essence === expected) return;
    yield {
      at: stated.at,
      message: l10n.t(
        "The media type is {0}, but the body is a SOAP {1} message, which requires {2}.",
        stated.essence,
        envelope.version,
        expected,
      ),
      related: [{ at: versionPlace(envelope), message: l10n.t("The namespace of SOAP {0}", envelope.version) }],
    };
  } else if (asksForSoap && stated && !versionOfMediaType(stated.essence)) {
    yield { at: stated.at, message: notSoap(received, stated.essence) };
  }
}

function notSoap({ response, facts }: ReceivedMessage, essence: string): string {
  const version = facts?.request.soapVersion;
  const code = String(response.statusLine?.code ?? "");
  if (essence === "") return l10n.t("{0}, but not SOAP: Content-Type isn't a valid media type.", code);
  return version
    ? l10n.t(
        "{0}, but not SOAP: the body is {1}. Expected a SOAP {2} response as {3}.",
        code,
        essence,
        version,
        mediaTypes[version],
      )
    : l10n.t(
        "{0}, but not SOAP: the body is {1}. Expected application/soap+xml (SOAP 1.2) or text/xml (SOAP 1.1).",
        code,
        essence,
      );
}

/**
 * The media type that states the SOAP version: in a multipart body the parameter `type`, in MTOM `start-info`.
 * `undefined` if the parameter is missing.
 */
function statedMediaType({ field, mediaType, at }: ReceivedContentType): { essence: string; at: Span } | undefined {
  const { essence, essenceSpan } = mediaType;
  if (essence !== "multipart/related") return { essence, at: essence === "" ? field.nameSpan : at(essenceSpan) };
  const type = parameter(mediaType, "type");
  const named = type?.value.toLowerCase() === "application/xop+xml" ? parameter(mediaType, "start-info") : type;
  // Some stacks include the action: `application/soap+xml; action="…"`.
  return named && { essence: parseMediaType(named.value).essence, at: at(named.valueSpan) };
}
