import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../../http/facts.ts";
import { testFacts } from "./testFacts.ts";

const format = "the .soaphttp format";

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
