import * as l10n from "@vscode/l10n";
import { childElements, type Envelope, inNamespaceOf } from "../../soap/envelope.ts";
import {
  envelopeNamespaces,
  namespaceOfPrefix,
  type SoapVersion,
  soapVersions,
  versionMeant,
  versionOfMediaType,
  versionOfNamespace,
} from "../../soap/facts.ts";
import { firstBreak } from "../../text/lines.ts";
import { elements, nameSpan } from "../../xml/query.ts";
import { decodeValue } from "../../xml/references.ts";
import { isSimilar } from "../../xml/similarNames.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { insert, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import {
  hasVariable,
  isClosed,
  isCutOff,
  qualified,
  renameElement,
  type SoapRule,
  type XmlMessage,
} from "./xmlMessage.ts";

export const envelopeMissing: SoapRule = {
  code: "soap-envelope-missing",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4",
  *check(message) {
    const root = message.xml?.root;
    if (!root || message.envelope || hasVariable(root.name)) return;
    const name = qualified(root.prefix, "Envelope");
    const isMeant = isIntendedForSoap(root, "Envelope");
    yield {
      at: nameSpan(root),
      message: isMeant
        ? l10n.t("{0} isn't a SOAP element. Did you mean {1}?", root.name, name)
        : l10n.t("The root element is {0}, but must be a SOAP Envelope.", root.name),
      fixes: () =>
        isMeant ? [{ title: l10n.t("Change to {0}", name), edits: renameElement(root, name) }] : wrapFix(message, root),
    };
  },
};

/** Whether an element is one of SOAP's, misspelled: in its namespace, with a usual prefix of it, or in another case. */
export function isIntendedForSoap({ local, prefix, namespace }: XmlElement, meant: string): boolean {
  if (!isSimilar(local, meant)) return false;
  if (local.toLowerCase() === meant.toLowerCase() || versionOfNamespace(namespace) !== undefined) return true;
  return prefix !== "" && versionOfNamespace(namespaceOfPrefix(prefix)) !== undefined;
}

/** Puts the root into a Body, or a Body or Header that has no Envelope into one. */
function wrapFix({ text, xml, contentType }: XmlMessage, root: XmlElement): Fix[] {
  const isAlone = xml?.children.filter(({ kind }) => kind === "element").length === 1;
  if (!isAlone || !isClosed(root)) return [];
  const own = soapVersions.find((version) => envelopeNamespaces[version] === root.namespace);
  const version = own ?? versionOfMediaType(contentType?.mediaType.essence ?? "") ?? "1.2";
  const lineBreak = firstBreak(text);
  const part = own && (root.local === "Body" || root.local === "Header") ? root.local : undefined;
  const opening = [`<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`, ...(part ? [] : ["<soap:Body>"])];
  const closing = [...(part === "Header" ? ["<soap:Body/>"] : part ? [] : ["</soap:Body>"]), "</soap:Envelope>"];
  return [
    {
      title: l10n.t("Wrap in a SOAP {0} Envelope", version),
      edits: [
        insert(root.start, opening.join(lineBreak) + lineBreak),
        insert(root.end, lineBreak + closing.join(lineBreak)),
      ],
    },
  ];
}

export const versionUnknown: SoapRule = {
  code: "soap-version-unknown",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4.1.2",
  *check(message) {
    const { envelope, contentType } = message;
    if (!envelope || envelope.version || envelope.namespace === undefined || hasVariable(envelope.namespace)) return;
    const { namespace, namespaceSpan, element } = envelope;
    const isEmpty = !namespaceSpan || namespaceSpan.start === namespaceSpan.end;
    const meant = versionMeant(namespace.trim()) ?? versionOfMediaType(contentType?.mediaType.essence ?? "") ?? "1.2";
    yield {
      at: isEmpty ? nameSpan(element) : namespaceSpan,
      message:
        namespace === ""
          ? l10n.t(
              "The Envelope has no namespace. Use {0} (SOAP 1.2) or {1} (SOAP 1.1).",
              envelopeNamespaces["1.2"],
              envelopeNamespaces["1.1"],
            )
          : l10n.t(
              "Unknown SOAP namespace {0}. Use {1} (SOAP 1.2) or {2} (SOAP 1.1).",
              namespace,
              envelopeNamespaces["1.2"],
              envelopeNamespaces["1.1"],
            ),
      fixes: () =>
        [meant, ...soapVersions.filter((version) => version !== meant)].map((version) => ({
          title: l10n.t("Change to the SOAP {0} namespace", version),
          edits:
            namespace === "" ? qualifyEdits(envelope, version) : namespaceEdits(envelope.document, namespace, version),
        })),
    };
  },
};

/** Every declaration of a namespace in the document changed to that of a version. */
export function namespaceEdits(document: XmlDocument, namespace: string, version: SoapVersion): Edit[] {
  const edits: Edit[] = [];
  for (const node of elements(document)) {
    for (const { name, prefix, valueStart, valueEnd } of node.attributes) {
      if (valueStart < 0 || (name !== "xmlns" && prefix !== "xmlns")) continue;
      if (decodeValue(document.text, valueStart, valueEnd) !== namespace) continue;
      edits.push(replace({ start: valueStart, end: valueEnd }, envelopeNamespaces[version]));
    }
  }
  return edits;
}

/** SOAP's own elements get a prefix: a default namespace would take in the payload too. */
function qualifyEdits({ element, header, body, fault }: Envelope, version: SoapVersion): Edit[] {
  const names = new Set(element.attributes.map(({ name }) => name));
  let prefix = "soap";
  while (names.has(`xmlns:${prefix}`)) prefix += "1";
  const parts = [element, header, body, fault].filter((part) => part !== undefined);
  return [
    ...parts.flatMap((part) => renameElement(part, `${prefix}:${part.local}`)),
    insert(element.nameEnd, ` xmlns:${prefix}="${envelopeNamespaces[version]}"`),
  ];
}

export const bodyMissing: SoapRule = {
  code: "soap-body-missing",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4",
  *check({ text, envelope }) {
    if (!envelope || envelope.body || !isClosed(envelope.element) || isCutOff(envelope.document)) return;
    const { element, document } = envelope;
    if (childElements(element).some((child) => intendedPart(child) === "Body") || hasBodyElsewhere(envelope)) return;
    if (element.children.some((child) => child.kind === "text" && hasVariable(text.slice(child.start, child.end))))
      return;
    yield {
      at: nameSpan(element),
      message: l10n.t("The Envelope has no Body. Every SOAP message must have one."),
      fixes: () => [{ title: l10n.t("Insert a Body"), edits: bodyEdits(document, envelope) }],
    };
  },
};

/** A Header that was not closed has the Body inside it. */
function hasBodyElsewhere({ document, element }: Envelope): boolean {
  for (const node of elements(document)) {
    if (node.local === "Body" && inNamespaceOf(node, element)) return true;
  }
  return false;
}

/** What stands beside the Header goes into the new Body. */
function bodyEdits({ text }: XmlDocument, { element, header }: Envelope): Edit[] {
  const name = qualified(element.prefix, "Body");
  if (element.selfClosing) {
    const slash = text.lastIndexOf("/", element.end);
    return [replace({ start: slash, end: element.end }, `><${name}/></${element.name}>`)];
  }
  const others = childElements(element).filter((child) => child !== header && !isHeader(child, element));
  const first = others[0];
  const last = others.at(-1);
  if (first && last) return [insert(first.start, `<${name}>`), insert(last.end, `</${name}>`)];
  return [insert(header?.end ?? element.startTagEnd, `<${name}></${name}>`)];
}

function isHeader(child: XmlElement, envelope: XmlElement): boolean {
  return child.local === "Header" && inNamespaceOf(child, envelope);
}

/** The part of an Envelope that a child was meant as: the same name, or nearly, in whatever namespace. */
export function intendedPart({ local }: XmlElement): "Header" | "Body" | undefined {
  if (isSimilar(local, "Body")) return "Body";
  return isSimilar(local, "Header") ? "Header" : undefined;
}
