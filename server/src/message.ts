import { parseDocument, type Segment } from "./document.ts";
import { beginsWithChunk } from "./http/chunks.ts";
import type { FieldLine, Request } from "./http/head.ts";
import { type Host, parseHost } from "./http/host.ts";
import { type MediaType, parameter, parseMediaType } from "./http/mediaType.ts";
import { type Multipart, parseMultipart } from "./http/multipart.ts";
import { bracketPlaceholders, lengthPlaceholder, mediaTypePlaceholders } from "./http/placeholder.ts";
import { parseTarget, type Target } from "./http/target.ts";
import { type MalformedField, readMalformedFields } from "./malformedFields.ts";
import {
  type BodyFileText,
  type BodyText,
  canonicalLength,
  headBreaker,
  type RefusedValue,
  readBody,
  readBodyFile,
  strayRequestLine,
} from "./messageBody.ts";
import { type Envelope, readEnvelope } from "./soap/envelope.ts";
import { type Charset, findCharset } from "./text/charset.ts";
import type { TextSource } from "./text/fileBody.ts";
import { type Reference, references } from "./text/references.ts";
import { type Resolved, resolve } from "./text/resolved.ts";
import type { Span } from "./text/span.ts";
import type { ExternalFile } from "./variables/resolver.ts";
import { definitionReferences, type Scope } from "./variables/scope.ts";
import { parseXml } from "./xml/parser.ts";
import type { XmlDocument } from "./xml/tree.ts";

/** In one value. A value that holds more is no API document's. */
const maxPlaceholders = 100;

/** A header field of the message, with its variables replaced. */
export interface Field {
  readonly line: FieldLine;
  /** As typed. */
  readonly name: string;
  readonly value: Resolved;
}

export interface ContentType {
  readonly field: Field;
  readonly mediaType: MediaType;
}

/** The charset that governs the body, and what says so (RFC 7303 section 3). */
export interface GoverningCharset {
  /** As it is written there; `utf-8` where nothing says. */
  readonly name: string;
  readonly source: "content-type" | "xml-declaration" | "default";
  /** Where it is written, quotes included. */
  readonly at: Span | undefined;
  /** `undefined`: not a charset that we know. */
  readonly charset: Charset | undefined;
  readonly preferred: boolean;
}

/** A body that stands in a file. The span: of its path, as it is typed. */
export interface BodyFile extends Span {
  /** Its variables replaced; as it is typed where one has no value. */
  readonly path: string;
  readonly known: boolean;
  /** `<@ path`: its variables are replaced too; else its bytes are sent as they are. */
  readonly replaced: boolean;
  readonly file: ExternalFile;
  /** Where it lies; `undefined` where that is not known. */
  readonly uri: string | undefined;
}

/** Where a request goes. */
export interface Address {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
}

/**
 * A request as its rules, its features and its outgoing bytes see it: the one place that says what a typed text means.
 * Everything is worked out when it is first asked for, and once. All spans: UTF-16 offsets in `text`.
 */
export class Message {
  readonly segment: Segment;
  readonly request: Request;
  readonly scope: Scope;
  readonly source: TextSource;
  readonly text: string;
  /** In the order of the text. */
  readonly fields: readonly Field[];
  private readonly memo = new Map<string, unknown>();

  constructor(segment: Segment, request: Request, scope: Scope, source: TextSource = {}) {
    this.segment = segment;
    this.source = source;
    this.request = request;
    this.scope = scope;
    this.text = segment.text;
    this.fields = request.headerLines
      .filter((line) => line.kind === "field")
      .map((line) => ({ line, name: this.slice(line.name), value: this.resolve(line.value) }));
  }

  slice(span: Span): string {
    return this.text.slice(span.start, span.end);
  }

  /** As typed; the empty string where it is missing. */
  get method(): string {
    return this.request.line?.method ? this.slice(this.request.line.method) : "";
  }

  /** Where a diagnostic about the whole head goes: the method; where that is missing, the first word. */
  get headPlace(): Span {
    const { line, first } = this.request;
    if (line?.method) return line.method;
    const end = this.slice(first).search(/[ \t]/);
    return end < 0 ? first : { start: first.start, end: first.start + end };
  }

  /** GET in any case; everything else is taken for a POST, so that what a POST needs is said. */
  get isGet(): boolean {
    return this.method.toUpperCase() === "GET";
  }

  get isPost(): boolean {
    return this.method.toUpperCase() === "POST" || this.method === "";
  }

  /** The first field of that name, in any case. */
  field(name: string): Field | undefined {
    return this.fieldsNamed(name)[0];
  }

  fieldsNamed(name: string): readonly Field[] {
    return this.once("fieldsByName", () => groupedByName(this.fields)).get(name) ?? [];
  }

  /** What was meant as a header field and is not read as one. */
  get malformedFields(): readonly MalformedField[] {
    return this.once("malformedFields", () => readMalformedFields(this));
  }

  /** Whether a field of that name (in lower case) is there, or was meant to be: then it is not missing. */
  hasOrMalformed(name: string): boolean {
    return this.field(name) !== undefined || this.malformedFields.some((one) => one.name.toLowerCase() === name);
  }

  /** The author typed chunks: Transfer-Encoding ends in chunked (RFC 9112 section 6.1), and the body begins with a size. */
  get isInChunks(): boolean {
    const { body } = this.request;
    const coding = this.fieldsNamed("transfer-encoding").at(-1)?.value.text ?? "";
    return body !== undefined && /(?:^|[,\s])chunked$/i.test(coding) && beginsWithChunk(this.text, body.start);
  }

  /** The value of the last `# @name value` of a name; the empty string where it has none. */
  directive(name: string): string | undefined {
    const found = this.segment.preamble.findLast((item) => item.kind === "directive" && this.slice(item.name) === name);
    return found?.kind === "directive" ? this.slice(found.value) : undefined;
  }

  get target(): { readonly typed: Resolved; readonly parts: Target } | undefined {
    return this.once("target", () => {
      const span = this.request.line?.target;
      if (!span) return undefined;
      const typed = this.resolve(span);
      return { typed, parts: parseTarget(typed.text) };
    });
  }

  get contentType(): ContentType | undefined {
    return this.once("contentType", () => {
      const field = this.field("content-type");
      return field && { field, mediaType: parseMediaType(field.value.text) };
    });
  }

  get host(): { readonly field: Field; readonly parts: Host } | undefined {
    return this.once("host", () => {
      const field = this.field("host");
      return field && { field, parts: parseHost(field.value.text) };
    });
  }

  /** Placeholders of API documents that still stand in the head. */
  get placeholders(): readonly Span[] {
    return this.once("placeholders", () => {
      const found: Span[] = [];
      const add = (value: Resolved | undefined, find: (text: string) => readonly Span[]) => {
        if (value)
          found.push(
            ...find(value.text)
              .slice(0, maxPlaceholders)
              .map((one) => value.at(one)),
          );
      };
      add(this.target?.typed, bracketPlaceholders);
      add(this.field("host")?.value, bracketPlaceholders);
      add(this.field("content-type")?.value, mediaTypePlaceholders);
      add(this.field("content-length")?.value, (text) => [lengthPlaceholder(text) ?? []].flat());
      return found;
    });
  }

  get charset(): GoverningCharset {
    return this.once("charset", () => {
      const named = parameter(this.contentType?.mediaType, "charset");
      const field = this.contentType?.field;
      if (named && named.value !== "" && field && !this.isPlaceholder(field.value.at(named.valueSpan))) {
        return governing(named.value, "content-type", field.value.at(named.valueSpan));
      }
      const declared = this.multipart ? undefined : this.xml?.declaration?.encoding;
      if (declared) return governing(this.slice(declared), "xml-declaration", declared);
      const inFile = this.bodyFileText?.declared;
      if (inFile) return governing(inFile, "xml-declaration", undefined);
      return governing("utf-8", "default", undefined);
    });
  }

  /** What follows the head; `undefined` where the head ends with the segment. */
  get body(): BodyText | undefined {
    return this.once("body", () => readBody(this));
  }

  /** Bytes of the body up to its canonical end; `undefined` where nobody can count them. */
  get bodyLength(): number | undefined {
    return this.once("bodyLength", () => {
      const { body, bodyFile, charset } = this;
      if (bodyFile?.file.kind === "bytes" && !bodyFile.replaced) return bodyFile.file.bytes.length;
      return body?.known && charset.charset ? canonicalLength(body, charset.charset) : undefined;
    });
  }

  /** A line of the body that has the form of a request line: its separator is missing. */
  get strayRequestLine(): Span | undefined {
    return this.once("strayRequestLine", () => strayRequestLine(this));
  }

  /** The parts of a multipart body (MTOM, SOAP with Attachments). */
  get multipart(): Multipart | undefined {
    return this.once("multipart", () => {
      const { contentType, request } = this;
      if (!request.body || this.bodyFile || !contentType?.mediaType.essence.startsWith("multipart/")) return undefined;
      return parseMultipart(this.text, request.body, contentType.mediaType);
    });
  }

  /** Where the XML of the message stands: the body, or the root part of a multipart body. */
  get xmlSpan(): Span | undefined {
    const { request, multipart } = this;
    if (!request.body || this.isGet || this.bodyFile) return undefined;
    return multipart ? multipart.root?.body : request.body;
  }

  get xml(): XmlDocument | undefined {
    return this.once("xml", () => {
      const span = this.xmlSpan;
      return span && parseXml(this.text, span.start, span.end, { variables: true });
    });
  }

  /** Neither a request line nor a header: bare XML, of which nothing more can be said than that. */
  get isBare(): boolean {
    return this.request.line === undefined && this.request.headerLines.length === 0;
  }

  /** Whether the body holds anything but white space. */
  get hasBody(): boolean {
    const { body } = this.request;
    return body !== undefined && /[^\s]/.test(this.text.slice(body.start, body.end));
  }

  get envelope(): Envelope | undefined {
    return this.once("envelope", () => this.xml && readEnvelope(this.xml));
  }

  /** The file that a body is which consists of the one line `< path` (or `<@ path`). */
  get bodyFile(): BodyFile | undefined {
    return this.once("bodyFile", () => {
      const body = this.request.body;
      if (!body) return undefined;
      const match = /^<(@?)[ \t]([^\r\n<>]+)(?:[\r\n]|$)/.exec(this.text.slice(body.start, body.start + 2000));
      const path = match?.[2]?.trim();
      if (!match || !path || this.text.slice(body.start + match[0].length, body.end).trim() !== "") return undefined;
      const start = body.start + match[0].indexOf(path, 1 + (match[1]?.length ?? 0));
      const at = { start, end: start + path.length };
      const { text, known } = this.resolve(at);
      return {
        ...at,
        ...{ path: text, known },
        replaced: match[1] === "@",
        file: known ? this.scope.file(text) : { kind: "pending" as const },
        uri: known ? this.scope.fileUri(text) : undefined,
      };
    });
  }

  /** The text of a body file, of either kind; `undefined` where there is none to read. */
  get bodyFileText(): BodyFileText | undefined {
    return this.once("bodyFileText", () => readBodyFile(this));
  }

  /**
   * The same request with the text of its body file in the place of the path: its head is this one's, character for
   * character. `undefined` where there is no such text, or a line of it would divide requests.
   */
  get inlined(): Message | undefined {
    return this.once("inlined", () => {
      const { request, bodyFileText, scope } = this;
      if (!request.body || !bodyFileText || bodyFileText.invalid > 0) return undefined;
      const { segments } = parseDocument(this.text.slice(0, request.body.start) + bodyFileText.text);
      const segment = segments.length === 1 ? segments[0]?.segment : undefined;
      return segment?.request && new Message(segment, segment.request, scope);
    });
  }

  /** Where it goes, by `format.md`: the target's authority, else Host. */
  get address(): Address | undefined {
    return this.once("address", () => addressOf(this));
  }

  /** The variable references in the body. */
  get bodyReferences(): readonly Reference[] {
    return this.once("bodyReferences", () => {
      const { body } = this.request;
      return body ? references(this.text, body.start, body.end) : [];
    });
  }

  /** The variable references in the head: in the target, and in names and values of headers. */
  get headReferences(): readonly Reference[] {
    return this.once("headReferences", () => {
      const { line, headerLines } = this.request;
      const sent = [line?.target, ...headerLines.filter(({ kind }) => kind !== "comment")];
      return sent.flatMap((span) => (span ? references(this.text, span.start, span.end) : []));
    });
  }

  /** Those whose value would begin a line of its own, or hide the rest of one (RFC 9110 section 5.5). */
  get refusedInHead(): readonly RefusedValue[] {
    return this.once("refusedInHead", () =>
      this.headReferences.flatMap(({ start, end, name }) => {
        const why = headBreaker(this.resolve({ start, end }).text);
        return why === undefined ? [] : [{ start, end, name, why, place: "head" as const }];
      }),
    );
  }

  /** Every variable reference that is replaced: in definitions, head and body. */
  get references(): readonly Reference[] {
    return this.once("references", () => {
      return [...definitionReferences(this.segment), ...this.headReferences, ...this.bodyReferences];
    });
  }

  isPlaceholder(span: Span): boolean {
    return this.placeholders.some((one) => one.start < span.end && span.start < one.end);
  }

  resolve(typed: Span): Resolved {
    // Each reference has one value, however often it is looked at: what is checked is what is sent.
    return resolve(this.text, typed, (name, at) =>
      this.once(`value ${at}`, () => {
        const value = this.scope.lookup(name);
        return value.kind === "text" ? value.text : undefined;
      }),
    );
  }

  private once<T>(key: string, make: () => T): T {
    if (!this.memo.has(key)) this.memo.set(key, make());
    return this.memo.get(key) as T;
  }
}

function governing(name: string, source: GoverningCharset["source"], at: Span | undefined): GoverningCharset {
  const found = findCharset(name);
  return { name, source, at, charset: found?.charset, preferred: found?.preferred ?? false };
}

function addressOf(message: Message): Address | undefined {
  const { target, host } = message;
  const authority = target?.parts.authority;
  const parts = authority && target ? parseHost(target.typed.text.slice(authority.start, authority.end)) : host?.parts;
  const known = authority ? target?.typed.known : host?.field.value.known;
  if (!parts || !known || parts.name === "" || (parts.problem && parts.problem.kind !== "user-information")) {
    return undefined;
  }
  const directive = message.directive("scheme");
  const guessed = parts.port === 443 || parts.port === 8443 ? "https" : "http";
  const scheme = target?.parts.scheme ?? (directive === "https" || directive === "http" ? directive : guessed);
  return { scheme, host: parts.name.replace(/^\[|\]$/g, ""), port: parts.port ?? (scheme === "https" ? 443 : 80) };
}

/** By their names in small letters, in the order of the head. */
function groupedByName(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const name = field.name.toLowerCase();
    const group = groups.get(name);
    if (group) group.push(field);
    else groups.set(name, [field]);
  }
  return groups;
}
