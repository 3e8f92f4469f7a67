import * as l10n from "@vscode/l10n";
import { walk } from "../../xml/query.ts";
import { hasProblemAt, removeNode, type SoapRule } from "./xmlMessage.ts";

export const doctype: SoapRule = {
  code: "soap-doctype",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5; SOAP 1.1 section 3",
  *check({ xml, text }) {
    const node = xml?.doctype;
    if (!node) return;
    yield {
      at: node,
      message: l10n.t("A SOAP message can't have a document type declaration. Its declarations are ignored."),
      fixes: () => [{ title: l10n.t("Remove the document type declaration"), edits: [removeNode(text, node)] }],
    };
  },
};

export const processingInstruction: SoapRule = {
  code: "soap-processing-instruction",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5; SOAP 1.1 section 3",
  *check({ xml, text }) {
    if (!xml || !hasInstruction(text, xml.start, xml.end)) return;
    for (const node of walk(xml.children)) {
      if (node.kind !== "pi" || hasProblemAt(xml, node)) continue;
      yield {
        at: { start: node.start, end: node.end },
        message: l10n.t("A SOAP message can't have processing instructions. This one is for {0}.", node.target),
        fixes: () => [{ title: l10n.t("Remove the processing instruction"), edits: [removeNode(text, node)] }],
      };
    }
  },
};

/** One behind the XML declaration, that is: most messages needn't be walked. */
function hasInstruction(text: string, start: number, end: number): boolean {
  const declaration = /^<\?xml\s/.test(text.slice(start, start + 6));
  const at = text.indexOf("<?", declaration ? start + 2 : start);
  return at >= 0 && at < end;
}
