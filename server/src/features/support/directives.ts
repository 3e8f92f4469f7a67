import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../../http/facts.ts";

const format = "the .soaphttp format";

/** The directives that may stand above a request (`# @name add`). */
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
  fact("note", format, () => l10n.t("A question to ask before the request is sent.")),
  fact("ignore", format, () => l10n.t("Codes of rules to ignore for this request.")),
];

export function directiveFact(name: string): Fact | undefined {
  return directives.find((one) => one.name === name);
}
