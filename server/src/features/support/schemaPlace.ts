import type { Contract } from "../../contract/contract.ts";
import {
  type BodyExpectation,
  expectationFor,
  expectationsOf,
  type MessageExpectations,
} from "../../contract/expectations.ts";
import type { Message } from "../../message.ts";
import { childElements } from "../../soap/envelope.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { Places, type TypedElement } from "../../validation/place.ts";
import type { Expectation } from "../../validation/validate.ts";
import type { XmlElement } from "../../xml/tree.ts";

export type { TypedElement };

/** What the contract of a message says about its elements. */
export class MessageSchema {
  readonly contract: Contract;
  readonly places: Places;
  /** Undefined if the operation isn't known. */
  readonly expectations: MessageExpectations | undefined;

  constructor(contract: Contract, places: Places, expectations: MessageExpectations | undefined) {
    this.contract = contract;
    this.places = places;
    this.expectations = expectations;
  }

  /** The declaration and type of an element; undefined if the schemas say nothing about it. */
  typed(element: XmlElement): TypedElement | undefined {
    const path: XmlElement[] = [];
    for (let one: XmlElement | undefined = element; one; one = one.parent) {
      const part = partOf(one.parent);
      path.push(one);
      if (part) return this.places.typed(path.reverse(), this.#expectationOf(one, part));
    }
    return path.at(-1)?.local === "Envelope" ? undefined : this.places.typed(path.reverse(), lax);
  }

  #expectationOf(element: XmlElement, part: "Header" | "Body"): Expectation {
    const { body, headers } = this.expectations ?? {};
    const all = part === "Header" ? headers : elementsOf(body);
    const expected =
      part === "Header"
        ? all?.find(({ name }) => name.local === element.local)
        : all?.[element.parent ? childElements(element.parent).indexOf(element) : 0];
    const own = expected && expectationFor(element, expected, this.contract.schemas);
    const isMeant = own?.kind !== "declaration" || own.declaration.name.local === element.local;
    return (isMeant ? own : undefined) ?? lax;
  }
}

const lax: Expectation = { kind: "global", process: "lax" };
const known = new WeakMap<Message, MessageSchema>();

/** Undefined for a message without a contract, or without XML. */
export function schemaOf(message: Message): MessageSchema | undefined {
  const { xml, contract } = message;
  if (!xml) return undefined;
  const found = known.get(message);
  if (found) return found;
  const [first, ...others] = contract.kind === "ambiguous" ? contract.matches : [];
  const own = contract.kind === "found" ? contract.contract : first?.contract;
  // Several operations of one contract may have the payload.
  if (!own || others.some((match) => match.contract !== own)) return undefined;
  const operation = contract.kind === "found" ? contract.operation?.operation : undefined;
  const { schemas } = own;
  const places = new Places(schemas, xml, () => undefined);
  const schema = new MessageSchema(own, places, operation && expectationsOf(operation, "input", schemas));
  known.set(message, schema);
  return schema;
}

function elementsOf(body: BodyExpectation | undefined) {
  return body?.kind === "elements" ? body.elements : undefined;
}

/** Whether an element is the Header or the Body of an envelope. */
function partOf(element: XmlElement | undefined): "Header" | "Body" | undefined {
  if (!element || versionOfNamespace(element.namespace) === undefined) return undefined;
  return element.local === "Header" || element.local === "Body" ? element.local : undefined;
}
