import * as l10n from "@vscode/l10n";
import {
  faultCodeElements,
  isTypeAttribute,
  prefixInContent,
  prefixOfValue,
  XSI_NAMESPACE,
} from "../../soap/qnames.ts";
import { type Span, slice } from "../../text/span.ts";
import { namespaceOf, scopes } from "../../xml/query.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { fix, replace } from "../edits.ts";
import type { Report } from "../rule.ts";
import { hasVariable, namespaceDeclarations, type XmlMessage } from "../soap/xmlMessage.ts";

/** Returns the undeclared prefixes in qualified names: in values of xsi:type, then in fault codes. */
export function* qnamePrefixes({ xml, envelope }: XmlMessage): Generator<Span, void, void> {
  if (!xml) return;
  yield* ofTypes(xml);
  for (const element of envelope?.fault ? faultCodeElements(envelope.fault) : []) {
    const prefix = prefixInContent(xml.text, element);
    if (prefix && namespaceOf(xml, element, slice(xml.text, prefix)) === undefined) yield prefix;
  }
}

function* ofTypes(xml: XmlDocument): Generator<Span, void, void> {
  // Most messages have no xsi:type.
  const named = xml.text.indexOf(XSI_NAMESPACE, xml.start);
  if (named < 0 || named >= xml.end || !/:type\s*=/.test(xml.text)) return;
  for (const { element, declares } of scopes(xml)) {
    for (const attribute of element.attributes) {
      if (!isTypeAttribute(attribute)) continue;
      const prefix = prefixOfValue(xml.text, attribute.valueStart, attribute.valueEnd);
      if (prefix && !declares(slice(xml.text, prefix))) yield prefix;
    }
  }
}

export function* namespaceSpace({ text, xml, envelope }: XmlMessage): Iterable<Report> {
  for (const { valueStart, valueEnd } of xml ? namespaceDeclarations(xml) : []) {
    const at = { start: valueStart, end: valueEnd };
    const typed = slice(text, at);
    // Another rule checks the namespace of the Envelope.
    if (!/\s/.test(typed) || hasVariable(typed) || valueStart === envelope?.namespaceSpan?.start) continue;
    const namespace = typed.replace(/\s/g, "");
    if (namespace === "") continue;
    yield {
      at,
      message: l10n.t(
        "This namespace contains white space, so it isn't {0}. Namespaces are compared character by character.",
        namespace,
      ),
      fixes: () => [fix(l10n.t("Remove the white space"), replace(at, namespace))],
    };
  }
}
