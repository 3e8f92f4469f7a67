import * as l10n from "@vscode/l10n";

/** A status code of a response. */
export interface StatusFact {
  readonly code: number;
  /** Its usual reason phrase. */
  readonly phrase: string;
  readonly source: string;
  meaning(): string;
}

function status(code: number, phrase: string, source: string, meaning: () => string): StatusFact {
  return { code, phrase, source, meaning };
}

const statusFacts: readonly StatusFact[] = [
  status(100, "Continue", "RFC 9110 section 15.2.1", () =>
    l10n.t("The service wants the body that Expect: 100-continue has held back."),
  ),
  status(101, "Switching Protocols", "RFC 9110 section 15.2.2", () =>
    l10n.t("The connection goes on with the protocol that Upgrade asked for."),
  ),
  status(102, "Processing", "RFC 2518 section 10.1", () => l10n.t("The service is still at work.")),
  status(103, "Early Hints", "RFC 8297 section 2", () => l10n.t("Headers that the final response is likely to have.")),
  status(200, "OK", "RFC 9110 section 15.3.1; SOAP 1.2 part 2 section 7.5.1; SOAP 1.1 section 6.2", () =>
    l10n.t(
      "The request has succeeded; the body is the SOAP response. Some services send a Fault with it all the same.",
    ),
  ),
  status(201, "Created", "RFC 9110 section 15.3.2", () => l10n.t("Something was made; Location says where it is.")),
  status(202, "Accepted", "RFC 9110 section 15.3.3; SOAP 1.2 part 2 section 7.5.1", () =>
    l10n.t("The request was taken and will be worked on; there is no SOAP response. Usual for one-way operations."),
  ),
  status(203, "Non-Authoritative Information", "RFC 9110 section 15.3.4", () =>
    l10n.t("Success, but a proxy has changed the response."),
  ),
  status(204, "No Content", "RFC 9110 section 15.3.5", () => l10n.t("Success, and there is no body.")),
  status(205, "Reset Content", "RFC 9110 section 15.3.6", () => l10n.t("Success; the form is to be cleared.")),
  status(206, "Partial Content", "RFC 9110 section 15.3.7", () => l10n.t("The part that Range asked for.")),
  status(300, "Multiple Choices", "RFC 9110 section 15.4.1", () => l10n.t("There are several; choose one.")),
  status(301, "Moved Permanently", "RFC 9110 section 15.4.2", () =>
    l10n.t("The target is elsewhere for good (Location). Followed, a POST turns into a GET and loses its envelope."),
  ),
  status(302, "Found", "RFC 9110 section 15.4.3", () =>
    l10n.t("The target is elsewhere for now (Location). Followed, a POST turns into a GET and loses its envelope."),
  ),
  status(303, "See Other", "RFC 9110 section 15.4.4", () =>
    l10n.t("The answer is at Location, to be fetched by a GET."),
  ),
  status(304, "Not Modified", "RFC 9110 section 15.4.5", () =>
    l10n.t("Unchanged since the state that the request names; there is no body."),
  ),
  status(305, "Use Proxy", "RFC 9110 section 15.4.6", () => l10n.t("Deprecated.")),
  status(307, "Temporary Redirect", "RFC 9110 section 15.4.8", () =>
    l10n.t("The target is elsewhere for now (Location); the same request is to be sent there, body included."),
  ),
  status(308, "Permanent Redirect", "RFC 9110 section 15.4.9", () =>
    l10n.t("The target is elsewhere for good (Location); the same request is to be sent there, body included."),
  ),
  status(400, "Bad Request", "RFC 9110 section 15.5.1; SOAP 1.2 part 2 section 7.5.1", () =>
    l10n.t(
      "The service can't make sense of the request: malformed HTTP or XML. With a SOAP 1.2 Fault of code Sender; else, in this binding, with Content-Length 0.",
    ),
  ),
  status(401, "Unauthorized", "RFC 9110 section 15.5.2", () =>
    l10n.t("The service wants credentials, or other ones; WWW-Authenticate says which."),
  ),
  status(402, "Payment Required", "RFC 9110 section 15.5.3", () => l10n.t("Reserved.")),
  status(403, "Forbidden", "RFC 9110 section 15.5.4", () =>
    l10n.t("The service understands the request and refuses it; other credentials may or may not help."),
  ),
  status(404, "Not Found", "RFC 9110 section 15.5.5", () =>
    l10n.t("Nothing is at this target: check the path, and the host that it is sent to."),
  ),
  status(405, "Method Not Allowed", "RFC 9110 section 15.5.6; SOAP 1.2 part 2 section 7.5.1", () =>
    l10n.t("The target doesn't take this method; Allow lists those that it takes."),
  ),
  status(406, "Not Acceptable", "RFC 9110 section 15.5.7", () =>
    l10n.t("The service has no response of a kind that Accept allows."),
  ),
  status(407, "Proxy Authentication Required", "RFC 9110 section 15.5.8", () =>
    l10n.t("The proxy wants credentials; Proxy-Authenticate says which."),
  ),
  status(408, "Request Timeout", "RFC 9110 section 15.5.9", () =>
    l10n.t("The service has waited too long for the request: is Content-Length larger than the body?"),
  ),
  status(409, "Conflict", "RFC 9110 section 15.5.10", () => l10n.t("The request is at odds with the target's state.")),
  status(410, "Gone", "RFC 9110 section 15.5.11", () => l10n.t("The target was there and will not come back.")),
  status(411, "Length Required", "RFC 9110 section 15.5.12", () => l10n.t("The request lacks its Content-Length.")),
  status(412, "Precondition Failed", "RFC 9110 section 15.5.13", () => l10n.t("A condition (If-…) does not hold.")),
  status(413, "Content Too Large", "RFC 9110 section 15.5.14", () =>
    l10n.t("The body is larger than the service takes."),
  ),
  status(414, "URI Too Long", "RFC 9110 section 15.5.15", () => l10n.t("The target is longer than the service takes.")),
  status(415, "Unsupported Media Type", "RFC 9110 section 15.5.16; SOAP 1.2 part 2 section 7.5.1", () =>
    l10n.t(
      "The service doesn't take this Content-Type: SOAP 1.2 wants application/soap+xml, SOAP 1.1 text/xml. Or it doesn't take this charset or coding.",
    ),
  ),
  status(416, "Range Not Satisfiable", "RFC 9110 section 15.5.17", () => l10n.t("There is no such range.")),
  status(417, "Expectation Failed", "RFC 9110 section 15.5.18", () =>
    l10n.t("The service can't do what Expect asks for: leave that header out."),
  ),
  status(421, "Misdirected Request", "RFC 9110 section 15.5.20", () =>
    l10n.t("This server doesn't answer for the host that the request names."),
  ),
  status(422, "Unprocessable Content", "RFC 9110 section 15.5.21", () =>
    l10n.t("The body is well-formed, but the service can't act on what it says."),
  ),
  status(425, "Too Early", "RFC 8470 section 5.2", () =>
    l10n.t("The service won't risk a request that may be replayed."),
  ),
  status(426, "Upgrade Required", "RFC 9110 section 15.5.22", () =>
    l10n.t("The service wants another protocol; Upgrade says which."),
  ),
  status(428, "Precondition Required", "RFC 6585 section 3", () => l10n.t("The service wants a condition (If-…).")),
  status(429, "Too Many Requests", "RFC 6585 section 4", () =>
    l10n.t("Too many requests in too short a time; Retry-After may say when to go on."),
  ),
  status(431, "Request Header Fields Too Large", "RFC 6585 section 5", () =>
    l10n.t("A header, or all of them, is larger than the service takes."),
  ),
  status(451, "Unavailable For Legal Reasons", "RFC 7725 section 3", () => l10n.t("Denied by law.")),
  status(
    500,
    "Internal Server Error",
    "RFC 9110 section 15.6.1; SOAP 1.2 part 2 section 7.5.1; SOAP 1.1 section 6.2",
    () =>
      l10n.t(
        "The service has failed; the body is a SOAP Fault that says why. SOAP 1.1 sends every Fault with it, SOAP 1.2 all but Sender.",
      ),
  ),
  status(501, "Not Implemented", "RFC 9110 section 15.6.2", () => l10n.t("The server doesn't know this method.")),
  status(502, "Bad Gateway", "RFC 9110 section 15.6.3", () =>
    l10n.t("A proxy or gateway got an answer from the service that it can't use."),
  ),
  status(503, "Service Unavailable", "RFC 9110 section 15.6.4", () =>
    l10n.t("The service is down or overloaded for now; Retry-After may say for how long."),
  ),
  status(504, "Gateway Timeout", "RFC 9110 section 15.6.5", () =>
    l10n.t("A proxy or gateway has waited too long for the service."),
  ),
  status(505, "HTTP Version Not Supported", "RFC 9110 section 15.6.6", () =>
    l10n.t("The server doesn't take this version of HTTP."),
  ),
  status(507, "Insufficient Storage", "RFC 4918 section 11.5", () => l10n.t("The server has no room for it.")),
  status(511, "Network Authentication Required", "RFC 6585 section 6", () =>
    l10n.t("Not the service but the network answers: it wants a login first."),
  ),
];

const byCode = new Map(statusFacts.map((one) => [one.code, one]));

export function statusFact(code: number): StatusFact | undefined {
  return byCode.get(code);
}

/** What the first digit alone says (RFC 9110 section 15); `undefined` for none of the five classes. */
export function statusClass(code: number): string | undefined {
  switch (Math.floor(code / 100)) {
    case 1:
      return l10n.t("An interim response: the final one follows.");
    case 2:
      return l10n.t("Success: the request was received, understood and accepted.");
    case 3:
      return l10n.t("A redirect: something more has to be done.");
    case 4:
      return l10n.t("An error of the client's: the request is at fault.");
    case 5:
      return l10n.t("An error of the server's: the request may be right.");
    default:
      return undefined;
  }
}
