import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../../http/facts.ts";
import { testFacts } from "./testFacts.ts";

const usernameToken = "WS-Security UsernameToken Profile 1.0 section 3.1";
const timestamp = "WS-Security 1.0 SOAP Message Security section 10";

/** A built-in variable; `name` is its first word, such as `$guid`. */
interface BuiltIn extends Fact {
  /** With an example of each argument. */
  readonly usage: string;
}

const format = "the .soaphttp format";

function builtIn(usage: string, meaning: () => string, source = format): BuiltIn {
  return { ...fact(usage.split(" ")[0] ?? usage, source, meaning), usage };
}

export const builtIns: readonly BuiltIn[] = [
  builtIn("$contentLength", () => l10n.t("The number of bytes in the body, counted when the request is sent.")),
  builtIn("$guid", () => l10n.t("A new UUID each time the request is sent.")),
  builtIn("$timestamp", () => l10n.t("Seconds since 1970 in UTC. You can add an offset: $timestamp -1 d.")),
  builtIn("$datetime iso8601", () =>
    l10n.t("The time of sending: iso8601, rfc1123, or a format in quotes. You can add an offset such as 5 m."),
  ),
  builtIn("$randomInt 1 1000", () =>
    l10n.t("A random integer, from the first number up to but not including the second."),
  ),
  builtIn(
    "$wsse.nonce",
    () => l10n.t("16 random bytes in Base64 for a Nonce. All occurrences in a request have the same value."),
    usernameToken,
  ),
  builtIn("$wsse.created", () => l10n.t("The time of sending in UTC for Created, without fractions."), usernameToken),
  builtIn("$wsu.created", () => l10n.t("The time of sending in UTC for Created, without fractions."), timestamp),
  builtIn(
    "$wsu.expires 5 m",
    () => l10n.t("$wsu.created plus this duration, for Expires. The units are those of $datetime. Default: 5 minutes."),
    timestamp,
  ),
  builtIn(
    "$wsse.digest password",
    () => l10n.t("The SHA-1 hash of the Nonce, the Created and the password of its UsernameToken, in base64."),
    usernameToken,
  ),
  builtIn("$basic user password", () =>
    l10n.t('User and password for "Authorization: Basic", in Base64: names of variables, or text in double quotes.'),
  ),
  builtIn(
    '$signature NAME parts="Body Timestamp"',
    () => l10n.t("An XML Signature with a key, at the end of wsse:Security. It is computed when the request is sent."),
    "WS-Security 1.1 section 8",
  ),
  builtIn(
    "$certificate NAME",
    () => l10n.t("The certificate of a key, in Base64, as the content of wsse:BinarySecurityToken."),
    "WS-Security X.509 Token Profile 1.1 section 3.1",
  ),
  builtIn("$processEnv NAME", () => l10n.t("An environment variable of VS Code.")),
  builtIn("$dotenv NAME", () => l10n.t("A variable in the .env file next to this file.")),
  builtIn("$secret name", () =>
    l10n.t("A secret that VS Code stores. You enter it once, and it is never written to a file."),
  ),
];

/** @param reference the text between the braces, with arguments */
export function builtInVariable(reference: string): BuiltIn | undefined {
  const [word] = reference.split(/[ \t]/);
  return builtIns.find(({ name }) => name === word);
}

export const directives: readonly Fact[] = [
  fact("name", format, () => l10n.t("A name for the request, unique in the file: # @name add.")),
  fact("title", format, () => l10n.t("The name of the request in lists, instead of the title after ###.")),
  fact("scheme", format, () =>
    l10n.t("http or https, if the target is a path. Default: https for port 443 or 8443, otherwise http."),
  ),
  fact("timeout", format, () =>
    l10n.t("The maximum time until the first byte of the response: 30s, 500ms, 2m, 1h. Overrides the setting."),
  ),
  fact("no-redirect", format, () => l10n.t("Doesn't follow redirects of this request, regardless of the setting.")),
  fact("auth", format, () =>
    l10n.t(
      "Answers a challenge of the service with user and password: # @auth digest user password, or # @auth ntlm DOMAIN\\user password.",
    ),
  ),
  fact("note", format, () => l10n.t("A question to ask before the request is sent.")),
  fact("ignore", format, () => l10n.t("Codes of rules to ignore for this request.")),
  fact("wsdl", format, () => l10n.t("The WSDL of the request's service: a path or an address.")),
  fact("operation", format, () =>
    l10n.t("The operation of the request if its text doesn't say which one: Operation, or Service/Port/Operation."),
  ),
  fact("no-wsdl", format, () => l10n.t("The request belongs to no WSDL.")),
  ...testFacts,
];

export function directiveFact(name: string): Fact | undefined {
  return directives.find((one) => one.name === name);
}
