import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "./facts.ts";
import { responseHeaders } from "./factsOfResponseHeaders.ts";

/** The header fields that a request may have, those of a SOAP request first. */
export const requestHeaders: readonly Fact[] = [
  fact("Host", "RFC 9110 section 7.2; RFC 9112 section 3.2", () =>
    l10n.t("The host that the request is for, with its port where that isn't the scheme's own. Every request has one."),
  ),
  fact("Content-Type", "RFC 9110 section 8.3; RFC 3902; RFC 7303 section 3", () =>
    l10n.t(
      "The media type of the body, and its charset: application/soap+xml for SOAP 1.2, text/xml for SOAP 1.1. A POST has one.",
    ),
  ),
  fact("SOAPAction", "SOAP 1.1 section 6.1.1", () =>
    l10n.t(
      "The intent of a SOAP 1.1 request, a URI in quotes; many services choose the operation by it. SOAP 1.2 has the parameter action of Content-Type in its place.",
    ),
  ),
  fact("Content-Length", "RFC 9110 section 8.6; RFC 9112 section 6.2", () =>
    l10n.t(
      "The number of bytes in the body, as encoded in its charset. A POST has one; a service waits for exactly that many.",
    ),
  ),
  fact("Accept", "RFC 9110 section 12.5.1", () =>
    l10n.t("The media types that the response may have. A service may answer 406 where it has none of them."),
  ),
  fact("Authorization", "RFC 9110 section 11.6.2", () =>
    l10n.t("The author's credentials for the service: a scheme, and what that scheme asks for."),
  ),
  fact("Accept-Encoding", "RFC 9110 section 12.5.3", () =>
    l10n.t("The content codings that the response may have. Without it, any; identity asks for none."),
  ),
  fact("Accept-Language", "RFC 9110 section 12.5.4", () =>
    l10n.t("The languages that the author prefers; some services choose the reason of a Fault by it."),
  ),
  fact("Accept-Charset", "RFC 9110 section 12.5.2", () =>
    l10n.t("The charsets that the response may have. Deprecated: most services ignore it."),
  ),
  fact("Cache-Control", "RFC 9111 section 5.2", () =>
    l10n.t("What caches on the way may and may not do with the message."),
  ),
  fact("Connection", "RFC 9110 section 7.6.1; RFC 9112 section 9.6", () =>
    l10n.t("What holds for this connection only: close ends it after the response, keep-alive asks to keep it."),
  ),
  fact("Cookie", "RFC 6265 section 4.2", () => l10n.t("What the service set with Set-Cookie, sent back to it.")),
  fact("Expect", "RFC 9110 section 10.1.1", () =>
    l10n.t(
      "100-continue asks the service to say whether it wants the body before that is sent. Some services never answer it.",
    ),
  ),
  fact("From", "RFC 9110 section 10.1.2", () => l10n.t("The mail address of the person behind the client.")),
  fact("If-Match", "RFC 9110 section 13.1.1", () =>
    l10n.t("Acts only if the target still has one of these entity tags."),
  ),
  fact("If-Modified-Since", "RFC 9110 section 13.1.3", () =>
    l10n.t("Answers 304 to a GET if the target has not changed since that time."),
  ),
  fact("If-None-Match", "RFC 9110 section 13.1.2", () =>
    l10n.t("Answers 304 to a GET if the target still has one of these entity tags."),
  ),
  fact("If-Unmodified-Since", "RFC 9110 section 13.1.4", () =>
    l10n.t("Acts only if the target has not changed since that time."),
  ),
  fact("If-Range", "RFC 9110 section 13.1.5", () =>
    l10n.t("Sends the range only if the target is unchanged, else all of it."),
  ),
  fact("Range", "RFC 9110 section 14.2", () => l10n.t("Asks for a part of what the target stands for.")),
  fact("Max-Forwards", "RFC 9110 section 7.6.2", () => l10n.t("How many proxies may pass an OPTIONS or a TRACE on.")),
  fact("MIME-Version", "RFC 2045 section 4", () =>
    l10n.t("1.0 says that the message follows MIME. SOAP with Attachments and MTOM messages often have it."),
  ),
  fact("Origin", "WHATWG Fetch; RFC 6454 section 7", () =>
    l10n.t("The site that a browser sends the request from; a service decides by it whether a script may."),
  ),
  fact("Pragma", "RFC 9111 section 5.4", () => l10n.t("no-cache for caches of HTTP/1.0. Deprecated.")),
  fact("Prefer", "RFC 7240 section 2", () => l10n.t("What the client would like the service to do, if it can.")),
  fact("Proxy-Authorization", "RFC 9110 section 11.7.2", () => l10n.t("The author's credentials for the proxy.")),
  fact("Referer", "RFC 9110 section 10.1.3", () => l10n.t("Where the client got the target from.")),
  fact("TE", "RFC 9110 section 10.1.4", () =>
    l10n.t("The transfer codings that the response may have; trailers says that trailer fields are read."),
  ),
  fact("Upgrade", "RFC 9110 section 7.8", () => l10n.t("Asks to go on with another protocol on this connection.")),
  fact("User-Agent", "RFC 9110 section 10.1.5", () => l10n.t("The program that makes the request.")),
  fact("Forwarded", "RFC 7239 section 4", () => l10n.t("What a proxy has seen of the client before it.")),
  fact("traceparent", "W3C Trace Context section 3.2", () =>
    l10n.t("The identity of the request in a distributed trace."),
  ),
  fact("tracestate", "W3C Trace Context section 3.3", () => l10n.t("What tracing systems add to traceparent.")),
];

/** The fields that frame or describe a body, of a request or of a response. */
const bodyHeaders: readonly Fact[] = [
  fact("Transfer-Encoding", "RFC 9112 section 6.1", () =>
    l10n.t(
      "How the body is framed on this connection, such as chunked. SOAP requests are framed by Content-Length here; both at once is how requests are smuggled.",
    ),
  ),
  fact("Content-Encoding", "RFC 9110 section 8.4", () =>
    l10n.t("How the body is coded, such as gzip; the media type is that of what comes out of it."),
  ),
  fact("Content-Language", "RFC 9110 section 8.5", () => l10n.t("The language of those whom the body is meant for.")),
  fact("Content-Location", "RFC 9110 section 8.7", () => l10n.t("A URI that stands for just this body.")),
  fact("Date", "RFC 9110 section 6.6.1", () => l10n.t("When the message was made.")),
  fact("Trailer", "RFC 9110 section 6.6.2", () => l10n.t("The names of the fields that follow a chunked body.")),
  fact("Via", "RFC 9110 section 7.6.3", () => l10n.t("The proxies and gateways that the message went through.")),
  fact("Keep-Alive", "RFC 2068 section 19.7.1", () =>
    l10n.t("How long, and for how many requests, the connection is kept. Not of HTTP/1.1 itself."),
  ),
  fact("Link", "RFC 8288 section 3", () => l10n.t("Links to what has to do with the message.")),
];

/** The header fields of a part of a multipart body (MIME). */
export const partHeaders: readonly Fact[] = [
  fact("Content-Type", "RFC 2045 section 5; RFC 2387; XOP section 5", () =>
    l10n.t(
      "The media type of this part. The root part of an MTOM message is application/xop+xml, with the media type of its envelope as type.",
    ),
  ),
  fact("Content-Transfer-Encoding", "RFC 2045 section 6", () =>
    l10n.t("How the part's bytes are written: binary and 8bit as they are, base64 and quoted-printable coded."),
  ),
  fact("Content-ID", "RFC 2045 section 7; RFC 2392", () =>
    l10n.t("The part's identity, in angle brackets. A cid: URI without them, such as in xop:Include, refers to it."),
  ),
  fact("Content-Description", "RFC 2045 section 8", () => l10n.t("Words about the part, for people.")),
  fact("Content-Disposition", "RFC 2183; RFC 6266", () =>
    l10n.t("Whether the content is to be shown or saved, and the name of a file for it."),
  ),
  fact("Content-Location", "RFC 2557 section 4", () => l10n.t("A URI that stands for the part's content.")),
];

const byName = new Map(
  [...partHeaders, ...responseHeaders, ...bodyHeaders, ...requestHeaders].map((one) => [one.name.toLowerCase(), one]),
);
const partsByName = new Map(partHeaders.map((one) => [one.name.toLowerCase(), one]));

/** What a header field of a message means; `undefined` for a name that no standard here has. */
export function headerFact(name: string): Fact | undefined {
  return byName.get(name.toLowerCase());
}

/** What a header field means in a part of a multipart body. */
export function partHeaderFact(name: string): Fact | undefined {
  return partsByName.get(name.toLowerCase()) ?? headerFact(name);
}
