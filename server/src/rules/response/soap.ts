import * as l10n from "@vscode/l10n";
import { parameter, parseMediaType } from "../../http/mediaType.ts";
import { fieldNamed } from "../../response/parse.ts";
import type { ReceivedContentType, ReceivedMessage } from "../../response/receivedMessage.ts";
import { mediaTypes, versionOfMediaType } from "../../soap/facts.ts";
import { definedCode, type Fault } from "../../soap/fault.ts";
import type { Span } from "../../text/span.ts";
import { nameSpan } from "../../xml/query.ts";
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
  const { contentType, envelope, hasBody, expectsSoap } = received;
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
  } else if (expectsSoap && stated && !versionOfMediaType(stated.essence)) {
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

/** The media type with the SOAP version: in a multipart body, the parameter `type`, and with MTOM `start-info`. */
function statedMediaType({ field, mediaType, at }: ReceivedContentType): { essence: string; at: Span } | undefined {
  const { essence, essenceSpan } = mediaType;
  if (essence !== "multipart/related") return { essence, at: essence === "" ? field.nameSpan : at(essenceSpan) };
  const type = parameter(mediaType, "type");
  const named = type?.value.toLowerCase() === "application/xop+xml" ? parameter(mediaType, "start-info") : type;
  // Some SOAP libraries include the action: `application/soap+xml; action="…"`.
  return named && { essence: parseMediaType(named.value).essence, at: at(named.valueSpan) };
}

export function* statusFault(received: ReceivedMessage): Iterable<Report> {
  const { response, fault, envelope, hasBody, isCut, expectsSoap } = received;
  const { statusLine } = response;
  if (!statusLine) return;
  const { code, status } = statusLine;
  if (fault && code >= 200 && code < 300) {
    yield {
      at: status,
      message: l10n.t(
        "The status is {0}, but the body is a Fault. The status of a SOAP {1} Fault like this one must be {2}.",
        code,
        fault.version,
        statusOf(fault),
      ),
      related: [{ at: nameSpan(fault.element), message: l10n.t("The Fault") }],
    };
  }
  // The HTTP binding requires a Fault only for 500. Another rule reports bodies that aren't SOAP.
  if (code !== 500 || fault || isCut || !expectsSoap) return;
  if (!hasBody)
    yield { at: status, message: l10n.t("The status is 500, but there is no body. Expected a SOAP Fault.") };
  else if (envelope) {
    yield { at: status, message: l10n.t("The status is 500, but the body has no Fault. Expected a SOAP Fault.") };
  }
}

/** The status that the HTTP binding requires for a Fault (SOAP 1.2 part 2 table 20; SOAP 1.1 section 6.2). */
function statusOf(fault: Fault): 400 | 500 {
  return definedCode(fault) === "Sender" ? 400 : 500;
}

export function* badRequestBody({ response, facts, hasBody }: ReceivedMessage): Iterable<Report> {
  const { statusLine } = response;
  if (statusLine?.code !== 400 || !hasBody) return;
  const length = fieldNamed(response, "content-length")?.value;
  const bytes = facts?.bodyBytes;
  yield {
    at: length && length.start < length.end ? length : statusLine.status,
    message:
      bytes === undefined
        ? l10n.t("In the SOAP HTTP binding, a 400 response has Content-Length 0 and no body. This one has a body.")
        : l10n.t(
            "In the SOAP HTTP binding, a 400 response has Content-Length 0 and no body. This one has {0} bytes.",
            bytes,
          ),
  };
}

export function* versionDiffers({ envelope, fault, facts }: ReceivedMessage): Iterable<Report> {
  const asked = facts?.request.soapVersion;
  if (!envelope?.version || !asked || envelope.version === asked) return;
  // A service that doesn't support the SOAP version of the request responds in another version.
  if (fault && definedCode(fault) === "VersionMismatch") return;
  yield {
    at: versionPlace(envelope),
    message: l10n.t("The request is SOAP {0}, but the response is SOAP {1}.", asked, envelope.version),
  };
}
