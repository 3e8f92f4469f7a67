import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "./facts.ts";

/** The methods of HTTP, those of SOAP first. */
export const methods: readonly Fact[] = [
  fact("POST", "RFC 9110 section 9.3.3; SOAP 1.2 part 2 section 7.5.1", () =>
    l10n.t("Sends the body to the target, which does with it what it is there for. A SOAP request is a POST."),
  ),
  fact("GET", "RFC 9110 section 9.3.1; SOAP 1.2 part 2 section 6.3", () =>
    l10n.t("Asks for what the target stands for, without a body: a service's WSDL (?wsdl), or a SOAP response."),
  ),
  fact("HEAD", "RFC 9110 section 9.3.2", () => l10n.t("As GET, but the response has no body. SOAP does not use it.")),
  fact("PUT", "RFC 9110 section 9.3.4", () =>
    l10n.t("Puts the body in the place of what the target stands for. SOAP does not use it."),
  ),
  fact("DELETE", "RFC 9110 section 9.3.5", () => l10n.t("Removes what the target stands for. SOAP does not use it.")),
  fact("CONNECT", "RFC 9110 section 9.3.6", () => l10n.t("Asks a proxy for a tunnel. SOAP does not use it.")),
  fact("OPTIONS", "RFC 9110 section 9.3.7", () =>
    l10n.t("Asks what may be done with the target; a browser's CORS preflight is one. SOAP does not use it."),
  ),
  fact("TRACE", "RFC 9110 section 9.3.8", () => l10n.t("Has the request sent back. SOAP does not use it.")),
  fact("PATCH", "RFC 5789 section 2", () =>
    l10n.t("Changes a part of what the target stands for. SOAP does not use it."),
  ),
];

/** The methods that a SOAP message is sent with. */
export const soapMethods: readonly Fact[] = methods.filter(({ name }) => name === "POST" || name === "GET");

/** Of a method as typed: methods are case-sensitive, but `post` is meant as POST. */
export function methodFact(method: string): Fact | undefined {
  return methods.find(({ name }) => name === method.toUpperCase());
}
