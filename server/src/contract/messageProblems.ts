import type { Envelope } from "../soap/envelope.ts";
import { childElements, isFault } from "../soap/envelope.ts";
import { envelopeNamespaces, utilityNamespace } from "../soap/facts.ts";
import type { Problem } from "../validation/problems.ts";
import { type ValidationOptions, Validator } from "../validation/validate.ts";
import type { Resolve } from "../validation/values.ts";
import type { BoundMessage, Operation } from "../wsdl/model.ts";
import { payloadOf } from "../wsdl/operations.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Schemas } from "../xsd/compile.ts";
import { keyOf, type QName } from "../xsd/components.ts";
import { rpcWrapper } from "./rpcWrapper.ts";

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
      /** `expected`: undefined for an empty body. */
      readonly kind: "payload-unexpected";
      readonly expected: QName | undefined;
      readonly isResponse: boolean;
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
  const check = new MessageCheck(context);
  if (envelope === undefined) {
    if (document.root) check.global(document.root, "strict");
  } else {
    for (const { element } of envelope.headerBlocks) check.header(element);
    check.missingHeaders(envelope);
    if (envelope.body) check.body(envelope.body);
  }
  return check.problems;
}

class MessageCheck {
  readonly problems: MessageProblem[] = [];
  readonly #context: MessageContext;
  readonly #validator: Validator;
  readonly #options: ValidationOptions;

  constructor(context: MessageContext) {
    const { schemas, resolve } = context;
    this.#context = context;
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
    for (const { part, required } of this.#context.operation?.input?.headers ?? []) {
      const expected = required ? part?.element : undefined;
      if (expected === undefined || headerBlocks.some((block) => isNamed(block.element, expected))) continue;
      const place = header ?? body ?? element;
      this.problems.push({ kind: "header-missing", element: place, at: nameSpan(place), expected });
    }
  }

  body(body: XmlElement): void {
    const { operation } = this.#context;
    const [payload] = childElements(body);
    if (payload && isFault(payload)) return;
    const { input } = operation ?? {};
    if (operation === undefined || input?.message === undefined) {
      if (payload) this.global(payload, operation === undefined ? "strict" : "lax");
    } else if (operation.style === "rpc") {
      this.#rpc(operation, input, body, payload);
    } else {
      this.#document(operation, input, body);
    }
  }

  #document(operation: Operation, { parts }: BoundMessage, body: XmlElement): void {
    // The content of the body is that of a type; nobody can say what its elements are called.
    if (parts.some((part) => part.element === undefined)) return;
    const payloads = childElements(body);
    for (const [at, payload] of payloads.entries()) {
      const expected = parts[at]?.element;
      if (
        expected === undefined
          ? this.#unexpected(operation, payload, undefined)
          : !this.#payload(operation, payload, expected)
      )
        return;
    }
    const missing = parts[payloads.length]?.element;
    if (missing) this.#missing(body, missing);
  }

  /** Returns whether it is the expected element. */
  #payload(operation: Operation, payload: XmlElement, expected: QName): boolean {
    const { document, schemas } = this.#context;
    const declaration = schemas.element(expected);
    if (declaration === undefined || payload.namespace === undefined) return true;
    const isSubstitute = schemas.substitutesOf(expected).some((one) => isNamed(payload, one.name));
    if (isNamed(payload, expected) || isSubstitute) this.global(payload, "strict");
    else if (payload.local !== expected.local) return this.#unexpected(operation, payload, expected);
    else {
      this.problems.push(
        ...this.#validator.validate(document, payload, { kind: "declaration", declaration }, this.#options),
      );
    }
    return true;
  }

  #rpc(operation: Operation, input: BoundMessage, body: XmlElement, payload: XmlElement | undefined): void {
    const { document, schemas } = this.#context;
    const wrapper = rpcWrapper(operation, input, schemas);
    if (payload === undefined) this.#missing(body, wrapper.name);
    else if (payload.local !== wrapper.name.local) this.#unexpected(operation, payload, wrapper.name);
    else {
      const expectation = { kind: "declaration", declaration: wrapper } as const;
      this.problems.push(...this.#validator.validate(document, payload, expectation, this.#options));
    }
  }

  #unexpected(operation: Operation, payload: XmlElement, expected: QName | undefined): false {
    const output = payloadOf(operation, "output");
    const isResponse = output !== undefined && isNamed(payload, output);
    this.problems.push({ kind: "payload-unexpected", element: payload, at: nameSpan(payload), expected, isResponse });
    return false;
  }

  #missing(body: XmlElement, expected: QName): void {
    this.problems.push({ kind: "payload-missing", element: body, at: nameSpan(body), expected });
  }
}

function isNamed({ namespace = "", local }: XmlElement, name: QName): boolean {
  return keyOf({ namespace, local }) === keyOf(name);
}
