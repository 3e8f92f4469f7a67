import { parseDocument, type Segment } from "../format/document.ts";
import type { MessageSyntax } from "../http/head.ts";
import { parameter } from "../http/mediaType.ts";
import { type Multipart, parseMultipart } from "../http/multipart.ts";
import { strayRequestLine } from "../http/startLine.ts";
import { childElements, type Envelope, readEnvelope } from "../soap/envelope.ts";
import { type Charset, findCharset } from "../text/charset.ts";
import type { TextSource } from "../text/fileBody.ts";
import type { Reference } from "../text/references.ts";
import { compareSpans, type Span } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { atSending, type ComputedValue } from "../variables/value.ts";
import { parseEdited } from "../xml/parseEdited.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { type AuthenticationOfMessage, readAuthentication, refusedUsers } from "./authentication.ts";
import { type BodyText, type Compression, readBodyText } from "./body.ts";
import { canonicalLength } from "./bodyBytes.ts";
import { type BodyFile, type BodyFileText, findBodyFile, readBodyFile } from "./bodyFile.ts";
import { xmlIn } from "./bodySignatures.ts";
import { type ByteValue, type FilePart, findByteValues, findFileParts, type Inserted } from "./fileParts.ts";
import { definitionReferences } from "./fileVariables.ts";
import type { RefusedValue } from "./insertedValue.ts";
import { type MalformedField, readMalformedFields } from "./malformedFields.ts";
import { type ContractOfMessage, readContract } from "./messageContract.ts";
import { MessageHead } from "./messageHead.ts";
import { ownPath, ownValueIn } from "./ownValues.ts";
import type { PlacedValue, Scope, VariableValue } from "./scope.ts";
import { bodyValue, chunkSizeOf, compressionOf, sentBytes } from "./sentMessage.ts";
import { placedValue } from "./tokenValues.ts";

export type { ContractOfMessage } from "./messageContract.ts";
export type { ContentType, Field, ServiceAddress } from "./messageHead.ts";

/** The charset of the body, and the place where it is specified (RFC 7303 section 3). */
export interface GoverningCharset {
  /** The name as typed; `utf-8` by default. */
  readonly name: string;
  readonly source: "content-type" | "xml-declaration" | "default";
  /** The span of the name, including its quotes. */
  readonly at: Span | undefined;
  /** `undefined` for an unknown charset. */
  readonly charset: Charset | undefined;
  readonly preferred: boolean;
}

/**
 * A request, or a response of a mock service, with its interpretation for rules, features and sending. No other class interprets
 * the typed text. Values are computed once, at first use. All spans are UTF-16 offsets in `text`.
 */
export class Message extends MessageHead {
  readonly source: TextSource;
  #edited: XmlDocument | undefined;
  /** The message with the same text, but other values of variables, from which `withScope` has created this message. */
  #typed: Message | undefined;

  /** @param edited the XML before an edit; its nodes are reused for this message */
  constructor(segment: Segment, request: MessageSyntax, scope: Scope, source: TextSource = {}, edited?: XmlDocument) {
    super(segment, request, scope);
    this.source = source;
    this.#edited = edited;
  }

  /** The same message with other values of its variables. Data that depends only on the typed text is shared by both. */
  withScope(scope: Scope): Message {
    const message = this.create(this.segment, this.syntax, scope, this.source);
    message.#typed = this;
    return message;
  }

  protected create(segment: Segment, request: MessageSyntax, scope: Scope, source?: TextSource): Message {
    return new Message(segment, request, scope, source);
  }

  /** Whether the message is the same in each sending: it has no values, files, credentials or expiry time. */
  get isConstant(): boolean {
    return this.once("isConstant", () => {
      if (this.text.includes("{{") || this.text.includes("Expires")) return false;
      return this.directive("auth") === undefined && !this.bodyFile && this.fileParts.length === 0;
    });
  }

  get malformedFields(): readonly MalformedField[] {
    return this.once("malformedFields", () => readMalformedFields(this, this.requiredFields));
  }

  get direction(): "input" | "output" {
    return "input";
  }

  get requiredFields(): readonly string[] {
    if (this.isGet) return ["Host"];
    const fields = ["Host", "Content-Type", "Content-Length"];
    return this.envelope?.version === "1.1" ? [...fields, "SOAPAction"] : fields;
  }

  /** Whether there is a well-formed or malformed field with a name, which is in lower case. */
  hasOrMalformed(name: string): boolean {
    return this.field(name) !== undefined || this.malformedFields.some((one) => one.name.toLowerCase() === name);
  }

  get charset(): GoverningCharset {
    return this.once("charset", () => {
      const named = parameter(this.contentType?.mediaType, "charset");
      const field = this.contentType?.field;
      if (named && named.value !== "" && field && !this.isTypePlaceholder(field.value.at(named.valueSpan))) {
        return governing(named.value, "content-type", field.value.at(named.valueSpan));
      }
      const declared = this.multipart ? undefined : this.#declaredEncoding;
      if (declared) return governing(this.slice(declared), "xml-declaration", declared);
      const inFile = this.bodyFileText?.declared;
      if (inFile) return governing(inFile, "xml-declaration", undefined);
      return governing("utf-8", "default", undefined);
    });
  }

  /** The encoding in the XML declaration. It is read without parsing the XML, unless the declaration isn't at its place. */
  get #declaredEncoding(): Span | undefined {
    const { text, xmlSpan } = this;
    if (!xmlSpan) return undefined;
    const { start, end } = xmlSpan;
    const beginning = text.slice(start, Math.min(end, start + 500));
    if (/^\s*<(?!xml\s)[A-Za-z_]/.test(beginning)) return undefined;
    const alone = /^<\?xml\s[^<>]*\?>/.exec(beginning)?.[0];
    const xml = alone === undefined ? this.xml : parseXml(text, start, start + alone.length);
    return xml?.declaration?.encoding;
  }

  get body(): BodyText | undefined {
    return this.once("body", () => readBodyText(this));
  }

  get compression(): Compression | undefined {
    return this.once("compression", () => (this.hasBody ? compressionOf(this) : undefined));
  }

  /** The size in bytes of the chunks in which the body is sent. */
  get chunkSize(): number | undefined {
    return this.once("chunkSize", () => (this.hasBody ? chunkSizeOf(this) : undefined));
  }

  /** Number of bytes of the body up to its canonical end, without compression; `undefined` if they can't be counted. */
  get plainLength(): number | undefined {
    return this.once("plainLength", () => {
      const { body, bodyFile, charset } = this;
      if (bodyFile?.file.kind === "bytes" && !bodyFile.replaced) return bodyFile.file.bytes.length;
      return body?.known && charset.charset ? canonicalLength(body, charset.charset) : undefined;
    });
  }

  /** Number of bytes of the sent body, up to its canonical end; `undefined` if they can't be counted. */
  get bodyLength(): number | undefined {
    if (!this.compression) return this.plainLength;
    return this.once("bodyLength", () => (this.body?.isSampled ? undefined : sentBytes(this)?.length));
  }

  /** A line below the request line that looks like another request line, because the separator above it is missing. */
  get strayRequestLine(): Span | undefined {
    const { requestLine, body } = this.syntax;
    return this.once("strayRequestLine", () => strayRequestLine(this.text, requestLine?.end ?? body?.start));
  }

  get multipart(): Multipart | undefined {
    return this.once("multipart", () => {
      const { contentType, syntax } = this;
      if (!syntax.body || this.bodyFile || !contentType?.mediaType.essence.startsWith("multipart/")) return undefined;
      return parseMultipart(this.text, syntax.body, contentType.mediaType);
    });
  }

  get fileParts(): readonly FilePart[] {
    return this.once("fileParts", () => findFileParts(this, this.multipart));
  }

  get byteValues(): readonly ByteValue[] {
    return this.once("byteValues", () => (this.bodyFile ? [] : findByteValues(this, this.multipart)));
  }

  isWhole({ start }: Span): boolean {
    return this.byteValues.some((one) => one.start === start);
  }

  /** The files and the values of bytes in the body, in the order of the text. */
  get inserted(): readonly Inserted[] {
    return this.once("inserted", () => {
      const { multipart, text, syntax } = this;
      if (!multipart && !(syntax.body && text.startsWith("{{", syntax.body.start))) return nothing;
      return [...this.fileParts, ...this.byteValues].sort(compareSpans);
    });
  }

  /** The XML of the message, if it is typed: the body, or the root part of a multipart body. */
  get xmlSpan(): Span | undefined {
    const { syntax, multipart } = this;
    if (!syntax.body || this.isGet || this.bodyFile) return undefined;
    if (this.inserted.some(({ part }) => part === multipart?.root)) return undefined;
    return multipart ? multipart.root?.body : syntax.body;
  }

  get xml(): XmlDocument | undefined {
    return this.once("xml", () => {
      const span = this.xmlSpan;
      const typed = this.#typed;
      if (span?.start === typed?.xmlSpan?.start && span?.end === typed?.xmlSpan?.end && typed) return typed.xml;
      const edited = this.#edited;
      this.#edited = undefined;
      return span && parseEdited(edited, this.text, span.start, span.end, { variables: true });
    });
  }

  get envelope(): Envelope | undefined {
    return this.once("envelope", () => this.xml && readEnvelope(this.xml));
  }

  /** The SOAP version of the envelope. If a large message isn't parsed yet, only its beginning is read. */
  get soapVersion(): Envelope["version"] {
    return this.once("soapVersion", () => {
      const { xmlSpan: span, text } = this;
      const end = (span?.start ?? 0) + beginning;
      if (!span || span.end <= end) return this.envelope?.version;
      const document = parseXml(text, span.start, end, { variables: true });
      // If an element follows, the start tag of the envelope is complete.
      const isWhole = document.root?.markup.some(({ kind }) => kind === "element");
      return (isWhole ? readEnvelope(document) : this.envelope)?.version;
    });
  }

  get authentication(): AuthenticationOfMessage {
    return this.once("authentication", () => readAuthentication(this));
  }

  override get refusedInHead(): readonly RefusedValue[] {
    return [...super.refusedInHead, ...refusedUsers(this)];
  }

  get contract(): ContractOfMessage {
    return this.once("contract", () => readContract(this));
  }

  /** The first element in the body of the envelope. It names the operation, or contains its parameters. */
  get payload(): XmlElement | undefined {
    return this.envelope?.body && childElements(this.envelope.body)[0];
  }

  /** The action of the request without quotes: SOAPAction, or the parameter of Content-Type in SOAP 1.2. */
  get action(): string | undefined {
    const field = this.field("soapaction")?.value.text.trim();
    const given = this.envelope?.version === "1.2" ? parameter(this.contentType?.mediaType, "action")?.value : field;
    return given?.replace(/^"(.*)"$/s, "$1");
  }

  /** Whether the segment is XML without a start line and headers. */
  get isBare(): boolean {
    return this.syntax.requestLine === undefined && this.syntax.headerLines.length === 0;
  }

  get hasBody(): boolean {
    const { body } = this.syntax;
    return body !== undefined && /\S/.test(this.slice(body));
  }

  get bodyFile(): BodyFile | undefined {
    return this.once("bodyFile", () => findBodyFile(this));
  }

  get bodyFileText(): BodyFileText | undefined {
    return this.once("bodyFileText", () => readBodyFile(this.bodyFile, this.contentType?.mediaType));
  }

  /**
   * The message with the text of its body file in place of the path. Offsets in the header section stay the same. `undefined` if
   * there is no such text, or if it contains a separator.
   */
  get inlined(): Message | undefined {
    return this.once("inlined", () => {
      const { syntax, bodyFileText, scope } = this;
      if (!syntax.body || !bodyFileText || bodyFileText.invalid > 0) return undefined;
      const text = this.text.slice(0, syntax.body.start) + bodyFileText.text;
      const { segments } = parseDocument(text, undefined, this.kind);
      const segment = segments.length === 1 ? segments[0]?.segment : undefined;
      return segment?.message && this.create(segment, segment.message, scope);
    });
  }

  protected override get bodyValue(): ComputedValue {
    return this.once("bodyValue", () => bodyValue(this));
  }

  protected override elementValue(name: string): ComputedValue {
    const { body, bodyFile, bodyFileText } = this;
    if (!(body?.known ?? bodyFile?.file.kind !== "pending")) return atSending;
    const source = body ? body.source.slice(body.start, body.end) : (bodyFileText?.text ?? "");
    const document = this.once("sentXml", () => {
      const { start, end } = xmlIn(source, this.contentType?.mediaType).xml;
      return parseXml(source.slice(start, end));
    });
    return ownValueIn(document, name, this.scope, body);
  }

  override placedAt(at: number): PlacedValue | undefined {
    const { body } = this.syntax;
    return super.placedAt(at) ?? (body && at >= body.start ? this.ownAt(at) : undefined);
  }

  /** A function that returns the value of `{{$this.PATH}}` at an offset of the body, or of its file. */
  ownAt(at: number): PlacedValue {
    // In a computed value, the reference begins after the braces.
    return (name) => (ownPath(name) === undefined ? undefined : (this.body?.own.get(at) ?? this.body?.own.get(at - 2)));
  }

  lookup({ name, start }: Reference): VariableValue {
    return placedValue(this.scope, () => this.xml, name, start, undefined, this.placedAt(start));
  }

  get bodyReferences(): readonly Reference[] {
    return this.once("bodyReferences", () => {
      const { body } = this.syntax;
      if (this.#typed) return this.#typed.bodyReferences;
      return body ? variableUses(this.text, body.start, body.end) : [];
    });
  }

  /** All variable references that are replaced, in definitions, the header section and the body. */
  get references(): readonly Reference[] {
    return this.once("references", () => {
      const all = [...definitionReferences(this.segment), ...this.headReferences, ...this.bodyReferences];
      return all.filter(({ name }) => !this.scope.isText(name));
    });
  }
}

/** Length in UTF-16 units that usually includes the start tag of the envelope. */
const beginning = 64 * 1024;

const nothing: readonly never[] = [];

function governing(name: string, source: GoverningCharset["source"], at: Span | undefined): GoverningCharset {
  const match = findCharset(name);
  return { name, source, at, charset: match?.charset, preferred: match?.preferred ?? false };
}
