import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "./facts.ts";

/** The header fields that only a response has. */
export const responseHeaders: readonly Fact[] = [
  fact("Accept-Ranges", "RFC 9110 section 14.3", () => l10n.t("Whether the service takes requests for a range.")),
  fact("Access-Control-Allow-Credentials", "WHATWG Fetch", () =>
    l10n.t("true lets a browser's script read a response that was asked for with cookies or credentials."),
  ),
  fact("Access-Control-Allow-Headers", "WHATWG Fetch", () =>
    l10n.t("The request headers that a browser's script may set; SOAP needs Content-Type and SOAPAction there."),
  ),
  fact("Access-Control-Allow-Methods", "WHATWG Fetch", () => l10n.t("The methods that a browser's script may use.")),
  fact("Access-Control-Allow-Origin", "WHATWG Fetch", () =>
    l10n.t("The site whose scripts may read the response, or * for any. Without it, a browser hides the response."),
  ),
  fact("Access-Control-Expose-Headers", "WHATWG Fetch", () =>
    l10n.t("The response headers that a browser's script may read besides the few that it always may."),
  ),
  fact("Access-Control-Max-Age", "WHATWG Fetch", () =>
    l10n.t("For how many seconds a browser need not ask again (preflight)."),
  ),
  fact("Age", "RFC 9111 section 5.1", () => l10n.t("For how many seconds the response has been in a cache.")),
  fact("Allow", "RFC 9110 section 10.2.1", () => l10n.t("The methods that the target takes; comes with a 405.")),
  fact("Alt-Svc", "RFC 7838 section 3", () => l10n.t("Where else, and by which protocol, the service is reached.")),
  fact("Authentication-Info", "RFC 9110 section 11.6.3", () =>
    l10n.t("What follows from credentials that were taken."),
  ),
  fact("Content-Range", "RFC 9110 section 14.4", () => l10n.t("Which part of the whole the body is.")),
  fact("Content-Security-Policy", "W3C Content Security Policy", () =>
    l10n.t("What a page may load and run, in a browser. Means nothing to a SOAP client."),
  ),
  fact("ETag", "RFC 9110 section 8.8.3", () => l10n.t("A mark of this state of the target, for later conditions.")),
  fact("Expires", "RFC 9111 section 5.3", () => l10n.t("When the response goes stale in a cache.")),
  fact("Last-Modified", "RFC 9110 section 8.8.2", () => l10n.t("When the target was last changed.")),
  fact("Location", "RFC 9110 section 10.2.2", () =>
    l10n.t("Where to go: the new target of a redirect (3xx), or what a request has made (201)."),
  ),
  fact("Proxy-Authenticate", "RFC 9110 section 11.7.1", () =>
    l10n.t("Which credentials the proxy wants; comes with a 407."),
  ),
  fact("Retry-After", "RFC 9110 section 10.2.3", () =>
    l10n.t("When to try again: a number of seconds, or a time. Comes with 503, 429 and redirects."),
  ),
  fact("Server", "RFC 9110 section 10.2.4", () => l10n.t("The program that answers.")),
  fact("Set-Cookie", "RFC 6265 section 4.1", () => l10n.t("What the client is to send back as Cookie.")),
  fact("Strict-Transport-Security", "RFC 6797 section 6.1", () =>
    l10n.t("For how long the host is to be reached by https only."),
  ),
  fact("Vary", "RFC 9110 section 12.5.5", () => l10n.t("The request headers that the response depends on.")),
  fact("WWW-Authenticate", "RFC 9110 section 11.6.1", () =>
    l10n.t("Which credentials the service wants: schemes, with what they need. Comes with a 401."),
  ),
  fact("X-Content-Type-Options", "WHATWG Fetch", () =>
    l10n.t("nosniff keeps a browser from guessing another media type than the one that is given."),
  ),
];
