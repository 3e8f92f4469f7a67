import type { Envelope } from "../../soap/envelope.ts";
import { childElements, isFault } from "../../soap/envelope.ts";
import { envelopeNamespaces, utilityNamespace } from "../../soap/facts.ts";
import { memoized } from "../../text/memoized.ts";
import { references } from "../../text/references.ts";
import { isSimilar, nearest } from "../../text/similar.ts";
import type { Problem } from "../../validation/problems.ts";
import { type ExpectedRoot, maxProblems, type ValidationOptions, Validator } from "../../validation/validate.ts";
import { References, type Resolve } from "../../validation/values.ts";
import type { Operation } from "../../wsdl/model.ts";
import { payloadOf } from "../../wsdl/operations.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type ElementDeclaration, keyOf, type QName } from "../../xsd/components.ts";
import { contentModelsOf } from "../../xsd/content/contentModels.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { encodedProblems } from "./encodedProblems.ts";
import {
  type BodyExpectation,
  type Direction,
  type ExpectedElement,
  elementOf,
  expectationFor,
  expectationsOf,
  isNamed,
} from "./expectations.ts";

/** A message, and the operation for which it must be valid. */
export interface CheckedMessage {
  readonly schemas: Schemas;
  /** The operation of the message; undefined if the WSDL has no operation for it. */
  readonly operation: Operation | undefined;
  readonly document: XmlDocument;
  readonly envelope: Envelope | undefined;
  readonly resolve: Resolve;
  /** Whether it is the root part of a multipart message. */
  readonly isMultipart: boolean;
  readonly meant?: ValidationOptions["meant"];
  /** The payloads of all operations, if the operation of the message is unknown. */
  readonly payloads?: () => Iterable<QName>;
}

export type MessageProblem =
  | Problem
  | (PlacedProblem & {
      /** `expected`: undefined after the last element. `isOther`: it belongs to the operation's other message. */
      readonly kind: "payload-unexpected";
      readonly expected: QName | undefined;
      readonly isOther: boolean;
      readonly isExtra: boolean;
    })
  /** The Body contains the payload's children without the payload. `child`: declaration of the first child. */
  | (PlacedProblem & {
      readonly kind: "payload-wrapper-missing";
      readonly wrapper: ElementDeclaration;
      readonly child: ElementDeclaration;
    })
  | (PlacedProblem & { readonly kind: "payload-unknown"; readonly similar: QName })
  /** The WSDL names the element as a part of the message, but no schema declares it. */
  | (PlacedProblem & { readonly kind: "part-undeclared" })
  | (PlacedProblem & { readonly kind: "payload-missing"; readonly expected: QName })
  | (PlacedProblem & { readonly kind: "header-missing"; readonly expected: QName; readonly mustUnderstand: boolean })
  /** A header block that its schema doesn't declare, but a similar one. `required`: the binding requires that one. */
  | (PlacedProblem & { readonly kind: "header-unknown"; readonly similar: QName; readonly required: boolean });

export type OfKind<K extends MessageProblem["kind"]> = Extract<MessageProblem, { readonly kind: K }>;

type PlacedProblem = Pick<Problem, "element" | "at">;

/** Maximum number of elements that are compared with a misspelled header block. */
const maxDeclared = 1_000;
const validatorOf = memoized((schemas: Schemas) => new Validator(schemas));
/** The namespaces whose attributes are allowed on all elements of a message. */
const ignored: ReadonlySet<string> = new Set([...Object.values(envelopeNamespaces), utilityNamespace]);

/**
 * Problems of a request by its contract, in the order of the text: problems of its header blocks and its payload. A root without
 * an envelope is checked as an element of the schemas.
 * @param references receives its IDs and references
 */
export function requestProblems(context: CheckedMessage, references = new References()): readonly MessageProblem[] {
  const { document, envelope } = context;
  const check = new MessageCheck(context, "input", references);
  if (envelope === undefined) {
    if (document.root) check.httpRoot(document.root);
  } else {
    check.headers(envelope, true);
    if (envelope.body) check.body(envelope.body);
  }
  return check.end();
}

export function elementProblems(
  context: CheckedMessage,
  element: XmlElement,
  expectation: ExpectedRoot,
): readonly MessageProblem[] {
  const check = new MessageCheck(context, "input");
  check.element(element, expectation);
  return check.end();
}

type ExpectedElements = Extract<BodyExpectation, { readonly kind: "elements" }>;

/** The parts of the check that requests and responses have in common. */
export class MessageCheck {
  readonly problems: MessageProblem[] = [];
  readonly #references: References;
  readonly #context: CheckedMessage;
  readonly #direction: Direction;
  readonly #validator: Validator;
  readonly #options: ValidationOptions;

  constructor(context: CheckedMessage, direction: Direction, references = new References()) {
    this.#references = references;
    const { schemas, resolve, isMultipart, meant } = context;
    this.#context = context;
    this.#direction = direction;
    this.#validator = validatorOf(schemas);
    this.#options = { resolve, isMultipart, meant, references, ignores: (namespace) => ignored.has(namespace) };
  }

  /** Returns all problems. Must be called after all checks. */
  end(): readonly MessageProblem[] {
    const missing = this.#references.problems().slice(0, maxProblems);
    return missing.length > 0 ? [...this.problems, ...missing].sort((a, b) => a.at.start - b.at.start) : this.problems;
  }

  global(element: XmlElement, process: "strict" | "lax"): void {
    this.element(element, { kind: "global", process });
  }

  element(element: XmlElement, expectation: ExpectedRoot): void {
    const { document } = this.#context;
    this.problems.push(...this.#validator.validate(document, element, expectation, this.#options));
  }

  /** Checks the root of a request without an envelope: a part of the operation, or any element of the schemas. */
  httpRoot(root: XmlElement): void {
    const { operation, schemas } = this.#context;
    const name = operation?.input?.parts.find(({ element }) => element && isNamed(root, element))?.element;
    if (name) this.payload(root, elementOf(name, schemas));
    else this.global(root, "strict");
  }

  root(element: XmlElement, expected: ExpectedElement): void {
    if (this.#isMeant(element, expected)) this.payload(element, expected);
    else this.problems.push(this.#unexpected(this.#context.operation, element, expected.name, false));
  }

  /** Checks header blocks by the binding or else by the schemas, and reports missing header blocks. */
  headers({ headerBlocks, header, body, element }: Envelope, areRequired: boolean): void {
    const { operation, schemas } = this.#context;
    const expected = operation ? expectationsOf(operation, this.#direction, schemas).headers : [];
    const blocks = headerBlocks.map((block) => block.element);
    const missing = expected.filter(({ name }) => !blocks.some((block) => isNamed(block, name)));
    const misspelled = new Set<string>();
    for (const block of blocks) {
      const own =
        expected.find(({ name }) => isNamed(block, name)) ?? missing.find(({ name }) => name.local === block.local);
      const similar = own ? undefined : this.#similarHeader(block, missing);
      if (own?.expectation) this.payload(block, own);
      else if (similar === undefined) this.global(block, "lax");
      else {
        misspelled.add(keyOf(similar));
        const required = missing.some((one) => one.required && keyOf(one.name) === keyOf(similar));
        this.problems.push({ kind: "header-unknown", element: block, at: nameSpan(block), similar, required });
      }
    }
    const mayHaveAll = header && this.#hasMarkup(header);
    for (const { name, required, mustUnderstand } of areRequired && !mayHaveAll ? missing : []) {
      if (!required || misspelled.has(keyOf(name)) || blocks.some(({ local }) => local === name.local)) continue;
      const place = header ?? body ?? element;
      this.problems.push({
        kind: "header-missing",
        element: place,
        at: nameSpan(place),
        expected: name,
        mustUnderstand,
      });
    }
  }

  /** The name of the element that a header block is probably meant to be, if the schema of its namespace doesn't declare it. */
  #similarHeader({ namespace, local }: XmlElement, missing: readonly ExpectedElement[]): QName | undefined {
    const { schemas } = this.#context;
    if (!namespace || schemas.declarations.incomplete.has(namespace) || schemas.element({ namespace, local })) {
      return undefined;
    }
    const declared = schemas.elementsIn({ in: [namespace] }, maxDeclared).map(({ name }) => name);
    const expected = missing.map(({ name }) => name).filter((name) => name.namespace === namespace);
    const all = [...expected, ...declared];
    const similar = nearest(
      local,
      all.map((name) => name.local),
    );
    return all.find((name) => name.local === similar);
  }

  body(body: XmlElement): void {
    const { operation, schemas } = this.#context;
    const [payload] = childElements(body);
    if (payload && isFault(payload)) return;
    const expected = operation && expectationsOf(operation, this.#direction, schemas).body;
    if (expected?.kind === "elements") this.#elements(operation, expected, body);
    else if (expected?.kind === "content") this.element(body, { kind: "type", type: expected.type });
    else if (payload && operation === undefined) this.#unknown(payload);
    else if (payload && operation?.[this.#direction]?.message === undefined) this.global(payload, "lax");
  }

  #unknown(payload: XmlElement): void {
    const before = this.problems.length;
    this.global(payload, "strict");
    const [first] = this.problems.slice(before);
    const { payloads } = this.#context;
    if (first?.kind !== "element-undeclared" || first.element !== payload || !payloads) return;
    let similar: QName | undefined;
    for (const name of payloads()) {
      if (!isSimilar(name.local, payload.local)) continue;
      similar = name;
      break;
    }
    if (similar) this.problems.splice(before, 1, { kind: "payload-unknown", element: payload, at: first.at, similar });
  }

  #elements(operation: Operation | undefined, { elements, mayFollow }: ExpectedElements, body: XmlElement): void {
    const payloads = childElements(body).slice(0, mayFollow ? elements.length : undefined);
    for (const [at, payload] of payloads.entries()) {
      const expected = elements[at];
      if (expected && this.#isMeant(payload, expected)) {
        this.payload(payload, expected);
      } else {
        const wrapper = at === 0 && elements.length === 1 ? this.#missingWrapper(payload, expected) : undefined;
        this.problems.push(wrapper ?? this.#unexpected(operation, payload, expected?.name, elements.length > 0));
        return;
      }
    }
    const missing = elements[payloads.length];
    if (missing && !this.#hasMarkup(body))
      this.problems.push({ kind: "payload-missing", element: body, at: nameSpan(body), expected: missing.name });
  }

  /** Whether a variable inserts markup, which may be any elements. */
  #hasMarkup({ children }: XmlElement): boolean {
    const { text } = this.#context.document;
    return children.some(
      ({ kind, start, end }) =>
        kind === "text" && references(text, start, end).some(({ name }) => /\|[ \t]*xml[ \t]*$/.test(name)),
    );
  }

  /** Whether a payload is the expected element, the same name in another namespace, or a permitted substitute. */
  #isMeant(payload: XmlElement, { name, encoded }: ExpectedElement): boolean {
    // The element around the parts of an encoded response has any name (SOAP 1.1 section 7.1).
    if (payload.namespace === undefined || (encoded && this.#direction === "output")) return true;
    return (
      payload.local === name.local ||
      this.#context.schemas.substitutesOf(name).some((one) => isNamed(payload, one.name))
    );
  }

  payload(payload: XmlElement, expected: ExpectedElement): void {
    const { schemas } = this.#context;
    if (payload.namespace === undefined) {
      if (payload.local === expected.name.local) this.#options.meant?.(payload, expected.name);
      return;
    }
    const { encoded } = expected;
    if (!encoded || this.#direction === "input") {
      // A type in `xsi:type` can still be checked if no schema declares the element. A WSDL without the schema of the namespace
      // is incomplete, so missing declarations are allowed.
      const process = schemas.declarations.isWhole(expected.name.namespace) ? "strict" : "lax";
      const from = this.problems.length;
      this.element(payload, expectationFor(payload, expected, schemas) ?? { kind: "global", process });
      const first = this.problems[from];
      const isUndeclared = first?.kind === "element-undeclared" && first.element === payload;
      if (isUndeclared && isNamed(payload, expected.name)) {
        this.problems[from] = { kind: "part-undeclared", element: payload, at: first.at };
      }
    }
    if (!encoded) return;
    for (const problem of encodedProblems(payload, encoded.message, this.#direction, this.#context))
      this.problems.push(problem);
  }

  #missingWrapper(first: XmlElement, expected: ExpectedElement | undefined): MessageProblem | undefined {
    const { expectation } = expected ?? {};
    if (expectation?.kind !== "declaration" || expectation.declaration.type.kind !== "complex") return undefined;
    const { declaration: wrapper } = expectation;
    const models = contentModelsOf(this.#context.schemas);
    const child = wrapper.type.kind === "complex" ? models.start(wrapper.type).withLocal(first.local) : undefined;
    return child && { kind: "payload-wrapper-missing", element: first, at: nameSpan(first), wrapper, child };
  }

  #unexpected(
    operation: Operation | undefined,
    payload: XmlElement,
    expected: QName | undefined,
    isExtra: boolean,
  ): MessageProblem {
    const other = operation && payloadOf(operation, this.#direction === "input" ? "output" : "input");
    const isOther = other !== undefined && isNamed(payload, other);
    const at = nameSpan(payload);
    return { kind: "payload-unexpected", element: payload, at, expected, isOther, isExtra: isExtra && !expected };
  }
}
