import type { RequestFacts } from "../contract/find.ts";
import { receivingOf, type Segment } from "../format/document.ts";
import { bodyKind } from "../http/bodyKind.ts";
import type { MessageSyntax } from "../http/head.ts";
import type { StatusLine } from "../http/startLine.ts";
import { DocumentText } from "../message/documentText.ts";
import { type GoverningCharset, Message } from "../message/message.ts";
import { type ContractOfMessage, readContract } from "../message/messageContract.ts";
import { contentLengthVariable, type Scope } from "../message/scope.ts";
import { type Charset, utf8 } from "../text/charset.ts";
import type { TextSource } from "../text/fileBody.ts";
import type { Reference } from "../text/references.ts";
import type { Span } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { type MockDirectives, mockDirectives } from "./directives/directives.ts";

/** A response of a `.soapmock` file, read in the same way as a request. */
export class MockResponse extends Message {
  protected override create(segment: Segment, request: MessageSyntax, scope: Scope, source?: TextSource): Message {
    return new MockResponse(segment, request, scope, source);
  }

  get statusLine(): StatusLine | undefined {
    return this.syntax.statusLine;
  }

  get directives(): MockDirectives {
    return mockDirectives(this.segment);
  }

  /** The name of the operation in `# @when operation`. */
  get operationName(): string | undefined {
    return this.directives.conditions.flatMap((one) => (one.kind === "operation" ? [one.name] : []))[0];
  }

  override get direction(): "output" {
    return "output";
  }

  override get isBare(): boolean {
    return this.statusLine === undefined && this.syntax.headerLines.length === 0;
  }

  override get requiredFields(): readonly string[] {
    return ["Content-Type", "Content-Length"];
  }

  /** Always undefined, because a response may follow another one in the body, as after an interim response. */
  override get strayRequestLine(): undefined {
    return undefined;
  }

  /** The charset of the file, in which the head is sent; UTF-8 if the charset is unknown. */
  get fileCharset(): Charset {
    return this.source.encoding ?? this.source.headCharset ?? utf8;
  }

  /** A body of an unknown charset is sent in the file's charset. */
  override get charset(): GoverningCharset {
    const governing = super.charset;
    return governing.charset ? governing : { ...governing, charset: this.fileCharset };
  }

  /** References in the head. If the head is sent with the bytes of the file, also those in its comments. */
  override get headReferences(): readonly Reference[] {
    if (!this.directives.raw) return super.headReferences;
    const { start, end, body } = this.syntax;
    return this.once("headReferences", () => variableUses(this.text, start, body?.start ?? end));
  }

  /** The XML of the body, which may have any media type. Without a media type, it is XML if it begins like XML. */
  override get xmlSpan(): Span | undefined {
    const span = super.xmlSpan;
    const type = this.multipart ? this.multipart.root?.contentType?.mediaType : this.contentType?.mediaType;
    const text = span && this.slice(span);
    const isUndeclaredXml = type === undefined && /^\s*</.test(text ?? "");
    return text !== undefined && bodyKind(isUndeclaredXml ? "text/xml" : (type?.essence ?? ""), text) === "xml"
      ? span
      : undefined;
  }

  /** The contract of the operation that `# @when operation` names. */
  override get contract(): ContractOfMessage {
    return this.once("contract", () => readContract(this, () => this.#facts()));
  }

  #facts(): RequestFacts {
    const named = this.operationName ?? "";
    const { version } = this.envelope ?? {};
    return { named, payload: undefined, parameters: [], version, action: undefined, address: undefined };
  }

  /** Whether the response is the same for each request. */
  override get isConstant(): boolean {
    return this.once("isConstant", () => {
      const { bodyFile, bodyFileText, references } = this;
      // The names of the data file's columns may be unknown here.
      if (this.directives.data) return false;
      const files = [...(bodyFile ? [bodyFile] : []), ...this.fileParts];
      const all = [...references, ...(bodyFile?.replaced ? (bodyFileText?.references ?? []) : [])];
      return (
        files.every(({ file }) => file.kind !== "pending") &&
        all.every(({ name }) => name === contentLengthVariable || this.scope.lookup(name).kind !== "atSending")
      );
    });
  }
}

/** A response below `# @receive` in a `.soaphttp` file. */
export class CallbackResponse extends MockResponse {
  protected override create(segment: Segment, request: MessageSyntax, scope: Scope, source?: TextSource): Message {
    return new CallbackResponse(segment, request, scope, source);
  }

  override get method(): string {
    return receivingOf(this.segment)?.method ?? "";
  }
}

const classes = { request: Message, response: MockResponse, callback: CallbackResponse };

/** The message of a segment with its document; `undefined` if the segment has only a preamble. */
export function createMessage(
  segment: Segment,
  scope: Scope,
  source?: TextSource,
  edited?: XmlDocument,
): Message | undefined {
  const { kind, message, document } = segment;
  if (document) return new DocumentText(segment, document, scope, source, edited);
  return message && new classes[kind](segment, message, scope, source, edited);
}
