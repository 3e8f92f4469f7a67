import * as l10n from "@vscode/l10n";
import { fieldNamed, fieldValue } from "../../response/parse.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import { mediaTypes } from "../../soap/facts.ts";
import { oneLine } from "../../text/lines.ts";
import type { Report } from "../rule.ts";

/** Explains a status that refuses the request, using the fields of the response. */
export function* refusal(received: ReceivedMessage): Iterable<Report> {
  const { statusLine } = received.response;
  const message = statusLine && explanations.get(statusLine.code)?.(received);
  // Another message reports that the credentials of the request failed.
  const isExplained = statusLine?.code === 401 && received.facts?.request.hasAuthentication;
  if (statusLine && message !== undefined && !isExplained) yield { at: statusLine.status, message };
}

type Explain = (received: ReceivedMessage) => string;

/** The explanations by status code (RFC 9110 sections 15.5 and 15.6). */
const explanations: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  [401, unauthorized],
  [403, () => l10n.t("The service refuses the request. Check what its credentials or its client certificate allow.")],
  [404, () => l10n.t("The service has nothing at this path. Compare the path with the address in the WSDL.")],
  [405, methodNotAllowed],
  [413, () => l10n.t("The body is larger than the service accepts. Shorten it, or ask the operator for the limit.")],
  [415, unsupportedType],
  [503, unavailable],
]);

function unauthorized(received: ReceivedMessage): string {
  const schemes = schemesOf(value(received, "www-authenticate") ?? "");
  const [first = ""] = schemes;
  if (first === "") return l10n.t("The service requires credentials. The response doesn't say which.");
  const usable = schemes.find((scheme) => credentials.has(scheme.toLowerCase()));
  if (usable === undefined && schemes.some((scheme) => /^negotiate$/i.test(scheme))) {
    const choices = ["# @auth negotiate", credentials.get("ntlm") ?? ""];
    return l10n.t(
      "The service requires a login with Negotiate. Above the request, add {0} for Kerberos, or {1}.",
      ...choices,
    );
  }
  const credential = credentials.get(usable?.toLowerCase() ?? "") ?? "";
  if (usable === undefined) {
    return l10n.t("The service requires a login with {0}, which isn't supported here.", schemes.join(", "));
  }
  return credential.startsWith("#")
    ? l10n.t("The service requires a login with {0}. Add {1} above the request.", usable, credential)
    : l10n.t("The service requires a login with {0}. Add {1}.", usable, `Authorization: ${usable} ${credential}`);
}

/** What to write in a request for an authentication scheme: a header, or a directive. The schemes are in lower case. */
const credentials: ReadonlyMap<string, string> = new Map([
  ["basic", "{{$basic user password}}"],
  ["bearer", "{{$secret token}}"],
  ["digest", "# @auth digest user password"],
  ["ntlm", "# @auth ntlm DOMAIN\\user password"],
]);

/** The schemes in challenges such as `Digest realm="a, b", Basic` (RFC 9110 section 11.6.1). */
function schemesOf(challenges: string): readonly string[] {
  const unquoted = challenges
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('""');
  const quoted = unquoted
    .split(",")
    .flatMap((part) => /^[ \t]*([\w!#$%&'*+.^`|~-]+)(?=[ \t]+\S|[ \t]*$)/.exec(part)?.[1] ?? []);
  return [...new Set(quoted)];
}

function methodNotAllowed(received: ReceivedMessage): string {
  const allowed = value(received, "allow");
  return allowed
    ? l10n.t("This path doesn't allow the method of the request, only {0}. Check the path and the method.", allowed)
    : l10n.t("This path doesn't allow the method of the request. Check the path and the method.");
}

function unsupportedType(received: ReceivedMessage): string {
  const coding = value(received, "accept-encoding");
  if (coding) return l10n.t("The service accepts only these content codings: {0}. Correct Content-Encoding.", coding);
  const types = value(received, "accept-post") ?? value(received, "accept");
  if (types) return l10n.t("The service accepts only {0}. Correct Content-Type.", types);
  return received.facts?.request.soapVersion === "1.2"
    ? l10n.t("The service doesn't accept this Content-Type. It may support only SOAP 1.1, with {0}.", mediaTypes["1.1"])
    : l10n.t(
        "The service doesn't accept this Content-Type. SOAP 1.1 uses {0}, SOAP 1.2 {1}.",
        mediaTypes["1.1"],
        mediaTypes["1.2"],
      );
}

function unavailable(received: ReceivedMessage): string {
  const after = value(received, "retry-after");
  if (!after) return l10n.t("The service is down or overloaded. Send the request again later.");
  return /^\d+$/.test(after)
    ? l10n.t("The service is down or overloaded. Send the request again in {0} s.", after)
    : l10n.t("The service is down or overloaded. Send the request again after {0}.", after);
}

/** The value of a field, in one line; `undefined` if the field is missing. */
function value({ response }: ReceivedMessage, name: string): string | undefined {
  const field = fieldNamed(response, name);
  return field && oneLine(fieldValue(response.text, field), longestValue);
}

/** Maximum length of a quoted value, in UTF-16 units. */
const longestValue = 200;
