import type { Message } from "../message/message.ts";
import { MockResponse } from "../mock/response.ts";
import { type Span, shift } from "../text/span.ts";
import { localSpan, nameSpan } from "../xml/query.ts";
import type { Type } from "../xsd/components.ts";
import type { SourceElement } from "../xsd/document.ts";
import { type SchemaReference, type SourcePlace, schemaAt, sourcePlace } from "./support/schemaAt.ts";
import { schemaOfSection } from "./support/schemaPlace.ts";
import { type Section, sectionAt } from "./support/section.ts";

/** A definition in a document of a WSDL, and the name in the message that refers to it. */
interface ContractDefinition {
  /** The span of the name in the document of the message. */
  readonly from: Span;
  readonly place: SourcePlace;
}

/** The definitions of the operation of a payload, or of an element, an attribute or a type in the schemas. */
export function contractDefinitions(sections: readonly Section[], offset: number): readonly ContractDefinition[] {
  return [...operation(sections, offset), ...ofSchema(sections, offset, sourceOf)];
}

/** The schema type of an element, an attribute or a value; for an anonymous type, the place where it is defined. */
export function typeDefinitions(sections: readonly Section[], offset: number): readonly ContractDefinition[] {
  return ofSchema(sections, offset, (found) => typeOf(found).source);
}

function ofSchema(
  sections: readonly Section[],
  offset: number,
  source: (reference: SchemaReference) => SourceElement | undefined,
): readonly ContractDefinition[] {
  const section = sectionAt(sections, offset);
  const schema = section && schemaOfSection(section);
  const reference = schema && section.xml && schemaAt(schema, section.xml, offset - section.start);
  return reference ? toDefinition(shift(reference.at, section.start), source(reference)) : [];
}

function operation(sections: readonly Section[], offset: number): readonly ContractDefinition[] {
  const section = sectionAt(sections, offset);
  const { message } = section ?? {};
  const { payload, contract } = message ?? {};
  if (!section || contract?.kind !== "found" || !contract.operation) return [];
  const tags = [payload, payload?.endTag].flatMap((tag) => (tag ? nameSpan(tag) : []));
  const names = [...tags, ...namesInConditions(message)].map((name) => shift(name, section.start));
  const from = names.find(({ start, end }) => start <= offset && offset <= end);
  return from ? toDefinition(from, contract.operation.operation.source) : [];
}

function namesInConditions(message: Message | undefined): readonly Span[] {
  if (!(message instanceof MockResponse)) return [];
  return message.directives.conditions.flatMap((one) => (one.kind === "operation" ? [one.at] : []));
}

function toDefinition(from: Span, source: SourceElement | undefined): readonly ContractDefinition[] {
  const place = source && sourcePlace(source);
  return place ? [{ from, place }] : [];
}

function sourceOf(reference: SchemaReference): SourceElement | undefined {
  switch (reference.kind) {
    case "element":
      return reference.typed.declaration?.source ?? reference.typed.type.source;
    case "attribute":
      return reference.use.source;
    case "type":
      return reference.type.source;
    // The name of an element or attribute leads to the declaration, so its value leads nowhere.
    case "value":
      return undefined;
  }
}

function typeOf(reference: SchemaReference): Type {
  if (reference.kind === "element") return reference.typed.type;
  return reference.kind === "attribute" ? reference.use.type : reference.type;
}

/** Whether an offset is at the local name of a payload whose operation is known: its references are requests for it. */
export function isOperationName(sections: readonly Section[], offset: number): boolean {
  const section = sectionAt(sections, offset);
  const { payload, contract } = section?.message ?? {};
  if (!section || !payload || (contract?.kind !== "found" && contract?.kind !== "ambiguous")) return false;
  const { start, end } = shift(localSpan(payload), section.start);
  return contract.matches.length > 0 && start <= offset && offset <= end;
}
