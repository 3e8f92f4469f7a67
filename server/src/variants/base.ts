import {
  type Analysis,
  analyze,
  type DocumentFinding,
  defaultOptions,
  diagnose,
  messageOf,
} from "../analysis/analysis.ts";
import type { Contract } from "../contract/contract.ts";
import { type MessageSchema, requestSchema } from "../features/support/schemaPlace.ts";
import type { Message } from "../message/message.ts";
import { noContracts } from "../resources/contractLookup.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import { applyEdits } from "../rules/fixes.ts";
import { childElements } from "../soap/envelope.ts";
import type { TypedElement } from "../validation/place.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Candidate } from "./variant.ts";

/** Maximum elements of a sample that are varied. */
const maxElements = 300;

/** A typed element, and its parent's. */
export interface VariedElement extends TypedElement {
  readonly parent: VariedElement | undefined;
}

/** A sample request whose changes are proven: by the same checks as a request that somebody has typed. */
export class Base {
  readonly text: string;
  readonly message: Message;
  readonly document: XmlDocument;
  readonly schema: MessageSchema;
  /** The elements in the Body and the header blocks that the schemas describe, in document order. */
  readonly elements: readonly VariedElement[];
  readonly #resolver: Resolver;
  readonly #own: ReadonlySet<string>;

  private constructor(analysis: Analysis, message: Message, document: XmlDocument, schema: MessageSchema) {
    this.text = analysis.document.text;
    this.message = message;
    this.document = document;
    this.schema = schema;
    this.#resolver = analysis.resolver;
    this.#own = new Set(diagnose(analysis).map(({ code }) => code));
    this.elements = this.#varied();
  }

  /** Undefined for a request that isn't XML, or whose operation has no schema. */
  static of(text: string, contract: Contract): Base | undefined {
    const resolver = { ...emptyResolver, contracts: { ...noContracts, forAll: () => contract } };
    const analysis = analyze(text, defaultOptions, undefined, resolver);
    const segment = analysis.document.segments.find((one) => one.segment.request)?.segment;
    const message = segment && messageOf(analysis, segment);
    const schema = message && requestSchema(message);
    const document = message?.xml;
    return message && document && schema && new Base(analysis, message, document, schema);
  }

  apply({ edits }: Candidate): string {
    return applyEdits(this.text, edits);
  }

  /** What the checks find in a changed text, and don't find in this one. */
  findings(text: string): readonly DocumentFinding[] {
    const found = diagnose(analyze(text, defaultOptions, undefined, this.#resolver));
    return found.filter(({ code }) => !this.#own.has(code));
  }

  #varied(): readonly VariedElement[] {
    const { envelope } = this.message;
    const roots = [...(envelope?.headerBlocks.map(({ element }) => element) ?? []), ...children(envelope?.body)];
    const found: VariedElement[] = [];
    const open = roots.toReversed().map((element) => ({ element, parent: undefined as VariedElement | undefined }));
    for (let one = open.pop(); one && found.length < maxElements; one = open.pop()) {
      const typed = this.schema.typed(one.element);
      const varied = typed && { ...typed, parent: one.parent };
      // An element of the encoding or of a binding has no declaration of its own, but its children may.
      if (varied) found.push(varied);
      for (const element of children(one.element).toReversed()) open.push({ element, parent: varied });
    }
    return found;
  }
}

export function children(element: XmlElement | undefined): readonly XmlElement[] {
  return element ? childElements(element) : [];
}
