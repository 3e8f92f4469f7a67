import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message/message.ts";
import { faultCodeFacts, knownAttributes, knownNamespaces, namespaceTitle, uriFact } from "../../soap/documentation.ts";
import {
  addressingNamespace,
  envelopeNamespaces,
  namespaceOfPrefix,
  versionOfNamespace,
  xopNamespace,
} from "../../soap/facts.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import { snippet } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { boundPrefix, isSameName } from "../support/tagName.ts";
import { declaredPrefix } from "../support/xmlNames.ts";
import { allMessages, type Completion, completions, distinct, documentation, type MessageContext } from "./item.ts";
import { schemaAttributeValues } from "./schemaAttributes.ts";
import { vocabularyOf } from "./vocabulary.ts";
import type { QuotedPlace } from "./xmlPlace.ts";

const schemaNamespace = "http://www.w3.org/2001/XMLSchema";

export function completeAttributeValue(
  context: MessageContext,
  document: XmlDocument,
  place: QuotedPlace,
): Completion[] {
  const { element, attribute, replace, quotes } = place;
  const { local, namespace = "" } = attribute;
  const declared = declaredPrefix(attribute);
  const values =
    declared === undefined
      ? [...attributeValueItems(document, element, { namespace, local }), ...parts(context.message, element, local)]
      : namespaces(context, declared, element);
  const entries = values.map((value) => ({
    label: value,
    insert: quotes ? snippet`"${value}"` : value,
    note: declared === undefined ? undefined : (namespaceTitle(value) ?? l10n.t("used in this file")),
    documentation: documentation(uriFact(value)),
  }));
  const ofSchema = schemaAttributeValues(context, document, place);
  const others = entries.filter(({ label }) => !ofSchema.some((one) => one.label === label));
  return [...ofSchema, ...completions(CompletionItemKind.Value, replace, others)];
}

export function attributeValueItems(
  document: XmlDocument,
  element: XmlElement,
  { namespace, local }: { namespace: string; local: string },
): readonly string[] {
  const fact = knownAttributes.find(
    ({ name, on, ...one }) => name === local && one.namespace === namespace && (!on || isSameName(on, element)),
  );
  const values = fact?.values ?? [];
  if (namespace !== XSI_NAMESPACE || local !== "type") return values;
  // Types are qualified names, so a prefix for XML Schema is needed.
  const prefixes = prefixesIn(document, element);
  if (prefixes.get("") === schemaNamespace) return values;
  const prefix = boundPrefix(prefixes, schemaNamespace);
  return prefix === undefined ? [] : values.map((value) => `${prefix}:${value}`);
}

/** The usual namespace of the prefix comes first. The envelope's namespace is suggested only at the root. */
function namespaces(context: MessageContext, prefix: string, element: XmlElement): readonly string[] {
  const usual = namespaceOfPrefix(prefix, context.message.envelope?.version);
  const used = allMessages(context).flatMap((one) => [...vocabularyOf(one).namespaces.keys()]);
  const items = knownNamespaces
    .map(({ name }) => name)
    .filter((name) => element.parent === undefined || versionOfNamespace(name) === undefined);
  return distinct([usual, ...used, ...items], Number.POSITIVE_INFINITY);
}

/** The `cid:` URIs of the parts to which an `xop:Include` can refer. */
function parts({ multipart }: Message, element: XmlElement, local: string): readonly string[] {
  if (element.local !== "Include" || element.namespace !== xopNamespace || local !== "href") return [];
  const others = multipart?.parts.filter((part) => part !== multipart.root) ?? [];
  return others.flatMap(({ contentId }) => (contentId ? `cid:${contentId.id}` : []));
}

/** Completions for the text of an element with a fault code or an address; `undefined` for other elements. */
export function completeText(document: XmlDocument, element: XmlElement, replace: Span): Completion[] | undefined {
  const { local, namespace, parent } = element;
  if (local === "Address" && namespace === addressingNamespace) {
    const uris = ["anonymous", "none"].map((word) => `${addressingNamespace}/${word}`);
    const entries = uris.map((uri) => ({ label: uri, documentation: documentation(uriFact(uri)) }));
    return completions(CompletionItemKind.Constant, replace, entries);
  }
  const holdsCode =
    local === "faultcode"
      ? parent?.local === "Fault" && parent.namespace === envelopeNamespaces["1.1"]
      : local === "Value" && namespace === envelopeNamespaces["1.2"];
  return holdsCode ? codes(document, element, replace) : undefined;
}

/** Fault codes in all namespaces that have a prefix here. In the element Value of a Code, only the codes of SOAP are allowed. */
function codes(document: XmlDocument, element: XmlElement, replace: Span): Completion[] {
  const isSubcode = element.parent?.local === "Subcode";
  const isOpen = isSubcode || element.local === "faultcode";
  return [...prefixesIn(document, element)].flatMap(([prefix, namespace]) => {
    const isSoap = versionOfNamespace(namespace) !== undefined;
    if (prefix === "" || (isSoap ? isSubcode : !isOpen)) return [];
    const entries = faultCodeFacts(namespace).map((fact) => {
      return { label: `${prefix}:${fact.name}`, documentation: documentation(fact) };
    });
    return completions(CompletionItemKind.EnumMember, replace, entries, isSoap ? 0 : 10);
  });
}
