import { CompletionItemKind } from "vscode-languageserver-types";
import type { Contract } from "../../contract/contract.ts";
import { ElementSnippets } from "../../contract/write/elementSnippet.ts";
import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { typeName } from "../../rules/schema/words.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import { snippet, stop } from "../../text/snippet.ts";
import { type Span, slice, trimmed } from "../../text/span.ts";
import { declarationOf } from "../../validation/attributes.ts";
import type { TypedElement } from "../../validation/place.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import {
  type AttributeUse,
  keyOf,
  type QName,
  type SimpleType,
  simpleTypeOf,
  type Type,
} from "../../xsd/components.ts";
import { stepsBetween } from "../../xsd/derivation.ts";
import { sampleValue } from "../../xsd/sample/values.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { accepts } from "../../xsd/wildcards.ts";
import { valuesOf, writtenName } from "../support/listedValues.ts";
import { requestSchema } from "../support/schemaPlace.ts";
import { describedMarkdown, required, requirement } from "../support/schemaWords.ts";
import type { NamespacesByPrefix } from "../support/tagName.ts";
import { type Completion, type CompletionEntry, completions, type MessageContext } from "./item.ts";
import { bestMatches, ofWildcard, typedIn, typedName } from "./matches.ts";
import { type AttributePlace, isMissing, type QuotedPlace } from "./xmlPlace.ts";

/** The attributes that the contract declares for an element, required ones first. */
interface SchemaAttributes {
  readonly entries: readonly CompletionEntry[];
  /** Whether an attribute that isn't in `entries` may be suggested, for example because another request has it. */
  readonly mayHave: (name: QName) => boolean;
}

const maxOfWildcard = 50;

interface Others {
  readonly note: string;
  readonly documentation: string;
  /** The namespace declarations that the values need. */
  readonly declarations: ReadonlySet<string>;
}

const xsiType: QName = { namespace: XSI_NAMESPACE, local: "type" };
const xsiNil: QName = { namespace: XSI_NAMESPACE, local: "nil" };

/** The attributes that the contract declares for an element; undefined if the contract doesn't describe the element. */
export function schemaAttributes(
  context: MessageContext,
  place: AttributePlace,
  prefixes: NamespacesByPrefix,
): SchemaAttributes | undefined {
  const { element, replace, hasValue } = place;
  const schema = requestSchema(context.message);
  const typed = schema?.typed(element);
  if (!schema || !typed) return undefined;
  const { type, declaration, declared } = typed;
  const writer = new ElementSnippets(schema.contract, prefixes);
  const entry = (
    name: QName,
    isRequired: boolean,
    values: readonly string[],
    others: Partial<Others> = {},
  ): CompletionEntry => {
    const { name: label, declarations } = writer.attributeName(name);
    const value = stop(1, ...values.map(attributeText));
    const before = [...declarations, ...(others.declarations ?? [])].map((one) => `${one} `).join("");
    const insert = hasValue ? label : snippet`${before}${label}="${value}"`;
    const { note = "", documentation } = others;
    return { label, insert, order: isRequired ? 0 : 1, note: isRequired ? required(note) : note, documentation };
  };
  const uses = type.kind === "complex" ? [...type.attributes.values()] : [];
  const own = [...uses, ...ofAny(schema.contract, type, typedName(context, replace))]
    .filter(({ name }) => isMissing(name, place))
    .map((use) => entry(use.name, use.required, valuesFor(use, prefixes), described(use)));
  const types = typesFor(schema.contract.schemas, typed).slice(0, maxValues);
  const isAbstract: boolean = declared?.kind === "complex" && declared.abstract;
  const names = types.flatMap(({ name }) => (name && name.namespace !== "" ? writer.name(name) : []));
  const hasTypes = names.length > (isAbstract || schema.isEncoded ? 0 : 1);
  const isNillable = declaration?.nillable === true;
  const typeEntry = () =>
    entry(
      xsiType,
      isAbstract,
      names.map(({ name }) => name),
      { declarations: new Set(names.flatMap(({ declarations }) => declarations)) },
    );
  const ofInstance = [
    ...(hasTypes && isMissing(xsiType, place) ? [typeEntry()] : []),
    ...(isNillable && isMissing(xsiNil, place) ? [entry(xsiNil, false, ["true"])] : []),
  ];
  return {
    entries: [...own, ...ofInstance],
    mayHave: ({ namespace }) =>
      schema.isEncoded || versionOfNamespace(namespace) !== undefined || allowsAny(type, namespace),
  };
}

/** Whether a type allows attributes of a namespace that it doesn't declare. */
function allowsAny(type: Type, namespace: string): boolean {
  return (
    namespace !== XSI_NAMESPACE &&
    type.kind === "complex" &&
    type.anyAttribute !== undefined &&
    accepts(type.anyAttribute.namespaces, namespace)
  );
}

/** The declared attributes that an attribute wildcard of a type allows. */
function ofAny({ schemas }: Contract, type: Type, typed: string): readonly AttributeUse[] {
  if (type.kind === "simple" || !type.anyAttribute) return [];
  const { shown } = ofWildcard(schemas, "attribute", type.anyAttribute.namespaces, maxOfWildcard, typed);
  const others = shown.filter((name) => !type.attributes.has(keyOf(name)));
  return others.flatMap((name) => schemas.attribute(name) ?? []).map((use) => ({ ...use, required: false }));
}

function valuesFor({ type, given, name }: AttributeUse, prefixes: NamespacesByPrefix): readonly string[] {
  const values = valuesOf(type, given, prefixes);
  return values.length > 0 ? values.slice(0, maxValues) : [sampleValue(type, name.local)];
}

function described({ name, type, given, source, required: isRequired }: AttributeUse): Partial<Others> {
  return {
    note: typeName(type),
    documentation: describedMarkdown({ name: name.local, type, given, source, cardinality: requirement(isRequired) }),
  };
}

/** Maximum values, and maximum types for `xsi:type`, that are suggested at once. */
const maxValues = 200;

/** Completions for the text of an element; undefined if the contract doesn't give the element a simple type. */
export function completeSchemaText(
  context: MessageContext,
  document: XmlDocument,
  element: XmlElement,
  word: Span,
): Completion[] | undefined {
  const typed = requestSchema(context.message)?.typed(element);
  const type = typed && simpleTypeOf(typed.type);
  if (!typed || !type) return undefined;
  const values = valuesOf(type, typed.declaration?.given, prefixesIn(document, element));
  const replace = isList(type) ? word : wholeText(document, element, word);
  const entry = (label: string) => ({ label, insert: elementText(label), note: typeName(type) });
  return matching(context, replace, values, entry);
}

export function schemaAttributeValues(
  context: MessageContext,
  document: XmlDocument,
  { element, attribute, replace, quotes }: QuotedPlace,
): Completion[] {
  const schema = requestSchema(context.message);
  const typed = schema?.typed(element);
  if (!schema || !typed) return [];
  const { schemas } = schema.contract;
  const prefixes = prefixesIn(document, element);
  const use = declarationOf(schemas, attribute, typed.type);
  const isType = attribute.namespace === XSI_NAMESPACE && attribute.local === "type";
  const values = isType
    ? typesFor(schemas, typed).flatMap(({ name }) => (name && writtenName(name, prefixes)) ?? [])
    : use
      ? valuesOf(use.type, use.given, prefixes)
      : [];
  return matching(context, replace, values, (label) => {
    const text = attributeText(label);
    return { label, insert: quotes ? snippet`"${text}"` : text, ...(use ? { note: typeName(use.type) } : {}) };
  });
}

function matching(
  context: MessageContext,
  replace: Span,
  values: readonly string[],
  entry: (value: string) => CompletionEntry,
): Completion[] {
  const { shown, isCut } = bestMatches(values, maxValues, typedIn(context, replace), (one) => one);
  const items = completions(CompletionItemKind.EnumMember, replace, shown.map(entry));
  return isCut ? items.map((one) => ({ ...one, incomplete: true })) : items;
}

/** The types that `xsi:type` may name: types that are derived from the declared type and neither abstract nor blocked. */
function typesFor(schemas: Schemas, { declaration, declared }: TypedElement): readonly Type[] {
  if (!declared?.name) return [];
  const own = declared;
  const isAllowed = (type: Type) => {
    if (type.kind === "complex" && type.abstract) return false;
    const steps = stepsBetween(type, own);
    const isBlocked = (method: "extension" | "restriction") =>
      declaration?.block.has(method) || (own.kind === "complex" && own.block.has(method));
    return steps.kind !== "derived" || ![...steps.methods].some(isBlocked);
  };
  return [own, ...schemas.derivedFrom(declared.name)].filter(isAllowed);
}

function isList({ variety }: SimpleType): boolean {
  return variety.kind === "list";
}

/** The span of the whole value around the cursor, if it is on one line, or else of the word at the cursor. */
function wholeText({ text }: XmlDocument, { children }: XmlElement, word: Span): Span {
  const [only, ...others] = children;
  if (only?.kind !== "text" || others.length > 0) return word;
  const span = trimmed(text, only);
  const isAround = span.start <= word.start && word.end <= span.end;
  return isAround && !/[\r\n]/.test(slice(text, span)) ? span : word;
}
