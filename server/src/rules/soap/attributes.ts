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
import { attributeValue, nameSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import { mayHold } from "./values.ts";
import { ensurePrefix, hasVariable, isAnyUri, removeAttribute, type SoapRule } from "./xmlMessage.ts";

export const blockUnqualified: SoapRule = {
  code: "soap-block-unqualified",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5.2; SOAP 1.1 section 4.2",
  *check({ envelope }) {
    for (const { element } of envelope?.headerBlocks ?? []) {
      if (element.namespace !== "") continue;
      yield {
        at: nameSpan(element),
        message: l10n.t("The header block {0} has no namespace. Every header block must have one.", element.name),
      };
    }
  },
};

export const attributeUnqualified: SoapRule = {
  code: "soap-attribute-unqualified",
  severity: "warning",
  source: "SOAP 1.2 part 1 section 5.2; SOAP 1.1 section 4.2",
  *check({ envelope }) {
    for (const { document, version, element, one } of blockAttributes(envelope)) {
      if (one.namespace !== "" || !isIntendedForSoap(document, one, version)) continue;
      yield {
        at: nameSpan(one),
        message: l10n.t(
          "{0} without the prefix of the SOAP namespace isn't a SOAP attribute. Services ignore it.",
          one.name,
        ),
        fixes: () => prefixFix(document, element, one, version),
      };
    }
  },
};

/** The attributes of all header blocks, where the envelope is of a version. */
function* blockAttributes(envelope: Envelope | undefined) {
  if (!envelope?.version) return;
  const { document, version } = envelope;
  for (const { element } of envelope.headerBlocks) {
    for (const one of element.attributes) yield { document, version, element, one };
  }
}

/** The other version's word for the role may be the header block's own attribute, unless it holds a URI. */
function isIntendedForSoap(document: XmlDocument, one: XmlAttribute, version: SoapVersion): boolean {
  if (one.local === "mustUnderstand" || one.local === roleAttributes[version]) return true;
  if (one.local !== roleAttributes[otherVersion(version)]) return false;
  const value = attributeValue(document, one)?.trim() ?? "";
  return /^[A-Za-z][A-Za-z0-9+.-]*:./.test(value) && isAnyUri(value);
}

function prefixFix(document: XmlDocument, element: XmlElement, one: XmlAttribute, version: SoapVersion): Fix[] {
  const local = ownName(one.local, version);
  if (local === undefined || has(element, envelopeNamespaces[version], local)) return [];
  if (!mayBecome(document, one, local, version)) return [];
  const { prefix, edits } = ensurePrefix(document, element, envelopeNamespaces[version]);
  const name = `${prefix}:${local}`;
  return [
    {
      title: l10n.t("Change to {0}", name),
      edits: [...edits, replace(nameSpan(one), name), ...valueEdits(document, one, version)],
    },
  ];
}

export const attributeVersion: SoapRule = {
  code: "soap-attribute-version",
  severity: "warning",
  source: "SOAP 1.2 part 1 section 5.2; SOAP 1.1 section 4.2",
  *check({ text, envelope }) {
    for (const { document, version, element, one } of blockAttributes(envelope)) {
      const its = versionOfNamespace(one.namespace);
      if (its === undefined || (its === version && ownName(one.local, version) === one.local)) continue;
      const local = ownName(one.local, version);
      if (local === undefined && one.local !== "relay") continue;
      yield {
        at: nameSpan(one),
        message: wording(one, version, local),
        fixes: () => renameFix(document, text, element, one, version),
      };
    }
  },
};

function wording(one: XmlAttribute, version: SoapVersion, local: string | undefined): string {
  const other = otherVersion(version);
  if (local === undefined) {
    return l10n.t("{0} is a SOAP {1} attribute. SOAP {2} has no such attribute.", one.name, other, version);
  }
  return local === one.local
    ? l10n.t(
        "{0} is in the SOAP {1} namespace, but this is a SOAP {2} message. Services ignore it.",
        one.name,
        other,
        version,
      )
    : l10n.t("{0} is a SOAP {1} attribute. In SOAP {2} it is called {3}.", one.name, other, version, local);
}

function renameFix(
  document: XmlDocument,
  text: string,
  element: XmlElement,
  one: XmlAttribute,
  version: SoapVersion,
): Fix[] {
  const local = ownName(one.local, version);
  if (local === undefined || has(element, envelopeNamespaces[version], local)) {
    return [{ title: l10n.t("Remove {0}", one.name), edits: [removeAttribute(text, one)] }];
  }
  if (!mayBecome(document, one, local, version)) return [];
  const own = versionOfNamespace(one.namespace) === version;
  const { prefix, edits } = own
    ? { prefix: one.prefix, edits: [] }
    : ensurePrefix(document, element, envelopeNamespaces[version]);
  const name = `${prefix}:${local}`;
  return [
    {
      title: l10n.t("Change to {0}", name),
      edits: [...edits, replace(nameSpan(one), name), ...valueEdits(document, one, version)],
    },
  ];
}

/** What an attribute of either version is called in one; `undefined` where that has none such. */
function ownName(local: string, version: SoapVersion): string | undefined {
  if (local === "role" || local === "actor") return roleAttributes[version];
  if (local === "mustUnderstand" || local === "encodingStyle") return local;
  return local === "relay" && version === "1.2" ? local : undefined;
}

/** The value in that version's words, where it is one of the other's. */
function valueEdits(document: XmlDocument, one: XmlAttribute, version: SoapVersion): Edit[] {
  const value = attributeValue(document, one);
  const own = value === undefined ? value : ownValue(one.local, value, version);
  return own === value || own === undefined ? [] : [replace({ start: one.valueStart, end: one.valueEnd }, own)];
}

function ownValue(local: string, value: string, version: SoapVersion): string {
  const trimmed = value.trim();
  if (trimmed === nextRoles[otherVersion(version)]) return nextRoles[version];
  if (local !== "mustUnderstand" || version !== "1.1") return value;
  return trimmed === "true" ? "1" : trimmed === "false" ? "0" : value;
}

/** A fix must not make an attribute that services ignore into one that they refuse. */
function mayBecome(document: XmlDocument, one: XmlAttribute, local: string, version: SoapVersion): boolean {
  const value = attributeValue(document, one);
  return value !== undefined && (hasVariable(value) || mayHold(local, ownValue(one.local, value, version), version));
}

function has(element: XmlElement, namespace: string, local: string): boolean {
  return element.attributes.some((one) => one.namespace === namespace && one.local === local);
}

/** The attributes of all header blocks in another version's words, for a change of the envelope's version. */
export function blockEdits(document: XmlDocument, element: XmlElement, from: SoapVersion, to: SoapVersion): Edit[] {
  return element.attributes.flatMap((one) => {
    if (one.namespace !== envelopeNamespaces[from]) return [];
    const local = ownName(one.local, to);
    if (local === undefined) return one.local === "relay" ? [removeAttribute(document.text, one)] : [];
    const name = local === one.local ? [] : [replace(nameSpan(one), `${one.prefix}:${local}`)];
    return [...name, ...valueEdits(document, one, to)];
  });
}
