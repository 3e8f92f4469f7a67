import { CompletionItemKind } from "vscode-languageserver-types";
import { faultCodeFacts, uriFact } from "../../soap/documentation.ts";
import { addressingNamespace, envelopeNamespaces } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type Completion, documentation } from "./item.ts";

/** The text of an element that holds one of a few values: fault codes, addresses. `undefined` for all others. */
export function completeText(
  document: XmlDocument,
  element: XmlElement,
  replace: Span,
): readonly Completion[] | undefined {
  if (holdsCode(element)) return codes(document, element, replace);
  if (element.local === "Address" && element.namespace === addressingNamespace) {
    return ["anonymous", "none"].map((word, order) => {
      const uri = `${addressingNamespace}/${word}`;
      const known = uriFact(uri);
      return {
        label: uri,
        kind: CompletionItemKind.Constant,
        replace,
        insert: uri,
        documentation: known && documentation(known),
        order,
      };
    });
  }
  return undefined;
}

function holdsCode({ local, namespace, parent }: XmlElement): boolean {
  if (local === "faultcode") return parent?.local === "Fault" && parent.namespace === envelopeNamespaces["1.1"];
  return local === "Value" && namespace === envelopeNamespaces["1.2"];
}

/** The codes of every namespace that has some and a prefix here; a Value of Code takes SOAP's own alone. */
function codes(document: XmlDocument, element: XmlElement, replace: Span): Completion[] {
  const isSubcode = element.parent?.local === "Subcode";
  const isOpen = isSubcode || element.local === "faultcode";
  return [...prefixesIn(document, element)].flatMap(([prefix, namespace]) => {
    const isSoap = Object.values(envelopeNamespaces).includes(namespace);
    if (prefix === "" || (isSoap ? isSubcode : !isOpen)) return [];
    return faultCodeFacts(namespace).map((one, index) => ({
      label: `${prefix}:${one.name}`,
      kind: CompletionItemKind.EnumMember,
      replace,
      insert: `${prefix}:${one.name}`,
      documentation: documentation(one),
      order: (isSoap ? 0 : 10) + index,
    }));
  });
}
