import { memoized } from "../../text/memoized.ts";
import type { ExpectedRoot } from "../../validation/validate.ts";
import type { BoundMessage, Header, Operation } from "../../wsdl/model.ts";
import { payloadOf } from "../../wsdl/operations.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { anyAttributes, anyType } from "../../xsd/anyType.ts";
import { type ComplexType, type ElementDeclaration, keyOf, type QName, type Type } from "../../xsd/components.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { rpcWrapper } from "../rpcWrapper.ts";

export type Direction = "input" | "output";

/** The expected header blocks and the expected Body of a message of an operation. */
export interface MessageExpectations {
  readonly body: BodyExpectation;
  /** Header blocks in the order of the binding. */
  readonly headers: readonly ExpectedHeader[];
}

export type BodyExpectation =
  /** The children of the Body, in order. `mayFollow`: other elements may come after them, as encoded values do. */
  | { readonly kind: "elements"; readonly elements: readonly ExpectedElement[]; readonly mayFollow: boolean }
  /** The Body has the content of a type, without an element around it. */
  | { readonly kind: "content"; readonly type: Type }
  /** The WSDL doesn't describe the Body. */
  | { readonly kind: "unknown" };

export interface ExpectedElement {
  readonly name: QName;
  /** The expected content; undefined if the schemas don't declare the element, so that any content is allowed. */
  readonly expectation: ExpectedRoot | undefined;
  /** Content in SOAP encoding, which `expectation` doesn't check. */
  readonly encoded?: EncodedContent | undefined;
}

interface EncodedContent {
  readonly message: BoundMessage;
  /** The declaration of the wrapper element, with the parts of the message as its content. */
  readonly declaration: ElementDeclaration;
}

export interface ExpectedHeader extends ExpectedElement {
  readonly required: boolean;
  readonly mustUnderstand: boolean;
}

const unknown: MessageExpectations = { body: { kind: "unknown" }, headers: [] };

/** The expectation of each payload and each header block of a message. */
export function expectationsOf(operation: Operation, direction: Direction, schemas: Schemas): MessageExpectations {
  const kept = keptBy(schemas)[direction];
  const before = kept.get(operation);
  if (before) return before;
  const read = readExpectations(operation, direction, schemas);
  kept.set(operation, read);
  return read;
}

const keptBy = memoized((_: Schemas): Readonly<Record<Direction, WeakMap<Operation, MessageExpectations>>> => {
  return { input: new WeakMap(), output: new WeakMap() };
});

function readExpectations(operation: Operation, direction: Direction, schemas: Schemas): MessageExpectations {
  const bound = operation[direction];
  if (bound === undefined) return unknown;
  const headers = bound.headers.flatMap((header) => headerOf(header, schemas) ?? []);
  return { body: bodyOf(operation, direction, schemas), headers };
}

/** The expectation for a header block. The WSDL names either an element, or a type for an element with the name of the part. */
function headerOf(
  { part, required, mustUnderstand, namespace, use }: Header,
  schemas: Schemas,
): ExpectedHeader | undefined {
  if (part?.element) return { ...elementOf(part.element, schemas), required, mustUnderstand };
  if (!part?.type || !namespace) return undefined;
  const type = use === "literal" ? schemas.type(part.type) : undefined;
  return {
    name: { namespace, local: part.name },
    expectation: type && { kind: "type", type },
    required,
    mustUnderstand,
  };
}

/** The declaration of an element with all of its content. */
export function expectedDeclaration({ expectation, encoded }: ExpectedElement): ElementDeclaration | undefined {
  return encoded?.declaration ?? (expectation?.kind === "declaration" ? expectation.declaration : undefined);
}

/** The root element in the response body of an HTTP binding; undefined if the WSDL doesn't describe it. */
export function httpRootOf({ binding, output }: Operation, schemas: Schemas): ExpectedElement | undefined {
  const content = binding?.protocol.kind === "http" ? output?.http : undefined;
  const [xml, another] =
    content?.kind === "body" ? content.alternatives.filter(({ type }) => /[/+]xml$/i.test(type)) : [];
  const root = !another && xml?.part?.element ? elementOf(xml.part.element, schemas) : undefined;
  return root?.expectation && root;
}

/** The expectation for an element that may be a member of the substitution group of the expected element. */
export function expectationFor(
  element: XmlElement,
  { name, expectation }: ExpectedElement,
  schemas: Schemas,
): ExpectedRoot | undefined {
  const isSubstitute = !isNamed(element, name) && schemas.substitutesOf(name).some((one) => isNamed(element, one.name));
  return isSubstitute ? { kind: "global", process: "strict" } : expectation;
}

export function isNamed({ namespace = "", local }: XmlElement, name: QName): boolean {
  return keyOf({ namespace, local }) === keyOf(name);
}

export function declaredDetails({ faults }: Operation, schemas: Schemas): readonly ExpectedElement[] {
  return faults.flatMap(({ parts }) => parts.flatMap(({ element }) => (element ? [elementOf(element, schemas)] : [])));
}

function bodyOf(operation: Operation, direction: Direction, schemas: Schemas): BodyExpectation {
  const bound = operation[direction];
  const payload = payloadOf(operation, direction);
  if (bound?.message === undefined) return unknown.body;
  if (operation.style === "rpc") {
    if (payload === undefined) return unknown.body;
    const { declared, checked } = rpcWrapper(payload, bound, schemas);
    const expectation: ExpectedRoot = { kind: "declaration", declaration: checked };
    const encoded = bound.use === "encoded" ? { message: bound, declaration: declared } : undefined;
    const wrapper: ExpectedElement = { name: payload, expectation, encoded };
    return { kind: "elements", elements: [wrapper], mayFollow: encoded !== undefined };
  }
  const elements = bound.parts.flatMap(({ element }) => (element ? [elementOf(element, schemas)] : []));
  if (elements.length === bound.parts.length) return { kind: "elements", elements, mayFollow: false };
  const [part, ...others] = bound.parts;
  const type = bound.use === "literal" && others.length === 0 && part?.type ? schemas.type(part.type) : undefined;
  return type?.kind === "complex" && type !== anyType ? { kind: "content", type: contentOnly(type) } : unknown.body;
}

/** A type without its attributes: the Body contains its content, but has no place for the attributes. */
const contentOnly = memoized(
  (type: ComplexType): ComplexType => ({
    ...type,
    abstract: false,
    attributes: new Map(),
    anyAttribute: anyAttributes,
  }),
);

export function elementOf(name: QName, schemas: Schemas): ExpectedElement {
  const declaration = schemas.element(name);
  return { name, expectation: declaration && { kind: "declaration", declaration } };
}
