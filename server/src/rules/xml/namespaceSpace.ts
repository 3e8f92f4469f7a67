import * as l10n from "@vscode/l10n";
import { elements } from "../../xml/query.ts";
import { replace } from "../edits.ts";
import { hasVariable, type SoapRule } from "../soap/subject.ts";

export const namespaceSpace: SoapRule = {
  code: "xml-namespace-space",
  severity: "warning",
  source: "Namespaces in XML 1.0 sections 2.2 and 2.3",
  *check({ text, xml, envelope }) {
    if (!xml) return;
    for (const { attributes } of elements(xml)) {
      for (const { name, prefix, valueStart, valueEnd } of attributes) {
        if (valueStart < 0 || (name !== "xmlns" && prefix !== "xmlns")) continue;
        const at = { start: valueStart, end: valueEnd };
        const typed = text.slice(valueStart, valueEnd);
        // The rule of the Envelope's namespace reports it.
        if (!/\s/.test(typed) || hasVariable(typed) || valueStart === envelope?.namespaceSpan?.start) continue;
        const meant = typed.replace(/\s/g, "");
        if (meant === "") continue;
        yield {
          at,
          message: l10n.t(
            "This namespace contains white space, so it isn't {0}. Namespaces are compared character by character.",
            meant,
          ),
          fixes: () => [{ title: l10n.t("Remove the white space"), edits: [replace(at, meant)] }],
        };
      }
    }
  },
};
