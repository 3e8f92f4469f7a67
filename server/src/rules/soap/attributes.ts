import * as l10n from "@vscode/l10n";
import type { Envelope } from "../../soap/envelope.ts";
import {
  envelopeNamespaces,
  nextRoles,
  otherVersion,
  roleAttributes,
  type SoapVersion,
  versionOfNamespace,
} from "../../soap/facts.ts";
import { attribute, attributeValue, nameSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { fix, replace } from "../edits.ts";
import type { Edit, Fix, Report } from "../rule.ts";
import { isAllowedValue } from "./values.ts";
import {
  ensurePrefix,
  hasVariable,
  isAnyUri,
  removeAttribute,
  removeAttributeFix,
  type XmlMessage,
} from "./xmlMessage.ts";

export function* blockUnqualified({ envelope }: XmlMessage): Iterable<Report> {
  for (const { element } of envelope?.headerBlocks ?? []) {
    if (element.namespace !== "") continue;
    yield {
      at: nameSpan(element),
      message: l10n.t("The header block {0} has no namespace. Every header block must have one.", element.name),
    };
  }
}

export function* attributeUnqualified({ envelope }: XmlMessage): Iterable<Report> {
  for (const block of blockAttributes(envelope)) {
    const { document, version, attribute } = block;
    if (attribute.namespace !== "" || !isIntendedForSoap(document, attribute, version)) continue;
    yield {
      at: nameSpan(attribute),
      message: l10n.t(
        "{0} without the prefix of the SOAP namespace isn't a SOAP attribute. Services ignore it.",
        attribute.name,
      ),
      fixes: () => (isRemovable(block) ? [] : renameFixes(block)),
    };
  }
}

interface BlockAttribute {
  readonly document: XmlDocument;
  readonly version: SoapVersion;
  readonly element: XmlElement;
  readonly attribute: XmlAttribute;
  /** Local name of the attribute in the SOAP version of the message; `undefined` if the version has no such attribute. */
  readonly local: string | undefined;
}

function* blockAttributes(envelope: Envelope | undefined): Iterable<BlockAttribute> {
  if (!envelope?.version) return;
  const { document, version, headerBlocks } = envelope;
  for (const { element } of headerBlocks) {
    for (const attribute of element.attributes)
      yield { document, version, element, attribute, local: nameIn(version, attribute.local) };
  }
}

/** Whether an attribute was intended for SOAP. A role without a URI may belong to the header block itself. */
function isIntendedForSoap(document: XmlDocument, attribute: XmlAttribute, version: SoapVersion): boolean {
  if (attribute.local === "mustUnderstand" || attribute.local === roleAttributes[version]) return true;
  if (attribute.local !== roleAttributes[otherVersion(version)]) return false;
  const value = attributeValue(document, attribute)?.trim() ?? "";
  return /^[A-Za-z][A-Za-z0-9+.-]*:./.test(value) && isAnyUri(value);
}

export function* attributeVersion({ envelope }: XmlMessage): Iterable<Report> {
  for (const block of blockAttributes(envelope)) {
    const { document, version, attribute, local } = block;
    const namespaceVersion = versionOfNamespace(attribute.namespace);
    if (namespaceVersion === undefined || (namespaceVersion === version && local === attribute.local)) continue;
    if (local === undefined && attribute.local !== "relay") continue;
    yield {
      at: nameSpan(attribute),
      message: wording(block),
      fixes: () => (isRemovable(block) ? [removeAttributeFix(document.text, attribute)] : renameFixes(block)),
    };
  }
}

function wording({ attribute, version, local }: BlockAttribute): string {
  const other = otherVersion(version);
  if (local === undefined) {
    return l10n.t("{0} is a SOAP {1} attribute. SOAP {2} has no such attribute.", attribute.name, other, version);
  }
  return local === attribute.local
    ? l10n.t(
        "{0} is in the SOAP {1} namespace, but this is a SOAP {2} message. Services ignore it.",
        attribute.name,
        other,
        version,
      )
    : l10n.t("{0} is a SOAP {1} attribute. In SOAP {2} it is called {3}.", attribute.name, other, version, local);
}

/** Whether the attribute can be removed: the SOAP version has no such attribute, or the header block already has the correct one. */
function isRemovable({ element, version, local }: BlockAttribute): boolean {
  return local === undefined || attribute(element, envelopeNamespaces[version], local) !== undefined;
}

/** Changes name and value of the attribute to those of the message's SOAP version, unless services would reject the value. */
function renameFixes({ document, element, attribute, version, local = "" }: BlockAttribute): Fix[] {
  const value = attributeValue(document, attribute);
  if (value === undefined) return [];
  if (!hasVariable(value) && !isAllowedValue(local, valueIn(version, attribute.local, value), version)) return [];
  const isInNamespace = versionOfNamespace(attribute.namespace) === version;
  const { prefix, edits } = isInNamespace
    ? { prefix: attribute.prefix, edits: [] }
    : ensurePrefix(document, element, envelopeNamespaces[version]);
  const name = `${prefix}:${local}`;
  const rename = replace(nameSpan(attribute), name);
  return [fix(l10n.t("Change to {0}", name), ...edits, rename, ...valueEdits(document, attribute, version))];
}

/** The local name of an attribute in a SOAP version; `undefined` if the version has no such attribute. */
function nameIn(version: SoapVersion, local: string): string | undefined {
  if (local === "role" || local === "actor") return roleAttributes[version];
  if (local === "mustUnderstand" || local === "encodingStyle") return local;
  return local === "relay" && version === "1.2" ? local : undefined;
}

function valueEdits(document: XmlDocument, attribute: XmlAttribute, version: SoapVersion): Edit[] {
  const value = attributeValue(document, attribute);
  if (value === undefined) return [];
  const newValue = valueIn(version, attribute.local, value);
  return newValue === value ? [] : [replace({ start: attribute.valueStart, end: attribute.valueEnd }, newValue)];
}

/** The value with the same meaning in a SOAP version. */
function valueIn(version: SoapVersion, local: string, value: string): string {
  const trimmed = value.trim();
  if (trimmed === nextRoles[otherVersion(version)]) return nextRoles[version];
  if (local !== "mustUnderstand" || version !== "1.1") return value;
  return trimmed === "true" ? "1" : trimmed === "false" ? "0" : value;
}

/** Returns the edits that change the attributes of a header block from one version to another. */
export function blockEdits(document: XmlDocument, element: XmlElement, from: SoapVersion, to: SoapVersion): Edit[] {
  return element.attributes.flatMap((attribute) => {
    if (attribute.namespace !== envelopeNamespaces[from]) return [];
    const local = nameIn(to, attribute.local);
    if (local === undefined) return attribute.local === "relay" ? [removeAttribute(document.text, attribute)] : [];
    const name = local === attribute.local ? [] : [replace(nameSpan(attribute), `${attribute.prefix}:${local}`)];
    return [...name, ...valueEdits(document, attribute, to)];
  });
}
