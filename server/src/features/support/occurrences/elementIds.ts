import { encodingNamespaces } from "../../../soap/facts.ts";
import { attributeAt, elementAt, elements } from "../../../xml/query.ts";
import type { XmlAttribute, XmlDocument } from "../../../xml/tree.ts";
import type { Section } from "../section.ts";
import { holds, type Occurrence, type Occurrences, occurrences } from "./occurrence.ts";

/** The element that has an id, and the attributes that name it by that (`href="#id"`). */
export function elementIdOccurrences({ xml }: Section, offset: number): Occurrences | undefined {
  const element = xml && (elementAt(xml, offset) ?? elementAt(xml, offset - 1));
  const attribute = element && offset <= element.startTagEnd ? attributeAt(element, offset) : undefined;
  const here = xml && attribute && nameIn(xml, attribute);
  if (!here || !holds(here.at, offset)) return undefined;
  return occurrences(here.at, occurrencesOf(xml, here.id));
}

function* occurrencesOf(xml: XmlDocument, id: string): Generator<Occurrence, void, void> {
  for (const element of elements(xml)) {
    for (const attribute of element.attributes) {
      const found = nameIn(xml, attribute);
      if (found?.id !== id) continue;
      const whole = { start: element.start, end: element.end };
      yield found.defines ? { ...found.at, role: "definition", whole } : { ...found.at, role: "use" };
    }
  }
}

interface IdName {
  readonly id: string;
  readonly at: { readonly start: number; readonly end: number };
  readonly defines: boolean;
}

/**
 * An id in the value of an attribute. Without a schema a name tells: `id` of SOAP encoding, `wsu:Id`, `xml:id`, `ID`,
 * `AssertionID` of SAML 1.1; `href` of SOAP 1.1 section 5.4.1, `URI` of XML Signature and WS-Security, and `ref` of
 * SOAP 1.2 part 2 section 3.1.5.3, which has no `#`.
 */
function nameIn({ text }: XmlDocument, { local, namespace, valueStart, valueEnd }: XmlAttribute): IdName | undefined {
  if (valueStart < 0 || valueEnd - valueStart > 1000 || valueStart === valueEnd) return undefined;
  const value = text.slice(valueStart, valueEnd);
  const at = { start: valueStart, end: valueEnd };
  if (/^id$/i.test(local) || local === "AssertionID") return { id: value, at, defines: true };
  if (local === "ref" && namespace === encodingNamespaces["1.2"]) return { id: value, at, defines: false };
  if ((local !== "href" && local !== "URI") || value.length < 2 || !value.startsWith("#")) return undefined;
  return { id: value.slice(1), at: { start: valueStart + 1, end: valueEnd }, defines: false };
}
