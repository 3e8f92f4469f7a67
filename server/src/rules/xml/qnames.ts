import {
  faultCodeElements,
  isTypeAttribute,
  prefixInContent,
  prefixOfValue,
  XSI_NAMESPACE,
} from "../../soap/qnames.ts";
import type { Span } from "../../text/span.ts";
import { namespaceOf, scopes } from "../../xml/query.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import type { SoapSubject } from "../soap/subject.ts";

/** The undeclared prefixes in values that are qualified names: of xsi:type and of fault codes. In their order there. */
export function* qnamePrefixes({ xml, envelope }: SoapSubject): Generator<Span, void, void> {
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
