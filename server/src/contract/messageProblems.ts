import type { Envelope } from "../soap/envelope.ts";
import { childElements, isFault } from "../soap/envelope.ts";
import { envelopeNamespaces, utilityNamespace } from "../soap/facts.ts";
import type { Problem } from "../validation/problems.ts";
import { type ValidationOptions, Validator } from "../validation/validate.ts";
import type { Resolve } from "../validation/values.ts";
import type { Operation } from "../wsdl/model.ts";
import { payloadOf } from "../wsdl/operations.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Schemas } from "../xsd/compile.ts";
import type { QName } from "../xsd/components.ts";
import {
  type BodyExpectation,
  type Direction,
  type ExpectedElement,
  expectationFor,
  expectationsOf,
  isNamed,
} from "./expectations.ts";

/** What a message has to be valid for. */
export interface MessageContext {
  readonly schemas: Schemas;
  /** Undefined if the WSDL has no operation for it. */
  readonly operation: Operation | undefined;
  readonly document: XmlDocument;
  readonly envelope: Envelope | undefined;
  readonly resolve: Resolve;
}

/** Why a message isn't one of its operation. */
export type MessageProblem =
  | Problem
  | (PlacedProblem & {
      /** `expected`: undefined for an empty body. `isOther`: it is the payload of the operation's other message. */
      readonly kind: "payload-unexpected";
      readonly expected: QName | undefined;
      readonly isOther: boolean;
    })
  | (PlacedProblem & { readonly kind: "payload-missing" | "header-missing"; readonly expected: QName });

type PlacedProblem = Pick<Problem, "element" | "at">;

const validators = new WeakMap<Schemas, Validator>();
/** Their attributes are allowed on all elements of a message. */
const ignored: ReadonlySet<string> = new Set([...Object.values(envelopeNamespaces), utilityNamespace]);

/**
 * What is wrong with a request by its contract, in the order of the text: its header blocks and its payload; without an
 * envelope its root, as an element of the schemas.
 */
export function requestProblems(context: MessageContext): readonly MessageProblem[] {
  const { document, envelope } = context;
  const check = new MessageCheck(context, "input");
  if (envelope === undefined) {
    if (document.root) check.global(document.root, "strict");
  } else {
    for (const { element } of envelope.headerBlocks) check.header(element);
    check.missingHeaders(envelope);
    if (envelope.body) check.body(envelope.body);
  }
  return check.problems;
}

type ExpectedElements = Extract<BodyExpectation, { readonly kind: "elements" }>;

/** The parts of the check that requests and responses have in common. */
export class MessageCheck {
  readonly problems: MessageProblem[] = [];
  readonly #context: MessageContext;
  readonly #direction: Direction;
  readonly #validator: Validator;
  readonly #options: ValidationOptions;

  constructor(context: MessageContext, direction: Direction) {
    const { schemas, resolve } = context;
    this.#context = context;
    this.#direction = direction;
    this.#validator = validators.get(schemas) ?? new Validator(schemas);
    validators.set(schemas, this.#validator);
    this.#options = { resolve, ignores: (namespace) => ignored.has(namespace) };
  }

  global(element: XmlElement, process: "strict" | "lax"): void {
    const { document } = this.#context;
    this.problems.push(...this.#validator.validate(document, element, { kind: "global", process }, this.#options));
  }

  header(block: XmlElement): void {
    this.global(block, "lax");
  }

  missingHeaders({ headerBlocks, header, body, element }: Envelope): void {
    const { operation, schemas } = this.#context;
    const headers = operation ? expectationsOf(operation, this.#direction, schemas).headers : [];
    for (const { name: expected, required } of headers) {
      if (!required || headerBlocks.some((block) => isNamed(block.element, expected))) continue;
      const place = header ?? body ?? element;
      this.problems.push({ kind: "header-missing", element: place, at: nameSpan(place), expected });
    }
  }

  body(body: XmlElement): void {
    const { operation, schemas } = this.#context;
    const [payload] = childElements(body);
    if (payload && isFault(payload)) return;
    const expected = operation && expectationsOf(operation, this.#direction, schemas).body;
    if (expected?.kind === "elements") this.#elements(operation, expected, body);
    else if (payload && operation?.[this.#direction]?.message === undefined) {
      this.global(payload, operation === undefined ? "strict" : "lax");
    }
  }

  #elements(operation: Operation | undefined, { elements, mayFollow }: ExpectedElements, body: XmlElement): void {
    const payloads = childElements(body).slice(0, mayFollow ? elements.length : undefined);
    for (const [at, payload] of payloads.entries()) {
      const expected = elements[at];
      if (expected && this.#isMeant(payload, expected)) {
        this.payload(payload, expected);
      } else {
        this.#unexpected(operation, payload, expected?.name);
        return;
      }
    }
    const missing = elements[payloads.length];
    if (missing)
      this.problems.push({ kind: "payload-missing", element: body, at: nameSpan(body), expected: missing.name });
  }

  /** Whether it is the expected element, perhaps in another namespace, or one that may be in its place. */
  #isMeant(payload: XmlElement, { name }: ExpectedElement): boolean {
    if (payload.namespace === undefined) return true;
    return (
      payload.local === name.local ||
      this.#context.schemas.substitutesOf(name).some((one) => isNamed(payload, one.name))
    );
  }

  payload(payload: XmlElement, expected: ExpectedElement): void {
    const { document, schemas } = this.#context;
    if (payload.namespace === undefined) return;
    // An element that no schema declares may have a type of its own.
    const expectation = expectationFor(payload, expected, schemas) ?? { kind: "global", process: "strict" };
    this.problems.push(...this.#validator.validate(document, payload, expectation, this.#options));
  }

  #unexpected(operation: Operation | undefined, payload: XmlElement, expected: QName | undefined): void {
    const other = operation && payloadOf(operation, this.#direction === "input" ? "output" : "input");
    const isOther = other !== undefined && isNamed(payload, other);
    this.problems.push({ kind: "payload-unexpected", element: payload, at: nameSpan(payload), expected, isOther });
  }
}
