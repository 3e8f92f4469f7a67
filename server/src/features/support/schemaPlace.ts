import { writtenType } from "../../contract/arrays.ts";
import {
  declaredDetails,
  type ExpectedElement,
  expectationFor,
  expectationsOf,
  isNamed,
} from "../../contract/check/expectations.ts";
import type { Contract } from "../../contract/contract.ts";
import type { Message } from "../../message/message.ts";
import { childElements, isFault } from "../../soap/envelope.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { Places, type TypedElement } from "../../validation/place.ts";
import type { ExpectedRoot } from "../../validation/validate.ts";
import type { Operation } from "../../wsdl/model.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { Type } from "../../xsd/components.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import type { Section } from "./section.ts";

/** The declarations of a message's elements in its contract. */
export class MessageSchema {
  readonly schemas: Schemas;
  readonly places: Places;
  /** Whether the operation uses SOAP encoding, so that elements name their types. */
  readonly isEncoded: boolean;
  readonly #operation: Operation | undefined;
  readonly #direction: "input" | "output";

  constructor(
    schemas: Schemas,
    document: XmlDocument,
    operation: Operation | undefined,
    direction: "input" | "output",
  ) {
    this.schemas = schemas;
    this.isEncoded = operation?.style === "rpc" && operation[direction]?.use === "encoded";
    const written = this.isEncoded ? (type: Type) => writtenType(type, schemas) : undefined;
    this.places = new Places(schemas, document, () => undefined, written);
    this.#operation = operation;
    this.#direction = direction;
  }

  /** The declaration and type of an element; undefined if the schemas don't describe it. */
  typed(element: XmlElement): TypedElement | undefined {
    const path: XmlElement[] = [];
    for (let ancestor: XmlElement | undefined = element; ancestor; ancestor = ancestor.parent) {
      const part = ancestor.parent && partOf(ancestor.parent);
      path.push(ancestor);
      if (part && !isFault(ancestor)) return this.places.typed(path.reverse(), this.#expectationOf(ancestor, part));
    }
    return path.at(-1)?.local === "Envelope" ? undefined : this.places.typed(path.reverse(), lax);
  }

  #expectationOf(element: XmlElement, part: MessagePart): ExpectedRoot {
    const expected = this.#operation && this.#expected(this.#operation, element, part);
    const own = expected?.encoded
      ? ({ kind: "declaration", declaration: expected.encoded.declaration } as const)
      : expected && expectationFor(element, expected, this.schemas);
    const isMeant = own?.kind !== "declaration" || own.declaration.name.local === element.local;
    return (isMeant ? own : undefined) ?? lax;
  }

  #expected(operation: Operation, element: XmlElement, part: MessagePart): ExpectedElement | undefined {
    const named = (all: readonly ExpectedElement[]) =>
      all.find(({ name }) => isNamed(element, name)) ?? all.find(({ name }) => name.local === element.local);
    if (part === "detail") return named(declaredDetails(operation, this.schemas));
    const { body, headers } = expectationsOf(operation, this.#direction, this.schemas);
    if (part === "Header") return named(headers);
    const at = element.parent ? childElements(element.parent).indexOf(element) : 0;
    return body.kind === "elements" ? body.elements[at] : undefined;
  }
}

/** The schema of a request or response that the user edits. */
export class RequestSchema extends MessageSchema {
  readonly contract: Contract;

  constructor(
    contract: Contract,
    document: XmlDocument,
    operation: Operation | undefined,
    direction: Message["direction"],
  ) {
    super(contract.schemas, document, operation, direction);
    this.contract = contract;
  }
}

const lax: ExpectedRoot = { kind: "global", process: "lax" };
const requestSchemas = new WeakMap<XmlDocument, RequestSchema>();

/** The schema of a message; undefined if it has no contract or no XML. */
export function requestSchema({ xml, contract, direction }: Message): RequestSchema | undefined {
  if (!xml) return undefined;
  const [first, ...others] = contract.kind === "ambiguous" ? contract.matches : [];
  const own = contract.kind === "found" ? contract.contract : first?.contract;
  // Several operations of one contract may have the payload. If they are in several contracts, the schema is unknown.
  if (!own || others.some((match) => match.contract !== own)) return undefined;
  const cached = requestSchemas.get(xml);
  if (cached?.contract === own) return cached;
  const operation = contract.kind === "found" ? contract.operation?.operation : undefined;
  const schema = new RequestSchema(own, xml, operation, direction);
  requestSchemas.set(xml, schema);
  return schema;
}

export function schemaOfSection(section: Section): MessageSchema | undefined {
  if (section.kind === "message") return section.message && requestSchema(section.message);
  const { xml, received } = section;
  const { contract } = received;
  return xml && contract && new MessageSchema(contract.schemas, xml, contract.operation, "output");
}

type MessagePart = "Header" | "Body" | "detail";

/** Header blocks, payloads or details of a Fault, by the element that contains them; undefined for other elements. */
function partOf({ local, namespace, parent }: XmlElement): MessagePart | undefined {
  if ((local === "detail" || local === "Detail") && parent && isFault(parent)) return "detail";
  if (versionOfNamespace(namespace) === undefined) return undefined;
  return local === "Header" || local === "Body" ? local : undefined;
}
