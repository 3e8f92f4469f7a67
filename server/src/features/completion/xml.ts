import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message/message.ts";
import {
  type KnownAttribute,
  knownAttributes,
  knownNamespaces,
  namespaceTitle,
  uriFact,
} from "../../soap/documentation.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { type Charset, charsetNames, utf8 } from "../../text/charset.ts";
import { predefinedEntities } from "../../text/escapes.ts";
import { type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { QName } from "../../xsd/components.ts";
import {
  attributeName,
  isSameName,
  isSoapName,
  type NamespacesByPrefix,
  type TypedName,
  versionIn,
} from "../support/tagName.ts";
import { attributeValueItems, completeAttributeValue, completeText } from "./attributeValues.ts";
import { completeElement, isStructural, usualPrefix } from "./elements.ts";
import {
  allMessages,
  type Completion,
  type CompletionEntry,
  completions,
  documentation,
  type MessageContext,
} from "./item.ts";
import { typedIn } from "./matches.ts";
import { completeSchemaText, schemaAttributes } from "./schemaAttributes.ts";
import { hasOnlyElements } from "./schemaElements.ts";
import { soapKey, type UsedName, vocabularyOf } from "./vocabulary.ts";
import { type AttributePlace, isMissing, xmlPlaceAt } from "./xmlPlace.ts";

/** Completions in the XML of a body; `undefined` after the root element, or if there is no XML. */
export function completeXml(context: MessageContext, offset: number): readonly Completion[] | undefined {
  const { xml, charset } = context.message;
  if (!xml || offset < xml.start || offset > xml.end) return undefined;
  const place = xmlPlaceAt(xml, offset);
  switch (place.kind) {
    case "tag":
      if (place.isComplete) return completeElement(context, xml, { ...place, form: "name" });
      return [...completeElement(context, xml, { ...place, form: "rest" }), ...afterLess(place.replace, place.parent)];
    case "endTag":
      return completions(CompletionItemKind.Class, place.replace, [endTag(place.element)]);
    case "attribute":
      return completeAttribute(context, xml, place);
    case "value":
      return completeAttributeValue(context, xml, place);
    case "entity":
      return completions(CompletionItemKind.Constant, place.replace, entities());
    case "encoding":
      return completions(CompletionItemKind.Value, place.replace, charsetNames());
    case "nothing":
      return [];
    case "content": {
      const { element, word, isBlank } = place;
      const values = completeContent(context, offset);
      if (values) return values;
      if (!element && xml.root && offset > xml.root.start) return undefined;
      if (!isBlank || context.trigger === " ") return [];
      if (!element) {
        const roots = completeElement(context, xml, { parent: undefined, replace: word, form: "whole" });
        return [...roots, ...declaration(word, xml.start, charset.charset)];
      }
      // An element that contains text gets no suggestions for elements while a word is typed.
      if (!isStructural(element) && !hasOnlyElements(context, element)) return [];
      return completeElement(context, xml, { parent: element, replace: word, form: "whole" });
    }
  }
}

/** Completions with values for the element around an offset in its content; `undefined` if the element has none, or in a tag. */
export function completeContent(context: MessageContext, offset: number): readonly Completion[] | undefined {
  const { xml } = context.message;
  if (!xml || offset < xml.start || offset > xml.end) return undefined;
  const place = xmlPlaceAt(xml, offset);
  if (place.kind !== "content" || !place.element) return undefined;
  const { element, word } = place;
  return completeText(xml, element, word) ?? completeSchemaText(context, xml, element, word);
}

/** The XML declaration, which is allowed only at the very beginning. */
function declaration(replace: Span, xmlStart: number, charset: Charset = utf8): Completion[] {
  if (replace.start !== xmlStart) return [];
  const insert = [`<?xml version="1.0" encoding="${charset.name}"?>\n`, stop(0)];
  const note = l10n.t("XML declaration");
  return completions(CompletionItemKind.Snippet, replace, [{ label: "<?xml", insert, note }], 10);
}

function endTag({ name }: XmlElement) {
  return { label: `/${name}`, insert: `${name}>`, filter: name, note: l10n.t("end tag") };
}

/** Completions of markup that begins with `<`, except elements. */
function afterLess(replace: Span, parent: XmlElement | undefined): Completion[] {
  const entries: CompletionEntry[] = [
    { label: "!--", insert: ["!-- ", stop(0), " -->"], note: l10n.t("comment"), order: 90 },
  ];
  if (parent) {
    entries.push({ label: "![CDATA[", insert: ["![CDATA[", stop(0), "]]>"], note: l10n.t("literal text"), order: 91 });
  }
  if (parent && !parent.endTag) {
    const end = endTag(parent);
    const kind = CompletionItemKind.Class;
    entries.unshift({ ...end, kind, insert: `/${end.insert}`, filter: end.label, order: 80 });
  }
  return completions(CompletionItemKind.Snippet, replace, entries);
}

function entities(): CompletionEntry[] {
  return [
    ...Object.entries(predefinedEntities).map(([label, note]) => ({ label, insert: `${label};`, note })),
    {
      label: "#x",
      kind: CompletionItemKind.Snippet,
      insert: ["#x", stop(1, "A0"), ";"],
      note: l10n.t("character reference"),
      order: 10,
    },
  ];
}

/** Namespace declarations come last, and only after an `x` if the contract describes the attributes of the element. */
function completeAttribute(context: MessageContext, document: XmlDocument, place: AttributePlace): Completion[] {
  const { element, replace } = place;
  const prefixes = prefixesIn(document, element);
  const schema = schemaAttributes(context, place, prefixes);
  const ofSchema = new Set(schema?.entries.map((one) => (typeof one === "string" ? one : one.label)));
  const mayHave = (name: QName) =>
    schema?.mayHave(name) !== false && (!isSoapName(name, "encodingStyle") || mayBeEncoded(context.message));
  const attributes = knownAttributes
    .map((one) => ({ ...one, local: one.name }))
    .filter((one) => isFor(one, element) && isMissing(one, place) && mayHave(one));
  const specified = attributes.map((attribute, order) => {
    const values = attributeValueItems(document, element, attribute);
    const value = values.length > 1 ? values : [values[0] ?? ""];
    const name = attributeName(attribute, prefixes, usualPrefix(attribute.namespace));
    return {
      ...attributeEntry(name, [stop(1, ...value)], place),
      documentation: documentation(attribute),
      order: schema ? 10 + order : order,
    };
  });
  const used = usedAttributes(context, element)
    .filter((one) => isMissing(one, place) && mayHave(one) && !attributes.some((other) => isSameName(one, other)))
    .map((one) => ({ ...attributeEntry(attributeName(one, prefixes, one.prefix), [stop(0)], place), order: 20 }));
  const others = [...specified, ...used].filter(({ label }) => !ofSchema.has(label));
  const isDeclaration = !schema || /^x/i.test(typedIn(context, replace));
  const all = [
    ...completions(CompletionItemKind.Field, replace, schema?.entries ?? []),
    ...completions(CompletionItemKind.Property, replace, others),
    ...completions(CompletionItemKind.Module, replace, isDeclaration ? declarations(context, place, prefixes) : []),
  ];
  return schema ? all.map((one) => ({ ...one, incomplete: true })) : all;
}

/** Whether the operation uses SOAP encoding, or may use it because the operation is unknown. */
function mayBeEncoded({ contract: lookup }: Message): boolean {
  if (lookup.kind === "none" || lookup.kind === "pending") return true;
  const own = lookup.kind === "found" ? lookup.operation : undefined;
  const candidates = own ? [own] : lookup.kind === "ambiguous" ? lookup.matches : lookup.contract.endpoints;
  return candidates.some(({ operation }) => operation.input?.use !== "literal");
}

function attributeEntry({ text, declaration }: TypedName, value: Snippet, { hasValue }: AttributePlace) {
  const before = declaration === "" ? "" : `${declaration.trimStart()} `;
  return { label: text, insert: hasValue ? text : snippet`${before}${text}="${value}"` };
}

/** Whether a specification defines an attribute for an element. Most of SOAP's attributes are allowed only on header blocks. */
function isFor({ on, name, namespace }: KnownAttribute, element: XmlElement): boolean {
  if (on) return isSameName(on, element);
  const version = versionOfNamespace(namespace);
  const own = versionOfNamespace(element.namespace);
  if (!version) {
    if (name === "lang") return own === "1.2" && element.local === "Text";
    return name !== "space" && own === undefined;
  }
  if (versionIn(element) !== version) return false;
  if (name === "encodingStyle" && version === "1.1") return true;
  const { parent } = element;
  return (
    isSoapName(parent, "Header") ||
    (name === "encodingStyle" && (isSoapName(parent, "Body") || isSoapName(parent, "Detail")))
  );
}

/** The attributes of elements with the same name in the file. */
function usedAttributes(context: MessageContext, { parent, namespace, local }: XmlElement): readonly UsedName[] {
  if (!parent || namespace === undefined) return [];
  const attributes = new Map<string, UsedName>();
  for (const other of allMessages(context)) {
    const same = vocabularyOf(other).children.get(soapKey(parent))?.get(`${namespace} ${local}`);
    for (const [key, attribute] of same?.attributes ?? []) attributes.set(key, attribute);
  }
  return [...attributes.values()];
}

/** Namespace declarations: of known namespaces, of namespaces that the file uses, and of a default namespace. */
function declarations(context: MessageContext, place: AttributePlace, prefixes: NamespacesByPrefix): CompletionEntry[] {
  const { element, replace, hasValue } = place;
  const bound = new Set(prefixes.values());
  const values = new Map<string, string>();
  for (const other of allMessages(context)) {
    for (const [uri, prefix] of vocabularyOf(other).namespaces)
      if (prefix !== "" && uri !== "") values.set(prefix, uri);
  }
  for (const { name: uri } of knownNamespaces) {
    const prefix = usualPrefix(uri);
    // The namespace of the envelope is declared only at the root.
    const isUseful = prefix !== "" && !(versionOfNamespace(uri) && element.parent);
    if (isUseful && !values.has(prefix)) values.set(prefix, uri);
  }
  const typed = context.message.slice(replace);
  const entries: CompletionEntry[] = [...values]
    .filter(([prefix, uri]) => !bound.has(uri) && (typed === `xmlns:${prefix}` || !prefixes.has(prefix)))
    .map(([prefix, uri], index) => ({
      label: `xmlns:${prefix}`,
      insert: hasValue ? `xmlns:${prefix}` : `xmlns:${prefix}="${uri}"`,
      note: namespaceTitle(uri) ?? uri,
      documentation: documentation(uriFact(uri)),
      order: 40 + index,
    }));
  if (element.attributes.some(({ name }) => name === "xmlns")) return entries;
  return [...entries, { label: "xmlns", insert: hasValue ? "xmlns" : snippet`xmlns="${stop(1)}"`, order: 90 }];
}
