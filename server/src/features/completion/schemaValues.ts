import { CompletionItemKind } from "vscode-languageserver-types";
import { attributeText, elementText } from "../../contract/write/namespaces.ts";
import { typeName } from "../../rules/schema/words.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import { snippet } from "../../text/snippet.ts";
import { type Span, slice, trimmed } from "../../text/span.ts";
import { declarationOf } from "../../validation/attributes.ts";
import type { TypedElement } from "../../validation/place.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type SimpleType, simpleTypeOf, type Type } from "../../xsd/components.ts";
import { stepsBetween } from "../../xsd/derivation.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { valuesOf, writtenName } from "../support/listedValues.ts";
import { requestSchema } from "../support/schemaPlace.ts";
import { type Completion, type CompletionEntry, completions, type MessageContext } from "./item.ts";
import { bestMatches, typedIn } from "./matches.ts";
import type { QuotedPlace } from "./xmlPlace.ts";

/** Maximum values, and types for `xsi:type`, that are offered at once. */
export const maxValues = 200;

/** The text of an element whose type is simple; undefined for all others, and where the contract says nothing. */
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

/** The values of an attribute that the contract declares, or of `xsi:type` and `xsi:nil`. */
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

/** The types that `xsi:type` may name: those that are derived from the declared one, unless they are abstract or blocked. */
export function typesFor(schemas: Schemas, { declaration, declared }: TypedElement): readonly Type[] {
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

/** The whole value around the cursor, if it is on one line; else the word. */
function wholeText({ text }: XmlDocument, { children }: XmlElement, word: Span): Span {
  const [only, ...others] = children;
  if (only?.kind !== "text" || others.length > 0) return word;
  const span = trimmed(text, only);
  const isAround = span.start <= word.start && word.end <= span.end;
  return isAround && !/[\r\n]/.test(slice(text, span)) ? span : word;
}
