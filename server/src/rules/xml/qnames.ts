import { childElements } from "../../soap/envelope.ts";
import type { Span } from "../../text/span.ts";
import { namespaceOf, scopes } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { SoapSubject } from "../soap/subject.ts";

const XSI = "http://www.w3.org/2001/XMLSchema-instance";

/** The undeclared prefixes in values that are qualified names: of xsi:type and of fault codes. In their order there. */
export function* qnamePrefixes({ xml, envelope }: SoapSubject): Generator<Span, void, void> {
  if (!xml) return;
  yield* ofTypes(xml);
  for (const element of envelope?.fault ? faultCodes(envelope.fault) : []) {
    const text = element.children[0];
    if (element.children.length !== 1 || text?.kind !== "text") continue;
    const prefix = prefixOf(xml.text, text.start, text.end);
    if (prefix && namespaceOf(xml, element, xml.text.slice(prefix.start, prefix.end)) === undefined) yield prefix;
  }
}

function* ofTypes(xml: XmlDocument): Generator<Span, void, void> {
  // Most messages have none, and needn't be walked.
  const named = xml.text.indexOf(XSI, xml.start);
  if (named < 0 || named >= xml.end) return;
  for (const { element, declares } of scopes(xml)) {
    for (const { local, namespace, valueStart, valueEnd } of element.attributes) {
      if (local !== "type" || namespace !== XSI || valueStart < 0) continue;
      const prefix = prefixOf(xml.text, valueStart, valueEnd);
      if (prefix && !declares(xml.text.slice(prefix.start, prefix.end))) yield prefix;
    }
  }
}

/** SOAP 1.1 section 4.4: faultcode. SOAP 1.2 part 1 section 5.4: the Value of Code and of its Subcodes. */
function* faultCodes(fault: XmlElement): Generator<XmlElement, void, void> {
  let code: XmlElement | undefined;
  for (const child of childElements(fault)) {
    if (child.local === "faultcode") yield child;
    else if (child.local === "Code") code ??= child;
  }
  while (code) {
    const children: readonly XmlElement[] = childElements(code);
    for (const child of children) if (child.local === "Value") yield child;
    code = children.find(({ local }) => local === "Subcode");
  }
}

/** The prefix of `prefix:local`; `undefined` where the text is something else, or a reference or variable is in it. */
function prefixOf(text: string, from: number, to: number): Span | undefined {
  if (to - from > 1000) return undefined;
  const match = /^(\s*)([^\s:{}&<>]+):[^\s:{}&<>]+\s*$/.exec(text.slice(from, to));
  const [, space = "", prefix = ""] = match ?? [];
  return match ? { start: from + space.length, end: from + space.length + prefix.length } : undefined;
}
