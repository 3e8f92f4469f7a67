import type { Expectation } from "../validation/validate.ts";
import type { Operation } from "../wsdl/model.ts";
import { payloadOf } from "../wsdl/operations.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { Schemas } from "../xsd/compile.ts";
import { keyOf, type QName, type Type } from "../xsd/components.ts";
import { rpcWrapper } from "./rpcWrapper.ts";

export type Direction = "input" | "output";

/** What a message of an operation consists of. */
export interface MessageExpectations {
  readonly body: BodyExpectation;
  /** In the order of the binding. */
  readonly headers: readonly ExpectedHeader[];
}

export type BodyExpectation =
  /** The children of the Body, in order. `mayFollow`: other elements may come after them, as encoded values do. */
  | { readonly kind: "elements"; readonly elements: readonly ExpectedElement[]; readonly mayFollow: boolean }
  /** The content of the Body is that of a type. */
  | { readonly kind: "content"; readonly type: Type }
  /** The WSDL doesn't say. */
  | { readonly kind: "unknown" };

export interface ExpectedElement {
  readonly name: QName;
  /** Undefined where the schemas don't declare it: any content is allowed. */
  readonly expectation: Expectation | undefined;
}

export interface ExpectedHeader extends ExpectedElement {
  readonly required: boolean;
}

const unknown: MessageExpectations = { body: { kind: "unknown" }, headers: [] };

/** The expectation of each payload and each header block of a message. */
export function expectationsOf(operation: Operation, direction: Direction, schemas: Schemas): MessageExpectations {
  const bound = operation[direction];
  if (bound === undefined) return unknown;
  const headers = bound.headers.flatMap(({ part, required }): ExpectedHeader[] =>
    part?.element ? [{ ...elementOf(part.element, schemas), required }] : [],
  );
  return { body: bodyOf(operation, direction, schemas), headers };
}

/** The expectation of an element in the place of another one, in whose place one of its substitution group may be. */
export function expectationFor(
  element: XmlElement,
  { name, expectation }: ExpectedElement,
  schemas: Schemas,
): Expectation | undefined {
  const isSubstitute = !isNamed(element, name) && schemas.substitutesOf(name).some((one) => isNamed(element, one.name));
  return isSubstitute ? { kind: "global", process: "strict" } : expectation;
}

export function isNamed({ namespace = "", local }: XmlElement, name: QName): boolean {
  return keyOf({ namespace, local }) === keyOf(name);
}

/** The declared entries of the detail of a Fault. */
export function detailsOf({ faults }: Operation, schemas: Schemas): readonly ExpectedElement[] {
  return faults.flatMap(({ parts }) => parts.flatMap(({ element }) => (element ? [elementOf(element, schemas)] : [])));
}

function bodyOf(operation: Operation, direction: Direction, schemas: Schemas): BodyExpectation {
  const bound = operation[direction];
  const payload = payloadOf(operation, direction);
  if (bound?.message === undefined) return unknown.body;
  if (operation.style === "rpc") {
    if (payload === undefined) return unknown.body;
    const declaration = rpcWrapper(payload, bound, schemas);
    const wrapper: ExpectedElement = { name: payload, expectation: { kind: "declaration", declaration } };
    return { kind: "elements", elements: [wrapper], mayFollow: bound.use === "encoded" };
  }
  const elements = bound.parts.flatMap(({ element }) => (element ? [elementOf(element, schemas)] : []));
  // The content of the body is that of a type; nobody can say what its elements are called.
  return elements.length < bound.parts.length ? unknown.body : { kind: "elements", elements, mayFollow: false };
}

function elementOf(name: QName, schemas: Schemas): ExpectedElement {
  const declaration = schemas.element(name);
  return { name, expectation: declaration && { kind: "declaration", declaration } };
}
