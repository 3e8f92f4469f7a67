import * as l10n from "@vscode/l10n";
import {
  faultCodeElements,
  isTypeAttribute,
  prefixInContent,
  prefixOfValue,
  XSI_NAMESPACE,
} from "../../soap/qnames.ts";
import type { Span } from "../../text/span.ts";
import { elements, namespaceOf, scopes } from "../../xml/query.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { replace } from "../edits.ts";
import { hasVariable, type SoapRule, type XmlMessage } from "../soap/xmlMessage.ts";

/** The undeclared prefixes in values that are qualified names: of xsi:type and of fault codes. In their order there. */
export function* qnamePrefixes({ xml, envelope }: XmlMessage): Generator<Span, void, void> {
  if (!xml) return;
  yield* ofTypes(xml);
  for (const element of envelope?.fault ? faultCodeElements(envelope.fault) : []) {
    const prefix = prefixInContent(xml.text, element);
    if (prefix && namespaceOf(xml, element, xml.text.slice(prefix.start, prefix.end)) === undefined) yield prefix;
  }
}

function* ofTypes(xml: XmlDocument): Generator<Span, void, void> {
  // Most messages have none, and needn't be walked.
  const named = xml.text.indexOf(XSI_NAMESPACE, xml.start);
  if (named < 0 || named >= xml.end || !/:type\s*=/.test(xml.text)) return;
  for (const { element, declares } of scopes(xml)) {
    for (const attribute of element.attributes) {
      if (!isTypeAttribute(attribute)) continue;
      const prefix = prefixOfValue(xml.text, attribute.valueStart, attribute.valueEnd);
      if (prefix && !declares(xml.text.slice(prefix.start, prefix.end))) yield prefix;
    }
  }
}

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
