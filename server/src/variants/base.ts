import { type Analysis, analyze, defaultOptions, messageOf } from "../analysis/analysis.ts";
import type { Contract } from "../contract/contract.ts";
import { type MessageSchema, requestSchema } from "../features/support/schemaPlace.ts";
import type { Message } from "../message/message.ts";
import { noContracts } from "../resources/contractLookup.ts";
import { emptyResolver } from "../resources/resolver.ts";
import { referencesIn } from "../rules/schema.ts";
import { childElements } from "../soap/envelope.ts";
import type { TypedElement } from "../validation/place.ts";
import type { References } from "../validation/values.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/** Maximum number of elements of a sample that are varied. */
const maxElements = 300;

export interface VariedElement extends TypedElement {
  readonly parent: VariedElement | undefined;
}

export interface Base {
  readonly text: string;
  readonly analysis: Analysis;
  readonly message: Message;
  readonly document: XmlDocument;
  readonly schema: MessageSchema;
  /** The elements in the Body and the header blocks that the schemas describe, in document order. */
  readonly elements: readonly VariedElement[];
  /** The IDs of the whole message, and the references to them. */
  readonly references: References;
  /** Whether the sample has more than the maximum number of elements. */
  readonly isCut: boolean;
  /** Name of an element in titles. Includes the parent's name if several elements have the same name. */
  readonly label: (varied: VariedElement) => string;
}

/** Undefined for a request that isn't XML, or whose operation has no schema. */
export function baseOf(text: string, contract: Contract): Base | undefined {
  const resolver = { ...emptyResolver, contracts: { ...noContracts, forAll: () => contract } };
  const analysis = analyze(text, defaultOptions, resolver);
  const segment = analysis.document.segments.find((one) => one.segment.message)?.segment;
  const message = segment && messageOf(analysis, segment);
  const schema = message && requestSchema(message);
  const document = message?.xml;
  if (!message || !document || !schema) return undefined;
  const varied = variedIn(message, schema);
  const references = referencesIn(message);
  return { text, analysis, message, document, schema, references, ...varied, label: labels(varied.elements) };
}

function labels(elements: readonly VariedElement[]): Base["label"] {
  const counts = new Map<string, number>();
  for (const { element } of elements) counts.set(element.local, (counts.get(element.local) ?? 0) + 1);
  return ({ element, parent }) =>
    parent && (counts.get(element.local) ?? 0) > 1 ? `${parent.element.local}/${element.local}` : element.local;
}

function variedIn({ envelope }: Message, schema: MessageSchema): Pick<Base, "elements" | "isCut"> {
  const roots = [...(envelope?.headerBlocks.map(({ element }) => element) ?? []), ...children(envelope?.body)];
  const elements: VariedElement[] = [];
  const open = roots.toReversed().map((element) => ({ element, parent: undefined as VariedElement | undefined }));
  for (let current = open.pop(); current; current = open.pop()) {
    if (elements.length === maxElements) return { elements, isCut: true };
    const typed = schema.typed(current.element);
    const varied = typed && { ...typed, parent: current.parent };
    // An element that only the encoding or the binding defines has no declaration, but its children may have one.
    if (varied) elements.push(varied);
    if (varied && isInItself(varied)) continue;
    for (const element of firstOfEach(children(current.element)).toReversed()) open.push({ element, parent: varied });
  }
  return { elements, isCut: false };
}

/** The first element of each repetition, because further ones aren't varied. */
function firstOfEach(elements: readonly XmlElement[]): readonly XmlElement[] {
  const names = new Set<string>();
  return elements.filter(({ name }) => !names.has(name) && names.add(name));
}

/** Whether an element is inside of an element with the same type, whose content is already varied. */
function isInItself({ type, parent }: VariedElement): boolean {
  for (let ancestor = parent; ancestor; ancestor = ancestor.parent)
    if (ancestor.type === type && type.name) return true;
  return false;
}

export function children(element: XmlElement | undefined): readonly XmlElement[] {
  return element ? childElements(element) : [];
}
