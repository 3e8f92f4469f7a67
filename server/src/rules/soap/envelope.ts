import * as l10n from "@vscode/l10n";
import { childElements, type Envelope, inNamespaceOf } from "../../soap/envelope.ts";
import {
  envelopeNamespaces,
  namespaceOfPrefix,
  otherVersion,
  type SoapVersion,
  versionMeant,
  versionOfMediaType,
  versionOfNamespace,
} from "../../soap/facts.ts";
import { firstBreak } from "../../text/lines.ts";
import { isSimilar } from "../../text/similar.ts";
import { slice } from "../../text/span.ts";
import { attributeValue, elements, nameSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { fix, insert, replace } from "../edits.ts";
import type { Edit, Fix, Report } from "../rule.ts";
import {
  hasVariable,
  isClosed,
  isCutOff,
  namespaceDeclarations,
  qualified,
  renameElement,
  renameFix,
  type XmlMessage,
} from "./xmlMessage.ts";

export function* envelopeMissing(message: XmlMessage): Iterable<Report> {
  const root = message.xml?.root;
  if (!root || message.envelope || hasVariable(root.name)) return;
  if (isIntendedForSoap(root, "Envelope")) yield misspelled(root, qualified(root.prefix, "Envelope"));
  else {
    yield {
      at: nameSpan(root),
      message: l10n.t("The root element is {0}, but must be a SOAP Envelope.", root.name),
      fixes: () => wrapFixes(message, root),
    };
  }
}

export function misspelled(element: XmlElement, name: string): Report {
  return {
    at: nameSpan(element),
    message: l10n.t("{0} isn't a SOAP element. Did you mean {1}?", element.name, name),
    fixes: () => [renameFix(element, name)],
  };
}

/** Whether an element was intended as an element of SOAP: it has its namespace, a usual prefix, or its name in another case. */
export function isIntendedForSoap({ local, prefix, namespace }: XmlElement, name: string): boolean {
  if (!isSimilar(local, name)) return false;
  if (local.toLowerCase() === name.toLowerCase() || versionOfNamespace(namespace) !== undefined) return true;
  return prefix !== "" && versionOfNamespace(namespaceOfPrefix(prefix)) !== undefined;
}

/** Wraps the root element in an Envelope, and in a Body unless it is a Body or a Header. */
function wrapFixes({ text, xml, contentType }: XmlMessage, root: XmlElement): Fix[] {
  const isAlone = xml?.children.filter(({ kind }) => kind === "element").length === 1;
  if (!isAlone || !isClosed(root)) return [];
  const own = versionOfNamespace(root.namespace);
  const version = own ?? versionOfMediaType(contentType?.mediaType.essence ?? "") ?? "1.2";
  const lineBreak = firstBreak(text);
  const part = own && (root.local === "Body" || root.local === "Header") ? root.local : undefined;
  const opening = [`<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`, ...(part ? [] : ["<soap:Body>"])];
  const closing = [...(part === "Header" ? ["<soap:Body/>"] : part ? [] : ["</soap:Body>"]), "</soap:Envelope>"];
  return [
    fix(
      l10n.t("Wrap in a SOAP {0} Envelope", version),
      insert(root.start, opening.join(lineBreak) + lineBreak),
      insert(root.end, lineBreak + closing.join(lineBreak)),
    ),
  ];
}

export function* versionUnknown(message: XmlMessage): Iterable<Report> {
  const { envelope, contentType } = message;
  if (!envelope || envelope.version || envelope.namespace === undefined || hasVariable(envelope.namespace)) return;
  const { namespace, namespaceSpan, element } = envelope;
  const [soap12, soap11] = [envelopeNamespaces["1.2"], envelopeNamespaces["1.1"]];
  const intended = versionMeant(namespace.trim()) ?? versionOfMediaType(contentType?.mediaType.essence ?? "") ?? "1.2";
  yield {
    at: namespaceSpan && namespaceSpan.start < namespaceSpan.end ? namespaceSpan : nameSpan(element),
    message:
      namespace === ""
        ? l10n.t("The Envelope has no namespace. Use {0} (SOAP 1.2) or {1} (SOAP 1.1).", soap12, soap11)
        : l10n.t("Unknown SOAP namespace {0}. Use {1} (SOAP 1.2) or {2} (SOAP 1.1).", namespace, soap12, soap11),
    fixes: () => [changeVersion(envelope, intended), changeVersion(envelope, otherVersion(intended))],
  };
}

function changeVersion(envelope: Envelope, version: SoapVersion): Fix {
  const { document, namespace } = envelope;
  const edits = namespace ? namespaceEdits(document, namespace, version) : qualifyEdits(envelope, version);
  return fix(l10n.t("Change to the SOAP {0} namespace", version), ...edits);
}

/** Returns the edits that change all declarations of a namespace to the namespace of a SOAP version. */
export function namespaceEdits(document: XmlDocument, namespace: string, version: SoapVersion): Edit[] {
  return Array.from(namespaceDeclarations(document))
    .filter((one) => attributeValue(document, one) === namespace)
    .map(({ valueStart, valueEnd }) => replace({ start: valueStart, end: valueEnd }, envelopeNamespaces[version]));
}

/** Adds a prefix to the elements of SOAP. A default namespace would also apply to the payload. */
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

export function* bodyMissing({ text, envelope }: XmlMessage): Iterable<Report> {
  if (!envelope || envelope.body || !isClosed(envelope.element) || isCutOff(envelope.document)) return;
  const { element, document } = envelope;
  if (childElements(element).some((child) => intendedPart(child) === "Body")) return;
  // A Header without an end tag contains the Body.
  for (const node of elements(document)) if (node.local === "Body" && inNamespaceOf(node, element)) return;
  if (element.children.some((child) => child.kind === "text" && hasVariable(slice(text, child)))) return;
  yield {
    at: nameSpan(element),
    message: l10n.t("The Envelope has no Body. Every SOAP message must have one."),
    fixes: () => [fix(l10n.t("Insert a Body"), ...bodyEdits(envelope))],
  };
}

/** Inserts a Body around the elements that are next to the Header. */
function bodyEdits({ document, element, header }: Envelope): Edit[] {
  const name = qualified(element.prefix, "Body");
  if (element.selfClosing) {
    const slash = document.text.lastIndexOf("/", element.end);
    return [replace({ start: slash, end: element.end }, `><${name}/></${element.name}>`)];
  }
  const isHeader = (child: XmlElement) => child.local === "Header" && inNamespaceOf(child, element);
  const others = childElements(element).filter((child) => !isHeader(child));
  const first = others[0];
  const last = others.at(-1);
  if (first && last) return [insert(first.start, `<${name}>`), insert(last.end, `</${name}>`)];
  return [insert(header?.end ?? element.startTagEnd, `<${name}></${name}>`)];
}

/** The part of an Envelope with this name or a similar name, in any namespace. */
export function intendedPart({ local }: XmlElement): "Header" | "Body" | undefined {
  if (isSimilar(local, "Body")) return "Body";
  return isSimilar(local, "Header") ? "Header" : undefined;
}
