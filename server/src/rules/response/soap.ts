import * as l10n from "@vscode/l10n";
import { fieldNamed } from "../../response/parse.ts";
import { definedCode, type Fault } from "../../soap/fault.ts";
import { nameSpan } from "../../xml/query.ts";
import type { ResponseRule } from "./rule.ts";

const statusFault: ResponseRule = {
  code: "response-status-fault",
  severity: "warning",
  source: "SOAP 1.2 part 2 section 7.5; SOAP 1.1 section 6.2",
  *check({ response, fault, envelope, hasBody, isCut, asksForSoap }) {
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
    // Of the other errors the binding says no more than their status; another kind of body has its own rule.
    if (code !== 500 || fault || isCut || !asksForSoap) return;
    if (!hasBody)
      yield { at: status, message: l10n.t("The status is 500, but there is no body. Expected a SOAP Fault.") };
    else if (envelope) {
      yield { at: status, message: l10n.t("The status is 500, but the body has no Fault. Expected a SOAP Fault.") };
    }
  },
};

/** The status that the binding has for a Fault (SOAP 1.2 part 2 table 20; SOAP 1.1 section 6.2). */
function statusOf(fault: Fault): 400 | 500 {
  return definedCode(fault) === "Sender" ? 400 : 500;
}

const content400: ResponseRule = {
  code: "response-400-content",
  severity: "information",
  source: "SOAP over HTTP binding",
  *check({ response, facts, hasBody }) {
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
  },
};

const version: ResponseRule = {
  code: "response-version",
  severity: "warning",
  source: "SOAP 1.2 part 1 section 5.4.7",
  *check({ envelope, fault, facts }) {
    const asked = facts?.request.soapVersion;
    if (!envelope?.version || !asked || envelope.version === asked) return;
    // Whoever doesn't know the request's version answers in his own.
    if (fault && definedCode(fault) === "VersionMismatch") return;
    yield {
      at: envelope.namespaceSpan ?? nameSpan(envelope.element),
      message: l10n.t("The request is SOAP {0}, but the response is SOAP {1}.", asked, envelope.version),
    };
  },
};

export const soapRules: readonly ResponseRule[] = [statusFault, content400, version];
