import * as l10n from "@vscode/l10n";
import { fieldNamed } from "../../response/parse.ts";
import type { ReceivedMessage } from "../../response/received.ts";
import { definedCode, type Fault } from "../../soap/fault.ts";
import { nameSpan } from "../../xml/query.ts";
import type { Report } from "../rule.ts";
import { versionPlace } from "../soap/xmlMessage.ts";

export function* statusFault(received: ReceivedMessage): Iterable<Report> {
  const { response, fault, envelope, hasBody, isCut, asksForSoap } = received;
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
  // The binding requires a Fault only for 500. Another rule reports bodies that aren't SOAP.
  if (code !== 500 || fault || isCut || !asksForSoap) return;
  if (!hasBody)
    yield { at: status, message: l10n.t("The status is 500, but there is no body. Expected a SOAP Fault.") };
  else if (envelope) {
    yield { at: status, message: l10n.t("The status is 500, but the body has no Fault. Expected a SOAP Fault.") };
  }
}

/** The status of a Fault in the binding (SOAP 1.2 part 2 table 20; SOAP 1.1 section 6.2). */
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
  // A service that doesn't support the version of the request responds in another one.
  if (fault && definedCode(fault) === "VersionMismatch") return;
  yield {
    at: versionPlace(envelope),
    message: l10n.t("The request is SOAP {0}, but the response is SOAP {1}.", asked, envelope.version),
  };
}
