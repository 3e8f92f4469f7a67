import { CompletionItemKind } from "vscode-languageserver-types";
import type { Contract } from "../../contract/contract.ts";
import { ElementSnippets } from "../../contract/write/elementSnippet.ts";
import { typeName } from "../../rules/schema/words.ts";
import { childElements } from "../../soap/envelope.ts";
import { lines, numbered, type Snippet, withoutLess } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import type { Insertion, TypedElement } from "../../validation/place.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { keyOf, type QName, type Wildcard } from "../../xsd/components.ts";
import { type RequestSchema, requestSchema } from "../support/schemaPlace.ts";
import { cardinality, describedMarkdown, required } from "../support/schemaWords.ts";
import { type Completion, type CompletionEntry, completions, type MessageContext } from "./item.ts";
import { ofWildcard, typedName } from "./matches.ts";
import { allowsOther, allPayloads, type Offer, offersIn } from "./schemaMessage.ts";

const maxOfWildcard = 100;

/** Position of the elements of wildcards in the list: after the elements from other requests. */
const ofWildcards = 50;

interface SchemaElements {
  readonly completions: readonly Completion[];
  /** Whether an element that other requests contain may be suggested here. */
  readonly allows: (name: QName) => boolean;
}

/** Undefined if the contract doesn't describe the place, where elements from other requests are suggested instead. */
export function schemaElements(
  context: MessageContext,
  document: XmlDocument,
  parent: XmlElement,
  place: ElementPlace,
): SchemaElements | undefined {
  const prefixes = prefixesIn(document, parent);
  const ofMessage = offersIn(context, parent, place.replace, startOf(place));
  if (ofMessage) {
    return { completions: written(ofMessage, prefixes, place), allows: (name) => allowsOther(context, parent, name) };
  }
  const schema = requestSchema(context.message);
  const typed = schema?.typed(parent);
  if (!schema || !typed) return undefined;
  const insertion = insertionIn(schema, typed, place);
  if (!insertion) return { completions: [], allows: () => false };
  const isOpen = insertion.expected().some(({ term }) => term.kind === "wildcard");
  return {
    completions: written(
      [...contentOffers(schema, typed, insertion, typedName(context, place.replace))],
      prefixes,
      place,
    ),
    allows: () => isOpen,
  };
}

/** Possible roots of a document: the elements of its contract, or else the payloads of all contracts. None for other messages. */
export function documentRoots(context: MessageContext, place: ElementPlace): readonly Completion[] {
  const { segment, contract } = context.message;
  if (!segment.document) return [];
  const { replace } = place;
  const offers =
    contract.kind === "found" ? globals(context, contract.contract, replace) : allPayloads(context, replace);
  return written(
    offers.map((offer) => ({ ...offer, order: 0 })),
    new Map(),
    place,
  );
}

function globals(context: MessageContext, contract: Contract, replace: Span): readonly Offer[] {
  const { schemas } = contract;
  const { shown, isCut } = ofWildcard(schemas, "element", "any", maxOfWildcard, typedName(context, replace));
  return shown.flatMap((name): readonly Offer[] => {
    const declaration = schemas.element(name);
    if (!declaration || declaration.abstract) return [];
    const rest = { required: false, cardinality: undefined, extent: "required" } as const;
    return [{ contract, declaration, inserted: [declaration], isCut, ...rest }];
  });
}

/** Whether the contract allows elements, but no text, in an element. */
export function hasOnlyElements({ message }: MessageContext, element: XmlElement): boolean {
  const type = requestSchema(message)?.typed(element)?.type;
  return type?.kind === "complex" && type.content.kind === "elements" && !type.content.mixed;
}

function startOf({ replace, form }: ElementPlace): number {
  return form === "whole" ? replace.start : replace.start - 1;
}

/** The elements that may be inserted at a place. An unclosed tag contains the text that follows it, so that text is ignored. */
function insertionIn({ places }: RequestSchema, typed: TypedElement, place: ElementPlace): Insertion | undefined {
  const start = startOf(place);
  const following = childElements(typed.element).filter((one) => one.start >= start);
  const [first, ...others] = following;
  if (place.form === "whole" || first?.start !== start) return places.insertionAt(typed, start, following);
  return places.insertionAt(typed, start, place.form === "rest" ? [...childElements(first), ...others] : others);
}

function* contentOffers(
  { contract, places, isEncoded }: RequestSchema,
  typed: TypedElement,
  insertion: Insertion,
  name: string,
): Iterable<Offer> {
  const { schemas } = contract;
  const offered = new Set<string>();
  const ofAny = (namespaces: Wildcard["namespaces"]) => {
    const { shown, isCut } = ofWildcard(schemas, "element", namespaces, maxOfWildcard, name);
    return { all: shown.flatMap((one) => schemas.element(one) ?? []), isCut };
  };
  for (const { term, required: isRequired } of insertion.expected()) {
    const { all, isCut } = term.kind === "element" ? { all: [term], isCut: false } : ofAny(term.namespaces);
    for (const declaration of all) {
      const key = keyOf(declaration.name);
      const inserted = declaration.abstract || offered.has(key) ? undefined : insertion.with(declaration);
      if (!inserted) continue;
      offered.add(key);
      const own = places.occurrence(typed.type, term);
      const order = term.kind === "wildcard" ? ofWildcards : isRequired ? 0 : 1;
      yield {
        contract,
        declaration,
        required: isRequired,
        order,
        inserted,
        extent: "required",
        encoded: isEncoded,
        cardinality: own && cardinality(own),
        isCut,
      };
    }
  }
}

function written(
  offers: readonly Offer[],
  prefixes: ReadonlyMap<string, string>,
  place: ElementPlace,
): readonly Completion[] {
  const writers = new Map<unknown, ElementSnippets>();
  const entries = offers.map((offer): CompletionEntry => {
    const writer = writers.get(offer.contract) ?? new ElementSnippets(offer.contract, prefixes);
    writers.set(offer.contract, writer);
    return entryOf(offer, writer, place);
  });
  return completions(CompletionItemKind.Field, place.replace, entries);
}

function entryOf(offer: Offer, writer: ElementSnippets, { form }: ElementPlace): CompletionEntry {
  const { declaration, inserted, extent, attributes, encoded, isCut } = offer;
  const { name, declarations } = writer.name(declaration.name);
  const { type, given, source } = declaration;
  const note = offer.note ?? typeName(type);
  const whole = () => lines(numbered(inserted.map((one) => writer.element(one, extent, attributes, encoded))));
  return {
    label: name,
    insert: form === "name" ? [name, ...declarations].join(" ") : inForm(whole(), form),
    order: offer.order ?? (offer.required ? 0 : 1),
    note: offer.required ? required(note) : note,
    documentation:
      offer.documentation ??
      describedMarkdown({ name: `<${name}>`, type, given, source, cardinality: offer.cardinality }),
    ...(isCut ? { incomplete: true as const } : {}),
  };
}

/** The part of an element to insert: the whole element, its text after `<`, or only its name. */
export type ElementForm = "whole" | "rest" | "name";

/** The place where an element is inserted, or where its name is replaced. */
export interface ElementPlace {
  readonly parent: XmlElement | undefined;
  readonly replace: Span;
  readonly form: ElementForm;
}

export function inForm(whole: Snippet, form: ElementForm): Snippet {
  return form === "rest" ? withoutLess(whole) : whole;
}
