import * as l10n from "@vscode/l10n";
import { parameter, parseMediaType } from "../../http/mediaType.ts";
import type { ReceivedContentType, ReceivedMessage } from "../../response/received.ts";
import { mediaTypes } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { nameSpan } from "../../xml/query.ts";
import type { ResponseRule } from "./rule.ts";

const missing: ResponseRule = {
  code: "response-content-type-missing",
  severity: "warning",
  source: "SOAP over HTTP binding; RFC 9110 section 8.3",
  *check({ response, contentType, envelope, hasBody, headersComplete }) {
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
  },
};

const unexpected: ResponseRule = {
  code: "response-content-type-unexpected",
  severity: "warning",
  source: "SOAP over HTTP binding; SOAP 1.1 section 6; SOAP 1.2 part 2 section 7.1.4",
  *check(received) {
    const { contentType, envelope, hasBody, asksForSoap } = received;
    if (!contentType || !hasBody) return;
    const stated = statedMediaType(contentType);
    if (envelope?.version) {
      const wanted = mediaTypes[envelope.version];
      if (!stated || stated.essence === wanted) return;
      yield {
        at: stated.at,
        message: l10n.t(
          "The media type is {0}, but the body is a SOAP {1} message, which requires {2}.",
          stated.essence,
          envelope.version,
          wanted,
        ),
        related: [
          {
            at: envelope.namespaceSpan ?? nameSpan(envelope.element),
            message: l10n.t("The namespace of SOAP {0}", envelope.version),
          },
        ],
      };
    } else if (asksForSoap && stated && !isSoap(stated.essence)) {
      yield { at: stated.at, message: notSoap(received, stated.essence) };
    }
  },
};

function isSoap(essence: string): boolean {
  return essence === mediaTypes["1.1"] || essence === mediaTypes["1.2"];
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
 * What says that a message is SOAP, and which: in a multipart body the parameter `type`, and in MTOM `start-info`.
 * `undefined` where that parameter is missing.
 */
function statedMediaType({ field, mediaType, at }: ReceivedContentType): { essence: string; at: Span } | undefined {
  const { essence, essenceSpan } = mediaType;
  if (essence !== "multipart/related") return { essence, at: essence === "" ? field.nameSpan : at(essenceSpan) };
  const type = parameter(mediaType, "type");
  const named = type?.value.toLowerCase() === "application/xop+xml" ? parameter(mediaType, "start-info") : type;
  // Some stacks write the action into it: `application/soap+xml; action="…"`.
  return named && { essence: parseMediaType(named.value).essence, at: at(named.valueSpan) };
}

export const contentTypeRules: readonly ResponseRule[] = [missing, unexpected];
