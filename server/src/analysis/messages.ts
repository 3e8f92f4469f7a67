import type { Segment, SoapHttpDocument } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import { createMessage } from "../mock/response.ts";
import { check, type Finding, type TransportKind } from "../rules/check.ts";
import type { Charset } from "../text/charset.ts";
import type { FileBody } from "../text/fileBody.ts";
import type { XmlDocument } from "../xml/tree.ts";

/** Inputs of a document's messages besides its text. */
export interface MessageSources {
  readonly scope: Scope;
  readonly transport: TransportKind | undefined;
  /** Encoding of the whole file, if it is known. */
  readonly encoding: Charset | undefined;
  /** Charset of the text outside of bodies, if the file as a whole has no charset. */
  readonly headCharset: Charset | undefined;
  /** Bodies whose bytes differ from their encoded text. */
  readonly fileBodies: ReadonlyMap<Segment, FileBody>;
}

interface Kept {
  /** A key of the scope: the same string object for equal scopes, because the key can be long. */
  readonly scope: string;
  readonly source: string;
  /** A key of the other requests that the message uses. */
  readonly others: string;
  readonly message: Message;
  findings: readonly Finding[] | undefined;
}

/**
 * The messages of a document's segments, with their findings. Each message is created when it is first needed. The analyses
 * before and after an edit share the messages of the segments that the edit hasn't changed.
 */
export class DocumentMessages {
  readonly #sources: MessageSources;
  /** Messages by segment. A segment object stays the same until its text changes. */
  #kept = new WeakMap<Segment, Kept>();
  /** The segment that an edit has changed, and its XML before the edit. Unset when the new message has reused the nodes. */
  #edited: { readonly segment: Segment; readonly xml: XmlDocument } | undefined;

  constructor(sources: MessageSources) {
    this.#sources = sources;
  }

  /** Shares the messages of `before`. If the edit has changed only one segment, also takes the XML of that segment. */
  takeOver(before: DocumentMessages, documentBefore: SoapHttpDocument, document: SoapHttpDocument): void {
    this.#kept = before.#kept;
    const [old, ...others] = segmentsOnlyIn(documentBefore, document);
    const [segment, ...more] = segmentsOnlyIn(document, documentBefore);
    if (!old || !segment || others.length + more.length > 0) return;
    const kept = this.#kept.get(old);
    // The nodes get new offsets, so `before` must parse the message again.
    this.#kept.delete(old);
    const xml = kept ? kept.message.xml : before.#xmlBeforeEdit(old);
    if (xml) this.#edited = { segment, xml };
  }

  of(segment: Segment): Message | undefined {
    return segment.message && this.textOf(segment);
  }

  /** The message or the document of a segment; `undefined` if it has only a preamble. */
  textOf(segment: Segment): Message | undefined {
    return this.#entry(segment)?.message;
  }

  /** The findings of all rules in a segment's message or document, with offsets in the segment. */
  findings(segment: Segment): readonly Finding[] {
    const entry = this.#entry(segment);
    return entry ? (entry.findings ?? this.#check(entry)) : [];
  }

  /** Checks a segment's message. Returns false if there is none, or if its findings are kept. */
  check(segment: Segment): boolean {
    const entry = this.#entry(segment);
    return entry !== undefined && entry.findings === undefined && this.#check(entry) !== undefined;
  }

  /** Parses a message, finds its contract, and runs the rules. */
  #check(entry: Kept): readonly Finding[] {
    const { message } = entry;
    // Computed here, so that the time isn't attributed to the first rule that needs it. The message keeps the result.
    void message.envelope;
    void message.contract;
    entry.findings = check(message, this.#sources.transport);
    return entry.findings;
  }

  #entry(segment: Segment): Kept | undefined {
    const { scope, transport = "node", encoding, headCharset, fileBodies } = this.#sources;
    const source = `${transport} ${encoding?.name} ${headCharset?.name}`;
    const others = scope.keyOf(segment);
    const kept = this.#kept.get(segment);
    if (kept?.scope === scope.variables.key && kept.source === source && kept.others === others) return kept;
    const body = { encoding, headCharset, body: fileBodies.get(segment) };
    const message = createMessage(segment, scope, body, this.#xmlBeforeEdit(segment));
    if (!message) return undefined;
    const entry: Kept = { scope: scope.variables.key, source, others, message, findings: undefined };
    this.#kept.set(segment, entry);
    return entry;
  }

  #xmlBeforeEdit(segment: Segment): XmlDocument | undefined {
    const xml = this.#edited?.segment === segment ? this.#edited.xml : undefined;
    if (xml) this.#edited = undefined;
    return xml;
  }
}

function segmentsOnlyIn(document: SoapHttpDocument, other: SoapHttpDocument): readonly Segment[] {
  const inOther = new Set(other.segments.map(({ segment }) => segment));
  return document.segments.flatMap(({ segment }) => (inOther.has(segment) ? [] : segment));
}
