import * as l10n from "@vscode/l10n";
import { trimmed } from "../text/span.ts";
import { elementsWith, walkWith } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { fix } from "./edits.ts";
import { atMost, type Report, type Rule, rule } from "./rule.ts";
import { attributeUnqualified, attributeVersion, blockUnqualified } from "./soap/attributes.ts";
import { childUnexpected } from "./soap/children.ts";
import { bodyMissing, envelopeMissing, versionUnknown } from "./soap/envelope.ts";
import { faultInRequest, faultMalformed } from "./soap/fault.ts";
import { versionMedia } from "./soap/media.ts";
import { attributeValues, encodingStylePlace } from "./soap/values.ts";
import { hasProblemAt, removeNode, type SoapCheck, type XmlMessage } from "./soap/xmlMessage.ts";
import { namespaceSpace } from "./xml/namespaces.ts";

const maxReports = 200;

const root = "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4";
const blocks = "SOAP 1.2 part 1 section 5.2; SOAP 1.1 section 4.2";
const infoset = "SOAP 1.2 part 1 section 5; SOAP 1.1 section 3";

/** Rules that apply to an envelope in a request or a response. */
export const envelopeRules: readonly Rule<SoapCheck>[] = [
  rule("xml-namespace-space", "warning", "Namespaces in XML 1.0 sections 2.2 and 2.3", namespaceSpace),
  rule("soap-envelope-missing", "error", root, envelopeMissing),
  rule("soap-version-unknown", "error", "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4.1.2", versionUnknown),
  rule("soap-body-missing", "error", root, bodyMissing, { waitsFor: "content" }),
  rule("soap-child-unexpected", "error", root, childUnexpected),
  rule("soap-block-unqualified", "error", blocks, blockUnqualified),
  rule("soap-attribute-value", "error", blocks, attributeValues),
  rule("soap-attribute-unqualified", "warning", blocks, attributeUnqualified),
  rule("soap-attribute-version", "warning", blocks, attributeVersion),
  rule("soap-encoding-style-place", "error", "SOAP 1.2 part 1 section 5.1.1", encodingStylePlace),
  rule("soap-doctype", "error", infoset, doctype),
  rule("soap-processing-instruction", "error", infoset, processingInstruction),
  rule("soap-fault-malformed", "error", "SOAP 1.2 part 1 section 5.4; SOAP 1.1 section 4.4", faultMalformed),
].map(bounded);

const binding = "SOAP over HTTP binding; SOAP 1.1 section 6; SOAP 1.2 part 2 section 7";

export const versionMediaRule = rule("soap-version-media", "error", binding, versionMedia);

export const soapRules: readonly Rule[] = [
  ...envelopeRules,
  versionMediaRule,
  rule("soap-fault-in-request", "hint", "SOAP 1.2 part 1 section 5.4", faultInRequest),
  bounded(rule("soap-placeholder", "hint", "SoapUI, sample requests", valuePlaceholder, { yieldsTo: "value" })),
];

function bounded({ check, ...rule }: Rule<SoapCheck>): Rule<SoapCheck> {
  return { ...rule, check: atMost(maxReports, check) };
}

function* doctype({ xml, text }: XmlMessage): Iterable<Report> {
  const node = xml?.doctype;
  if (!node) return;
  yield {
    at: node,
    message: l10n.t("A SOAP message can't have a document type declaration. Its declarations are ignored."),
    fixes: () => [fix(l10n.t("Remove the document type declaration"), removeNode(text, node))],
  };
}

function* processingInstruction({ xml, text }: XmlMessage): Iterable<Report> {
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

/** Reports `?` as a value. SoapUI creates requests from a WSDL with `?` as the value of each element and attribute. */
function* valuePlaceholder({ envelope }: XmlMessage): Iterable<Report> {
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
