import * as l10n from "@vscode/l10n";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { attributeAt, attributeValue, elementAt, elements } from "../../xml/query.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { type Rename, refused, replaced } from "./result.ts";

/** A namespace name, in every declaration of the request that has it. */
export function namespaceName({ xml, text }: Message, offset: number): Rename | undefined {
  const element = xml && elementAt(xml, offset);
  const attribute = element && offset < element.startTagEnd ? attributeAt(element, offset) : undefined;
  if (!xml || !attribute || attribute.namespace !== XMLNS_NAMESPACE) return undefined;
  const { valueStart, valueEnd } = attribute;
  if (valueStart < 0 || offset < valueStart || offset > valueEnd || valueStart === valueEnd) return undefined;
  const namespace = attributeValue(xml, attribute) ?? "";
  return {
    kind: "renamable",
    at: { start: valueStart, end: valueEnd },
    name: text.slice(valueStart, valueEnd),
    to(newName) {
      if (/^[^\s<>"'&]+(?:&(?:amp|apos|quot|lt|gt|#\d+|#x[\dA-Fa-f]+);[^\s<>"'&]*)*$/.test(newName)) {
        return replaced(declarationsOf(xml, namespace), newName);
      }
      return refused(
        newName === ""
          ? l10n.t("Enter a namespace: a URI such as {0}.", namespace)
          : l10n.t(
              "{0} isn't a valid namespace. Enter a URI without white space, <, >, or quotes, and with &amp; for &.",
              newName,
            ),
      );
    },
  };
}

function* declarationsOf(xml: XmlDocument, namespace: string): Generator<Span, void, void> {
  for (const { attributes } of elements(xml)) {
    for (const one of attributes) {
      if (one.namespace !== XMLNS_NAMESPACE || one.valueStart < 0 || attributeValue(xml, one) !== namespace) continue;
      yield { start: one.valueStart, end: one.valueEnd };
    }
  }
}
