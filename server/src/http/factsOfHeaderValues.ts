import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "./facts.ts";

const connectionOptions: readonly Fact[] = [
  fact("close", "RFC 9112 section 9.6", () => l10n.t("The connection ends after the response.")),
  fact("keep-alive", "RFC 9112 section 9.3", () => l10n.t("The connection stays; in HTTP/1.1 it does so anyway.")),
];

const expectations: readonly Fact[] = [
  fact("100-continue", "RFC 9110 section 10.1.1", () =>
    l10n.t("The service is to answer 100 before the body is sent, or refuse it by its final status."),
  ),
];

const schemes: readonly Fact[] = [
  fact("Basic", "RFC 7617", () =>
    l10n.t("User and password with a colon between, in base64. Readable by all without TLS."),
  ),
  fact("Bearer", "RFC 6750 section 2.1", () => l10n.t("A token; who has it is let in (OAuth 2.0).")),
  fact("Digest", "RFC 7616 section 3.4", () => l10n.t("A proof of the password that answers the service's challenge.")),
  fact("Negotiate", "RFC 4559 section 4", () => l10n.t("Kerberos or NTLM, through SPNEGO.")),
  fact("NTLM", "MS-NTHT", () => l10n.t("Windows' older challenge and response; it holds for a connection.")),
];

const codings: readonly Fact[] = [
  fact("gzip", "RFC 9110 section 8.4.1.3", () => l10n.t("Compressed as gzip does it (RFC 1952).")),
  fact("deflate", "RFC 9110 section 8.4.1.2", () => l10n.t("Compressed in the zlib format (RFC 1950).")),
  fact("br", "RFC 7932", () => l10n.t("Compressed by Brotli.")),
  fact("identity", "RFC 9110 section 12.5.3", () => l10n.t("Not coded at all.")),
];

const transferCodings: readonly Fact[] = [
  fact("chunked", "RFC 9112 section 7.1", () =>
    l10n.t("The body comes in pieces, each with its size before it; an empty one ends it."),
  ),
];

const acceptable: readonly Fact[] = [
  fact("application/soap+xml", "RFC 3902", () => l10n.t("A SOAP 1.2 message.")),
  fact("text/xml", "SOAP 1.1 section 6; RFC 7303 section 9.2", () => l10n.t("A SOAP 1.1 message, or XML.")),
  fact("multipart/related", "RFC 2387", () => l10n.t("A message with attachments: MTOM, or SOAP with Attachments.")),
  fact("application/xop+xml", "XOP section 5", () => l10n.t("The root part of an MTOM message.")),
  fact("application/xml", "RFC 7303 section 9.1", () => l10n.t("XML, but no SOAP message.")),
  fact("*/*", "RFC 9110 section 12.5.1", () => l10n.t("Anything.")),
];

const cacheDirectives: readonly Fact[] = [
  fact("no-cache", "RFC 9111 section 5.2.1.4", () => l10n.t("A stored response isn't to be used unasked.")),
  fact("no-store", "RFC 9111 section 5.2.1.5", () => l10n.t("Nothing of the exchange is to be stored.")),
];

const partCodings: readonly Fact[] = [
  fact("binary", "RFC 2045 section 6.2", () => l10n.t("The bytes as they are.")),
  fact("8bit", "RFC 2045 section 6.2", () => l10n.t("Lines of text, with any bytes in them, as they are.")),
  fact("7bit", "RFC 2045 section 6.2", () => l10n.t("Lines of US-ASCII, as they are.")),
  fact("base64", "RFC 2045 section 6.8", () => l10n.t("Four characters for three bytes.")),
  fact("quoted-printable", "RFC 2045 section 6.7", () => l10n.t("Text, with =XX for what is not US-ASCII.")),
];

const mimeVersions: readonly Fact[] = [fact("1.0", "RFC 2045 section 4", () => l10n.t("The only version there is."))];

const byField: ReadonlyMap<string, readonly Fact[]> = new Map([
  ["accept", acceptable],
  ["accept-encoding", codings],
  ["authorization", schemes],
  ["cache-control", cacheDirectives],
  ["connection", connectionOptions],
  ["content-encoding", codings],
  ["content-transfer-encoding", partCodings],
  ["content-type", acceptable],
  ["expect", expectations],
  ["mime-version", mimeVersions],
  ["pragma", cacheDirectives.filter(({ name }) => name === "no-cache")],
  ["proxy-authenticate", schemes],
  ["proxy-authorization", schemes],
  ["te", [fact("trailers", "RFC 9110 section 10.1.4", () => l10n.t("Fields after a chunked body are read."))]],
  ["transfer-encoding", transferCodings],
  ["www-authenticate", schemes],
]);

/** The words that the value of a field may be, or begin with. */
export function headerValueFacts(field: string): readonly Fact[] {
  return byField.get(field.toLowerCase()) ?? [];
}

/** What a word in the value of a field means. */
export function headerValueFact(field: string, word: string): Fact | undefined {
  return headerValueFacts(field).find(({ name }) => name.toLowerCase() === word.toLowerCase());
}

/** Parameters of the media types that SOAP messages have. */
export const mediaTypeParameters: readonly Fact[] = [
  fact("charset", "RFC 7303 section 3; RFC 3902", () =>
    l10n.t("The charset of the body. It wins over the encoding of the XML declaration."),
  ),
  fact("action", "RFC 3902; SOAP 1.2 part 2 section 6.5", () =>
    l10n.t("The intent of a SOAP 1.2 message, a URI; what the SOAPAction header is in SOAP 1.1."),
  ),
  fact("boundary", "RFC 2046 section 5.1.1", () =>
    l10n.t("The line that divides the parts, without the two hyphens before it there."),
  ),
  fact("type", "RFC 2387 section 3.1", () => l10n.t("The media type of the root part.")),
  fact("start", "RFC 2387 section 3.2", () =>
    l10n.t("The Content-ID of the root part; without it, the first part is the root."),
  ),
  fact("start-info", "RFC 2387 section 3.3; MTOM section 4.2", () =>
    l10n.t("In an MTOM message: the media type of the envelope."),
  ),
];

/** @param name in any case */
export function mediaTypeParameterFact(name: string): Fact | undefined {
  return mediaTypeParameters.find((one) => one.name === name.toLowerCase());
}
