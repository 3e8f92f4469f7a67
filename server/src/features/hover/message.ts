import * as l10n from "@vscode/l10n";
import type { Fact } from "../../http/facts.ts";
import { typeName } from "../../rules/schema/words.ts";
import { attributeFact, elementFact, faultCodeFact, uriFact } from "../../soap/documentation.ts";
import { versionMeant, versionOfNamespace } from "../../soap/facts.ts";
import { readQName } from "../../soap/fault.ts";
import { isArrayTypeAttribute, isTypeAttribute } from "../../soap/qnames.ts";
import { covers, type Span, trimmed } from "../../text/span.ts";
import { codePointName } from "../../xml/characters.ts";
import { attributeAt, attributeValue, elementAt, nameSpan, nodeAt, textContent, valueSpan } from "../../xml/query.ts";
import { resolveReferences } from "../../xml/references.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import { placeMarkdown, type SchemaReference, schemaAt } from "../support/schemaAt.ts";
import { type MessageSchema, schemaOfSection } from "../support/schemaPlace.ts";
import { cardinality, describedMarkdown, requirement, valuesMarkdown } from "../support/schemaWords.ts";
import type { Section } from "../support/section.ts";
import { sourceMarkdown } from "../support/sources.ts";
import { declaredPrefix } from "../support/xmlNames.ts";
import { type Hover, spanAt } from "./hoverAt.ts";

export function hoverMessage(section: Section, document: XmlDocument, offset: number): Hover | undefined {
  const xml = hoverXml(document, offset);
  const schema = schemaOfSection(section);
  const own = schema && hoverSchema(schema, document, offset);
  return own && xml ? { ...xml, markdown: paragraphs(xml.markdown, own.markdown) } : (own ?? xml);
}

function hoverSchema(schema: MessageSchema, document: XmlDocument, offset: number): Hover | undefined {
  const reference = schemaAt(schema, document, offset);
  const markdown = reference && markdownOf(schema, reference);
  return reference && markdown ? { ...reference.at, markdown } : undefined;
}

function markdownOf(schema: MessageSchema, reference: SchemaReference): string {
  switch (reference.kind) {
    case "element": {
      const { element, declaration, declared, type } = reference.typed;
      const parent = element.parent && schema.typed(element.parent);
      const often = parent && declaration && schema.places.occurrence(parent.type, declaration);
      const { given, source } = declaration ?? { given: undefined, source: undefined };
      const isOther = declared !== undefined && declared !== type;
      return paragraphs(
        describedMarkdown({ name: `<${element.name}>`, type, given, source, cardinality: often && cardinality(often) }),
        isOther ? l10n.t("Declared type: {0}", code(typeName(declared))) : undefined,
        definedIn(source ?? type.source),
      );
    }
    case "attribute": {
      const { type, given, source, required } = reference.use;
      return paragraphs(
        describedMarkdown({ name: reference.use.name.local, type, given, source, cardinality: requirement(required) }),
        definedIn(source),
      );
    }
    case "type": {
      const { type } = reference;
      return paragraphs(
        describedMarkdown({ name: undefined, type, given: undefined, source: undefined, cardinality: undefined }),
        definedIn(type.source),
      );
    }
    case "value": {
      const facets = valuesMarkdown(reference.type);
      return facets && paragraphs(strong(reference.type.name ? typeName(reference.type) : reference.name), facets);
    }
  }
}

function definedIn(source: SourceElement | undefined): string | undefined {
  const place = source && placeMarkdown(source);
  return place && l10n.t("Defined in {0}", place);
}

function hoverXml(document: XmlDocument, offset: number): Hover | undefined {
  const node = nodeAt(document, offset);
  switch (node?.kind) {
    case "element":
      return hoverTag(document, node, offset);
    case "text":
      return hoverReference(document.text, node, offset) ?? hoverText(document, node, offset);
    case "cdata":
      return hoverText(document, node, offset);
    default:
      return undefined;
  }
}

function hoverTag(document: XmlDocument, element: XmlElement, offset: number): Hover | undefined {
  const tag = spanAt(offset, nameSpan(element), element.endTag && nameSpan(element.endTag));
  if (tag) return { ...tag, markdown: elementMarkdown(element) };
  const attribute = attributeAt(element, offset);
  const at = attribute && spanAt(offset, nameSpan(attribute), valueSpan(attribute));
  if (!at) return undefined;
  if (at.start === attribute.nameStart) return { ...at, markdown: attributeMarkdown(document, element, attribute) };
  const markdown = valueMarkdown(document, element, attribute);
  return hoverReference(document.text, at, offset) ?? (markdown === undefined ? undefined : { ...at, markdown });
}

function elementMarkdown(element: XmlElement): string {
  const { name, namespace } = element;
  const fact = elementFact(element, element.parent);
  const version = versionOfNamespace(namespace);
  return paragraphs(
    title(name, fact),
    version && !fact ? prose(l10n.t("SOAP {0} has no element with this name.", version)) : undefined,
    namespaceText(name, namespace),
    fact && sourceMarkdown(fact.source),
  );
}

function title(name: string, fact: Pick<Fact, "meaning"> | undefined): string {
  return fact ? `${strong(name)} — ${prose(fact.meaning())}` : strong(name);
}

/** @param name a name with the prefix of the namespace */
function namespaceText(name: string, namespace: string | undefined): string {
  const prefix = name.slice(0, Math.max(0, name.indexOf(":")));
  if (namespace === undefined) return prose(l10n.t("The prefix {0} isn't declared.", prefix));
  return namespace === "" ? prose(l10n.t("No namespace.")) : l10n.t("In the namespace {0}.", code(namespace));
}

function attributeMarkdown(document: XmlDocument, element: XmlElement, attribute: XmlAttribute): string {
  const { name, namespace } = attribute;
  const declared = declaredPrefix(attribute);
  if (declared !== undefined) {
    const uri = attributeValue(document, attribute) ?? "";
    return paragraphs(
      strong(name),
      declared === ""
        ? l10n.t("The default namespace, for names without a prefix: {0}", code(uri))
        : l10n.t("The prefix {0} stands for the namespace {1}", code(declared), code(uri)),
      uriText(uri),
      sourceMarkdown("Namespaces in XML 1.0 section 3"),
    );
  }
  const fact = attributeFact(attribute, element);
  return paragraphs(
    title(name, fact),
    fact && namespace === "" ? undefined : namespaceText(name, namespace),
    fact && sourceMarkdown(fact.source),
  );
}

function valueMarkdown(document: XmlDocument, element: XmlElement, attribute: XmlAttribute): string | undefined {
  const value = attributeValue(document, attribute)?.trim() ?? "";
  const uri = uriText(value);
  if (uri) return paragraphs(code(value), uri);
  if (value === "") return undefined;
  if (declaredPrefix(attribute) !== undefined) return paragraphs(code(value), prose(l10n.t("Unknown namespace.")));
  if (!isTypeAttribute(attribute) && !isArrayTypeAttribute(attribute)) return undefined;
  return paragraphs(strong(value), namespaceText(value, readQName(document, element, value).namespace));
}

function uriText(uri: string): string | undefined {
  const fact = uriFact(uri);
  if (fact) return paragraphs(prose(fact.meaning()), sourceMarkdown(fact.source));
  const meant = versionMeant(uri);
  return meant && prose(l10n.t("Not a SOAP namespace. Did you mean the namespace of SOAP {0}?", meant));
}

const longestValue = 1000;

/** The explanation of a fault code or a known URI, if it is the only content of its element. */
function hoverText(document: XmlDocument, node: Span, offset: number): Hover | undefined {
  const element = elementAt(document, offset);
  if (!element || node.end - node.start > longestValue || element.children.length > 1) return undefined;
  const value = textContent(document, element).trim();
  const at = trimmed(document.text, node);
  if (value === "" || !covers(at, offset)) return undefined;
  if (holdsCode(element)) return { ...at, markdown: codeMarkdown(document, element, value) };
  const uri = uriText(value);
  return uri === undefined ? undefined : { ...at, markdown: paragraphs(code(value), uri) };
}

/** Whether an element contains a fault code: `Value` of SOAP 1.2, also in a Subcode, and `faultcode` of SOAP 1.1. */
function holdsCode({ local, namespace, parent }: XmlElement): boolean {
  if (local === "faultcode") return parent?.local === "Fault";
  return local === "Value" && versionOfNamespace(namespace) === "1.2";
}

function codeMarkdown(document: XmlDocument, element: XmlElement, value: string): string {
  const { local, namespace } = readQName(document, element, value);
  const fact = namespace === undefined ? undefined : faultCodeFact(namespace, local);
  return paragraphs(
    title(value, fact),
    fact ? undefined : prose(l10n.t("A fault code defined by the service.")),
    namespaceText(value, namespace),
    fact && sourceMarkdown(fact.source),
  );
}

const longestReference = 12;

/** The explanation of a reference such as `&amp;` or `&#233;`: its character. */
function hoverReference(text: string, within: Span, offset: number): Hover | undefined {
  const start = text.lastIndexOf("&", offset);
  if (start < within.start || offset - start > longestReference) return undefined;
  const [reference = ""] = /^&(?:#x?[0-9A-Fa-f]+|[A-Za-z]+);/.exec(text.slice(start, start + longestReference)) ?? [];
  const end = start + reference.length;
  const character = resolveReferences(reference, 0, reference.length);
  if (offset >= end || character === reference) return undefined;
  const shown = /[\p{C}\p{Z}]/u.test(character) ? "" : ` ${code(character)}`;
  const markdown = paragraphs(
    `${code(reference)} →${shown} ${strong(codePointName(character.codePointAt(0) ?? 0))}`,
    prose(l10n.t("A reference. It is sent as written, and the service reads the character.")),
    sourceMarkdown("XML 1.0 section 4.1"),
  );
  return { start, end, markdown };
}
