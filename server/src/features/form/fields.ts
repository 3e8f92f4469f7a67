import { ElementSnippets } from "../../contract/write/elementSnippet.ts";
import { attributeText } from "../../contract/write/namespaces.ts";
import type { FormView } from "../../protocol/protocol.ts";
import { insert, replace } from "../../rules/edits.ts";
import type { Edit } from "../../rules/rule.ts";
import { typeName } from "../../rules/schema/words.ts";
import { insertElements, removeAttribute, removeNode } from "../../rules/soap/xmlMessage.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import { firstBreak } from "../../text/lines.ts";
import { plainText } from "../../text/snippet.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { declarationOf } from "../../validation/attributes.ts";
import { type ElementContent, Insertion, lookahead, type TypedElement } from "../../validation/place.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { attribute, attributeValue, prefixesIn, textContent, valueSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { anyType } from "../../xsd/anyType.ts";
import {
  type AttributeUse,
  type ElementDeclaration,
  keyOf,
  type SimpleType,
  simpleTypeOf,
  type Type,
} from "../../xsd/components.ts";
import { sampleValue } from "../../xsd/sample/values.ts";
import type { RequestSchema } from "../support/schemaPlace.ts";
import { type FieldValue, fieldValue, writtenValue } from "./values.ts";

/** A present or possible element or attribute. Its actions return edits of the message's text. */
export interface FormField {
  /** The indexes of the elements on the path from the root; for attributes with `@`, for absent elements with `+`. */
  readonly id: string;
  readonly label: string;
  readonly type: string;
  /** The span of the element or attribute; empty if it is absent. */
  readonly at: Span;
  readonly kind: "element" | "attribute";
  readonly isPresent: boolean;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** The value; undefined if there is none, for example in an element that contains elements. */
  readonly value: FieldValue | undefined;
  readonly attributes: readonly FormField[];
  /** The fields inside of this field; empty if it is collapsed. */
  readonly children: readonly FormField[];
  /** Whether the field is expanded; undefined if it has no children. */
  readonly isOpen: boolean | undefined;
  /** The number of following child elements that aren't shown. */
  readonly hidden: number;
  readonly hiddenAttributes: number;
  /** The names of the elements that could replace this element. */
  readonly alternatives: readonly string[];
  readonly set?: ((value: string) => readonly Edit[]) | undefined;
  readonly add?: (() => readonly Edit[]) | undefined;
  readonly repeat?: (() => readonly Edit[]) | undefined;
  readonly remove?: (() => readonly Edit[]) | undefined;
  readonly choose?: ((alternative: number) => readonly Edit[] | undefined) | undefined;
}

/** Maximum fields that are initially expanded. */
const maxOpened = 50;
export const maxShown = 50;
/** Maximum pairs to compare for finding alternatives, because each comparison evaluates the content model. */
const maxPairs = 1_000;
/** Maximum elements that are removed together because they require each other. */
const maxTogether = 20;

interface Place {
  readonly parent: TypedElement;
  readonly content: ElementContent;
  readonly index: number;
}

type Rest = Pick<
  FormField,
  "type" | "value" | "attributes" | "hiddenAttributes" | "children" | "isOpen" | "hidden" | "set"
>;

/** Creates the fields of one message. The children of collapsed fields aren't computed. */
export class FormFields {
  readonly #schema: RequestSchema;
  readonly #document: XmlDocument;
  readonly #view: FormView;
  readonly #lookahead = lookahead();
  #opened = 0;
  #pairs = 0;

  constructor(schema: RequestSchema, document: XmlDocument, view: FormView) {
    this.#schema = schema;
    this.#document = document;
    this.#view = view;
  }

  /** The field of a root: a header block, a payload or the root of a document, which can't be removed. */
  root(element: XmlElement, typed: TypedElement | undefined, id: string): FormField {
    const place = { isPresent: true, isRequired: true, isRepeated: false, alternatives: [] } as const;
    return { id, label: element.local, at: element, kind: "element", ...place, ...this.#rest(element, typed, id) };
  }

  #rest(element: XmlElement, typed: TypedElement | undefined, id: string): Rest {
    this.#opened++;
    const type = typed?.type;
    const hasElements = element.markup.some((one) => one.kind === "element");
    const simple = type && simpleTypeOf(type);
    const mayHaveText =
      simple !== undefined ||
      type === undefined ||
      (type.kind === "complex" && "mixed" in type.content && type.content.mixed);
    const value =
      mayHaveText && !hasElements
        ? fieldValue(
            this.#text(element, simple),
            this.#raw(element),
            simple,
            typed?.declaration?.given,
            prefixesIn(this.#document, element),
            element.markup.some(({ kind }) => kind === "comment" || kind === "pi"),
          )
        : undefined;
    const { attributes, hiddenAttributes } = this.#attributes(element, typed, id);
    const content = typed && this.#schema.places.contentOf(typed);
    const isOpenable = hasElements || (content?.states[0]?.expected().length ?? 0) > 0;
    const isOpen = isOpenable ? (this.#view.open[id] ?? this.#opened < maxOpened) : undefined;
    const most = this.#view.shown[id] ?? maxShown;
    const { children, hidden } = isOpen
      ? this.#children(element, typed, content, id, most)
      : { children: [], hidden: 0 };
    const set = value && !value.isOnlyText ? (text: string) => this.#setText(element, simple, text) : undefined;
    return { type: type ? typeText(type) : "", value, attributes, hiddenAttributes, children, isOpen, hidden, set };
  }

  #raw(element: XmlElement): string {
    return this.#document.text.slice(element.startTagEnd, element.contentEnd);
  }

  #text(element: XmlElement, type: SimpleType | undefined): string {
    const text = textContent(this.#document, element);
    return type?.facets.whiteSpace === "collapse" ? text.trim() : text;
  }

  #setText(element: XmlElement, type: SimpleType | undefined, value: string): readonly Edit[] {
    const { text } = this.#document;
    const current = this.#text(element, type);
    if (value === current) return [];
    const written = writtenValue(value, current, this.#raw(element), "element").replaceAll("\n", firstBreak(text));
    if (element.selfClosing) {
      const slash = text.lastIndexOf("/", element.startTagEnd);
      return [replace({ start: slash, end: element.startTagEnd }, `>${written}</${element.name}>`)];
    }
    const all = { start: element.startTagEnd, end: element.contentEnd };
    const isPlain = type?.facets.whiteSpace === "collapse" && element.markup.length === 0 && current !== "";
    return [replace(isPlain ? trimmed(text, all) : all, written)];
  }

  #attributes(element: XmlElement, typed: TypedElement | undefined, id: string) {
    const all = typed?.type.kind === "complex" ? [...typed.type.attributes.values()] : [];
    const isPresent = ({ name }: AttributeUse) => attribute(element, name.namespace, name.local) !== undefined;
    const uses = all.length > maxShown ? all.filter((use) => use.required || isPresent(use)).slice(0, maxShown) : all;
    const declared = uses.map((use, at) => {
      const present = attribute(element, use.name.namespace, use.name.local);
      return present ? this.#present(element, present, use, `${id}@${at}`) : this.#absent(element, use, `${id}@${at}`);
    });
    const others = element.attributes.filter(
      ({ namespace, local }) =>
        namespace !== XMLNS_NAMESPACE && !uses.some(({ name }) => name.local === local && name.namespace === namespace),
    );
    const present = others.slice(0, maxShown).map((own, at) => {
      const use = typed && declarationOf(this.#schema.schemas, own, typed.type);
      return this.#present(element, own, use, `${id}@@${at}`);
    });
    const attributes: readonly FormField[] = [...declared, ...present];
    // A present attribute that is declared, but not in `uses`, is in `others`.
    const absent = all.filter((use) => !uses.includes(use) && !isPresent(use)).length;
    return { attributes, hiddenAttributes: absent + others.length - present.length };
  }

  #present(element: XmlElement, own: XmlAttribute, use: AttributeUse | undefined, id: string): FormField {
    const { text } = this.#document;
    const current = attributeValue(this.#document, own) ?? "";
    const span = valueSpan(own);
    const isOfInstance = own.namespace === XSI_NAMESPACE;
    const raw = span ? text.slice(span.start, span.end) : "";
    const value = fieldValue(current, raw, use?.type, use?.given, prefixesIn(this.#document, element), isOfInstance);
    const quote = span ? text.charAt(span.start - 1) : "";
    const set = (entered: string) => {
      if (!span || entered === current) return [];
      const written = writtenValue(entered, current, raw, "attribute");
      return [replace(span, quote === "'" ? written.replaceAll("'", "&apos;") : written)];
    };
    return {
      ...attributeField(id, own.name, use?.type),
      at: own,
      isPresent: true,
      isRequired: use?.required ?? false,
      value,
      set: value.isOnlyText ? undefined : set,
      // Without `xsi:type`, the content has another type, so it can't be removed.
      remove: use?.required || isOfInstance ? undefined : () => [removeAttribute(text, own)],
    };
  }

  #absent(element: XmlElement, { name, type, given, required }: AttributeUse, id: string): FormField {
    const end = element.attributes.at(-1)?.end ?? element.nameEnd;
    const add = () => {
      const snippets = new ElementSnippets(this.#schema.contract, prefixesIn(this.#document, element));
      const written = snippets.attributeName(name);
      const value = attributeText(given?.value ?? sampleValue(type, name.local));
      return [insert(end, ["", ...written.declarations, `${written.name}="${value}"`].join(" "))];
    };
    const at = { start: element.start, end: element.start };
    return {
      ...attributeField(id, name.local, type),
      at,
      isPresent: false,
      isRequired: required,
      value: undefined,
      add,
    };
  }

  #children(
    element: XmlElement,
    typed: TypedElement | undefined,
    content: ElementContent | undefined,
    id: string,
    most: number,
  ): { readonly children: readonly FormField[]; readonly hidden: number } {
    if (!typed || !content) {
      const all = element.markup.filter((one) => one.kind === "element");
      return {
        children: all.slice(0, most).map((child, at) => this.root(child, undefined, `${id}.${at}`)),
        hidden: Math.max(0, all.length - most),
      };
    }
    const count = content.children.length;
    const offered = new Set(
      content.children.flatMap(({ term }) => (term?.kind === "element" ? [keyOf(term.name)] : [])),
    );
    const children: FormField[] = [];
    for (let index = 0; index <= Math.min(count, most); index++) {
      const place = { parent: typed, content, index };
      for (const field of this.#offers(place, id, offered)) children.push(field);
      if (index < Math.min(count, most)) children.push(this.#child(place, `${id}.${index}`));
    }
    return { children, hidden: Math.max(0, count - most) };
  }

  /** Fields for the elements that may be added at a place. Each element is offered only once in its parent. */
  *#offers(place: Place, id: string, offered: Set<string>): Iterable<FormField> {
    const { parent, content, index } = place;
    const state = content.states[index];
    if (!state) return;
    const insertion = new Insertion(state, content, index, this.#lookahead);
    for (const { term, required } of insertion.expected()) {
      if (term.kind !== "element" || term.abstract || offered.has(keyOf(term.name))) continue;
      const inserted = insertion.with(term);
      if (!inserted) continue;
      offered.add(keyOf(term.name));
      const start = content.children[index]?.child.start ?? parent.element.contentEnd;
      yield {
        id: `${id}.${index}+${offered.size}`,
        label: term.name.local,
        type: typeText(term.type),
        at: { start, end: start },
        kind: "element",
        isPresent: false,
        isRequired: required,
        isRepeated: this.#isRepeated(parent, term),
        value: undefined,
        ...empty,
        add: () => this.#insert(place, inserted),
      };
    }
  }

  #child(place: Place, id: string): FormField {
    const { parent, content, index } = place;
    const entry = content.children[index];
    const state = content.states[index];
    if (!entry || !state) throw new Error("no such child");
    const { child, term } = entry;
    const declaration = term?.kind === "element" ? term : undefined;
    const own = declaration && this.#schema.places.occurrence(parent.type, declaration);
    const isRepeated = (own?.max ?? 1) > 1;
    const siblings = content.counts.get(term) ?? 0;
    const isLeast = own !== undefined && own.min > 1 && siblings <= own.min;
    const removed = isLeast
      ? undefined
      : firstOf(
          maxTogether,
          (count) => new Insertion(state, content, index + count, this.#lookahead).isComplete,
          place,
        );
    const after = isRepeated && siblings < (own?.max ?? 0) ? content.states[index + 1] : undefined;
    const again = after && declaration && new Insertion(after, content, index + 1, this.#lookahead).with(declaration);
    const alternatives = declaration ? this.#alternatives(place, declaration, own?.isChoice ?? false) : [];
    return {
      id,
      label: child.local,
      at: child,
      kind: "element",
      isPresent: true,
      isRequired: removed === undefined,
      isRepeated,
      alternatives: alternatives.map(({ name }) => name.local),
      ...this.#rest(child, entry.typed(), id),
      repeat: again && (() => this.#insert({ parent, content, index: index + 1 }, again)),
      remove: removed === undefined && term !== undefined ? undefined : () => this.#remove(place, removed ?? 1),
      choose: (at) => {
        const chosen = alternatives[at];
        return chosen && this.#replace(place, chosen);
      },
    };
  }

  #isRepeated({ type }: TypedElement, declaration: ElementDeclaration): boolean {
    return (this.#schema.places.occurrence(type, declaration)?.max ?? 1) > 1;
  }

  /** The declarations that could replace a child, because a choice or a substitution group contains both. */
  #alternatives({ content, index }: Place, own: ElementDeclaration, isChoice: boolean): readonly ElementDeclaration[] {
    const state = content.states[index];
    if (!state) return [];
    const key = keyOf(own.name);
    return state.expected().flatMap(({ term }) => {
      if (term.kind !== "element" || term.abstract || keyOf(term.name) === key) return [];
      if (headOf(term) === headOf(own)) return [term];
      const isOther =
        isChoice && this.#pairs++ < maxPairs && state.alternativeTo(keyOf(term.name), [key]) !== undefined;
      return isOther ? [term] : [];
    });
  }

  #replace(place: Place, chosen: ElementDeclaration): readonly Edit[] {
    const { content, index } = place;
    const state = content.states[index];
    const first = content.children[index]?.child;
    if (!state || !first) return [];
    const budget = lookahead();
    const insteadOf = (count: number) => new Insertion(state, content, index + count, budget).with(chosen);
    const count = firstOf(maxTogether, (one) => insteadOf(one) !== undefined, place) ?? 1;
    const end = content.children[index + count - 1]?.child.end ?? first.end;
    const written = this.#write(place, insteadOf(count) ?? [chosen]);
    return [replace({ start: first.start, end }, this.#indented(first, written))];
  }

  #indented(first: XmlElement, written: readonly string[]): string {
    // When inserted before an element, the text ends with the separator before that element.
    const [edit] = insertElements(this.#document, first.parent ?? first, first, written);
    return edit?.newText.trimEnd() ?? "";
  }

  #insert(place: Place, inserted: readonly ElementDeclaration[]): readonly Edit[] {
    const { parent, content, index } = place;
    return insertElements(this.#document, parent.element, content.children[index]?.child, this.#write(place, inserted));
  }

  #write({ parent }: Place, inserted: readonly ElementDeclaration[]): readonly string[] {
    const snippets = new ElementSnippets(this.#schema.contract, prefixesIn(this.#document, parent.element));
    return inserted.map((one) => plainText(snippets.element(one, "required", undefined, this.#schema.isEncoded)));
  }

  #remove({ content, index }: Place, count: number): readonly Edit[] {
    return content.children.slice(index, index + count).map(({ child }) => removeNode(this.#document.text, child));
  }
}

function attributeField(id: string, label: string, type: Type | undefined) {
  return { id, label, kind: "attribute", type: type ? typeText(type) : "", isRepeated: false, ...empty } as const;
}

/** The properties of a field without content. */
const empty = {
  attributes: [],
  hiddenAttributes: 0,
  children: [],
  isOpen: undefined,
  hidden: 0,
  alternatives: [],
} as const;

/** The smallest number of elements for which a condition holds; undefined if there is none. */
function firstOf(most: number, holds: (count: number) => boolean, { content, index }: Place): number | undefined {
  for (let count = 1; count <= most && index + count <= content.children.length; count++)
    if (holds(count)) return count;
  return undefined;
}

function headOf({ name, substitutes }: ElementDeclaration): string {
  return keyOf(substitutes ?? name);
}

function typeText(type: Type): string {
  return type === anyType || type.name !== undefined ? typeName(type) : "";
}
