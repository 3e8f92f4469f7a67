import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../../http/facts.ts";

const format = "the .soaphttp format";

/** The directives that may stand above a request (`# @name add`). */
export const directives: readonly Fact[] = [
  fact("name", format, () => l10n.t("A name for the request, unique in the file: # @name add.")),
  fact("title", format, () => l10n.t("What lists show for the request, in the place of the title behind ###.")),
  fact("scheme", format, () =>
    l10n.t(
      "http or https, where the target is a path. Without it: https where the port is 443 or 8443, http otherwise.",
    ),
  ),
  fact("timeout", format, () =>
    l10n.t("How long the service may take until its first byte: 30s, 500ms, 2m, 1h. It wins over the setting."),
  ),
  fact("no-redirect", format, () => l10n.t("Redirects of this request are not followed, whatever the setting is.")),
  fact("note", format, () => l10n.t("A question that is asked before the request is sent.")),
  fact("ignore", format, () => l10n.t("Codes of rules that say nothing about this request.")),
];

export function directiveFact(name: string): Fact | undefined {
  return directives.find((one) => one.name === name);
}
