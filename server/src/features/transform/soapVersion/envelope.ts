import { remove } from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { blockEdits } from "../../../rules/soap/attributes.ts";
import { removeAttribute } from "../../../rules/soap/subject.ts";
import type { Envelope } from "../../../soap/envelope.ts";
import {
  encodingNamespaces,
  envelopeNamespaces,
  otherVersion,
  type SoapVersion,
  ultimateReceiver,
  versionOfNamespace,
} from "../../../soap/facts.ts";
import { XMLNS_NAMESPACE } from "../../../xml/names.ts";
import { attributeValue, elements } from "../../../xml/query.ts";
import type { XmlElement } from "../../../xml/tree.ts";
import { encodingEdits } from "./encoding.ts";

/** What turns an envelope into one of the other version, its Fault left as it is. Spans as in its tree. */
export function envelopeEdits(envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const own = [...ownElements(envelope)];
  return [
    ...own.flatMap((element) => declarationEdits(envelope, element, to)),
    ...envelope.headerBlocks.flatMap(({ element }) => headerBlockEdits(envelope, element, to)),
    ...encodingEdits(envelope, own, to),
  ];
}

/** All elements but those of an envelope that is itself the content of this one: that is data. */
function* ownElements({ document, element: root }: Envelope): Generator<XmlElement, void, void> {
  let end = 0;
  for (const element of elements(document)) {
    if (element.start < end) continue;
    if (element !== root && element.local === "Envelope" && versionOfNamespace(element.namespace)) end = element.end;
    else yield element;
  }
}

function declarationEdits({ document }: Envelope, { attributes }: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  return attributes.flatMap((one) => {
    if (one.namespace !== XMLNS_NAMESPACE || one.valueStart < 0) return [];
    const value = attributeValue(document, one);
    const names = [envelopeNamespaces, encodingNamespaces].find((namespaces) => namespaces[from] === value);
    return names ? [{ start: one.valueStart, end: one.valueEnd, newText: names[to] }] : [];
  });
}

/** SOAP 1.1 says by the absence of an actor what SOAP 1.2 has a role for (SOAP 1.2 part 1 section 2.2). */
function headerBlockEdits({ document }: Envelope, element: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  const edits = blockEdits(document, element, from, to);
  const last =
    to === "1.1"
      ? element.attributes.find(
          (one) =>
            one.local === "role" &&
            one.namespace === envelopeNamespaces[from] &&
            attributeValue(document, one)?.trim() === ultimateReceiver,
        )
      : undefined;
  if (!last) return edits;
  const gone = remove(removeAttribute(document.text, last));
  return [...edits.filter(({ start, end }) => end <= gone.start || start >= gone.end), gone];
}
