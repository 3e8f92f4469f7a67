import * as l10n from "@vscode/l10n";
import { toBinary } from "../../../../server/src/text/base64.ts";
import { largestContractFile } from "../../../../server/src/text/limits.ts";
import { ownRequest } from "../../transport/ownRequest.ts";
import { isRedirect } from "../../transport/redirect.ts";
import { listTokens, valuesOfField } from "../../transport/responseHead.ts";
import type { Failure, Response } from "../../transport/result.ts";
import type { SendOptions, Transport, TransportRequest } from "../../transport/transport.ts";
import type { Shell } from "../failures/explanation.ts";
import { explain } from "../failures/failures.ts";

/** Timeout in milliseconds, as in `SendOptions`. */
const timeout = 30_000;

export type FetchedDocument =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** `why`: sentences for the user. */
  | { readonly kind: "refused"; readonly why: string }
  /** The server requires a user name and a password (Basic). */
  | { readonly kind: "credentials"; readonly why: string };

export interface FetchOptions extends GetOptions, Pick<SendOptions, "signal" | "tls"> {
  readonly transport: Transport;
  readonly shell: Shell;
}

/** Gets a WSDL or a schema from an http or https address. Redirects are followed on the same origin only. Never rejects. */
export async function fetchDocument(address: string, options: FetchOptions): Promise<FetchedDocument> {
  const { transport, shell, signal, tls } = options;
  const url = fetchableUrl(address);
  if (typeof url === "string") return { kind: "refused", why: url };
  const result = await transport.send(getRequest(url, options), {
    signal,
    timeout,
    maxBytes: largestContractFile,
    redirects: "sameOrigin",
    ...(tls === undefined ? {} : { tls }),
  });
  return result.kind === "response" ? documentOf(result, shell) : { kind: "refused", why: whyOf(result, shell) };
}

/** The URL of an address from which a document can be fetched; otherwise a sentence that says why it can't. */
export function fetchableUrl(address: string): URL | string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return l10n.t("The address is not a URL.");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return l10n.t("The address must begin with http:// or https://.");
  }
  return /^https?:\/\/[^/?#]*@/.test(url.href)
    ? l10n.t("The address must not contain a user name or a password.")
    : url;
}

function documentOf(response: Response, shell: Shell): FetchedDocument {
  const { status, reason, body } = response;
  const words = `${status} ${reason}`.trim();
  if (status === 200) {
    return isWebPage(body) ? { kind: "refused", why: webPage(shell) } : { kind: "bytes", bytes: body };
  }
  if (status === 401) return unauthorized(response, words, shell);
  if (isRedirect(status)) {
    const [location = ""] = valuesOfField(response.fields, "location");
    const why = l10n.t("The server redirects to {0}. Use that address if you trust it.", location);
    return { kind: "refused", why };
  }
  return { kind: "refused", why: l10n.t("The server responded with {0}.", words) };
}

/** For status 401. Only Basic can be entered. If CORS hides WWW-Authenticate, the user is asked, too. */
function unauthorized({ fields }: Response, words: string, shell: Shell): FetchedDocument {
  const schemes = listTokens(fields, "www-authenticate").flatMap(
    (one) => /^[!#$%&'*+.^`|~\w-]+(?= |$)/.exec(one) ?? [],
  );
  const why = l10n.t("The server requires credentials ({0}).", words);
  if (schemes.length === 0 || schemes.includes("basic")) return { kind: "credentials", why };
  const unsupported = l10n.t("It accepts only: {0}.", schemes.join(", "));
  return { kind: "refused", why: `${why} ${unsupported} ${saveInstead(shell)}` };
}

function whyOf(failure: Failure, shell: Shell): string {
  const { cause, remedies } = explain(failure, shell);
  if (failure.kind === "cors") {
    return `${l10n.t("The server doesn't allow this page to read it (CORS).")} ${saveInstead(shell)}`;
  }
  if (failure.kind === "redirect-hidden") {
    const hidden = l10n.t("The server redirects to an address that the browser doesn't show.");
    return `${hidden} ${saveInstead(shell)}`;
  }
  if (failure.kind === "mixed-content") return `${cause} ${saveInstead(shell)}`;
  // Other remedies are about the text of a request, which a document doesn't have.
  const helps = shell !== "cli" && (failure.kind === "tls" || failure.kind === "proxy");
  return [cause, ...(helps ? remedies : [])].join(" ");
}

function saveInstead(shell: Shell): string {
  return shell === "cli"
    ? "Save the WSDL to a file and specify that."
    : l10n.t("Download it with your browser and save it beside the requests.");
}

function webPage(shell: Shell): string {
  const text = l10n.t(
    "The server responded with a web page, which may be a login page or the description of the service. The WSDL of a service is often at its address with ?wsdl.",
  );
  return `${text} ${saveInstead(shell)}`;
}

/** Maximum bytes of a document that are searched for its first tag. */
const searched = 1024;

function isWebPage(body: Uint8Array): boolean {
  // In UTF-16, every other byte of ASCII is zero.
  const start = toBinary(body.subarray(0, searched)).replaceAll("\0", "");
  const [, name] = /<(?:!doctype\s)?\s*([a-z][\w:-]*)/i.exec(start) ?? [];
  return name?.toLowerCase() === "html";
}

interface GetOptions {
  readonly userAgent: string;
  /** Value of the Authorization header; undefined to send none. */
  readonly authorization?: string | undefined;
  readonly headers?: readonly { readonly name: string; readonly value: string }[] | undefined;
}

/** A GET request for a WSDL or a schema at an http or https URL. User information in the URL is not sent. */
function getRequest(url: URL, { userAgent, authorization, headers = [] }: GetOptions): TransportRequest {
  return ownRequest("GET", url, [
    { name: "User-Agent", value: userAgent },
    { name: "Accept", value: "application/wsdl+xml, text/xml, application/xml, */*;q=0.1" },
    ...(authorization === undefined ? [] : [{ name: "Authorization", value: authorization }]),
    ...headers,
    { name: "Connection", value: "close" },
  ]);
}
