import * as l10n from "@vscode/l10n";
import { trimmed } from "../../text/span.ts";
import { elementsWith, walkWith } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { fix } from "../edits.ts";
import type { Report } from "../rule.ts";
import { hasProblemAt, removeNode, type XmlMessage } from "./xmlMessage.ts";

export function* doctype({ xml, text }: XmlMessage): Iterable<Report> {
  const node = xml?.doctype;
  if (!node) return;
  yield {
    at: node,
    message: l10n.t("A SOAP message can't have a document type declaration. Its declarations are ignored."),
    fixes: () => [fix(l10n.t("Remove the document type declaration"), removeNode(text, node))],
  };
}

export function* processingInstruction({ xml, text }: XmlMessage): Iterable<Report> {
  if (!xml) return;
  for (const node of walkWith(xml, "?")) {
    if (node.kind !== "pi" || hasProblemAt(xml, node)) continue;
    yield {
      at: { start: node.start, end: node.end },
      message: l10n.t("A SOAP message can't have processing instructions. This one is for {0}.", node.target),
      fixes: () => [fix(l10n.t("Remove the processing instruction"), removeNode(text, node))],
    };
  }
}

/** SoapUI creates requests from a WSDL with `?` as the value of each element and attribute. */
export function* valuePlaceholder({ envelope }: XmlMessage): Iterable<Report> {
  if (!envelope) return;
  const { document } = envelope;
  for (const element of elementsWith(document, "?")) yield* placeholdersIn(document.text, element);
}

function* placeholdersIn(text: string, { name, attributes, children }: XmlElement): Iterable<Report> {
  for (const { name: attribute, valueStart, valueEnd } of attributes) {
    if (valueEnd - valueStart === 1 && text.charAt(valueStart) === "?") yield report(valueStart, attribute);
  }
  const [only, ...others] = children;
  if (only?.kind !== "text" || others.length > 0) return;
  const { start, end } = trimmed(text, only);
  if (end - start === 1 && text.charAt(start) === "?") yield report(start, name);
}

function report(at: number, name: string): Report {
  return {
    at: { start: at, end: at + 1 },
    message: l10n.t("? is a SoapUI placeholder. Replace it with the value of {0}.", name),
  };
}
