import * as l10n from "@vscode/l10n";
import type { Segment } from "../format/document.ts";
import { beginsWithChunk } from "../http/chunks.ts";
import type { FieldLine, MessageKind, MessageSyntax } from "../http/head.ts";
import { type Host, parseHost } from "../http/host.ts";
import { type MediaType, parseMediaType } from "../http/mediaType.ts";
import { bracketPlaceholders, lengthPlaceholder, mediaTypePlaceholders } from "../http/placeholder.ts";
import { parseTarget, type Target } from "../http/startLine.ts";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import { grouped } from "../text/grouped.ts";
import { lineAt } from "../text/lines.ts";
import { lazily } from "../text/memoized.ts";
import { type Reference, references } from "../text/references.ts";
import { type Resolved, resolve } from "../text/resolved.ts";
import type { Span } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import type { ComputedValue } from "../variables/value.ts";
import { breakInTarget, lineBreakIn, misplacedMarkup, type RefusedValue } from "./insertedValue.ts";
import { ownPath } from "./ownValues.ts";
import type { PlacedValue, Scope, VariableValue } from "./scope.ts";

/** Maximum placeholders per value. A value with more of them isn't from an API document. */
const maxPlaceholders = 100;

export interface Field {
  readonly line: FieldLine;
  readonly name: string;
  readonly value: Resolved;
}

export interface ContentType {
  readonly field: Field;
  readonly mediaType: MediaType;
}

export interface ServiceAddress {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
}

/**
 * The header section of a request or a response with its variables replaced. Values are computed once, at first use. Spans are
 * UTF-16 offsets in the segment's text.
 */
export class MessageHead {
  readonly segment: Segment;
  readonly syntax: MessageSyntax;
  readonly scope: Scope;
  readonly text: string;
  readonly fields: readonly Field[];
  readonly #memo = new Map<string, unknown>();

  constructor(segment: Segment, request: MessageSyntax, scope: Scope) {
    this.segment = segment;
    this.syntax = request;
    this.scope = scope;
    this.text = segment.text;
    this.fields = request.headerLines
      .filter((line) => line.kind === "field")
      .map((line): Field => {
        const name = this.slice(line.name);
        // The body can only be read once the message is complete.
        return /\{\{\s*\$(?:body|this)\b/.test(this.slice(line.value))
          ? lateField(line, name, () => this.resolve(line.value))
          : { line, name, value: this.resolve(line.value) };
      });
  }

  get kind(): MessageKind {
    return this.segment.kind === "request" ? "request" : "response";
  }

  slice(span: Span): string {
    return this.text.slice(span.start, span.end);
  }

  /** The method as typed; the empty string if it is missing. */
  get method(): string {
    return this.syntax.requestLine?.method ? this.slice(this.syntax.requestLine.method) : "";
  }

  /** The span of findings about the whole header section: the method, or else the first word. */
  get headPlace(): Span {
    const { requestLine, first } = this.syntax;
    if (requestLine?.method) return requestLine.method;
    const end = this.slice(first).search(/[ \t]/);
    return end < 0 ? first : { start: first.start, end: first.start + end };
  }

  /** Whether the method is GET in any case. Rules treat all other methods as POST. */
  get isGet(): boolean {
    return this.method.toUpperCase() === "GET";
  }

  get isPost(): boolean {
    return this.method.toUpperCase() === "POST" || this.method === "";
  }

  field(name: string): Field | undefined {
    return this.fieldsNamed(name)[0];
  }

  fieldsNamed(name: string): readonly Field[] {
    return this.once("fieldsByName", () => grouped(this.fields, ({ name }) => name.toLowerCase())).get(name) ?? [];
  }

  /** Whether Transfer-Encoding ends with chunked (RFC 9112 section 6.1), and the body begins with a chunk size. */
  get isInChunks(): boolean {
    const { body } = this.syntax;
    const coding = this.fieldsNamed("transfer-encoding").at(-1)?.value.text ?? "";
    return body !== undefined && /(?:^|[,\s])chunked$/i.test(coding) && beginsWithChunk(this.text, body.start);
  }

  /** The value of the last `# @name value`, which may be empty; `undefined` if there is no such directive. */
  directive(name: string): string | undefined {
    const directive = this.segment.preamble.findLast(
      (item) => item.kind === "directive" && this.slice(item.name) === name,
    );
    return directive?.kind === "directive" ? this.slice(directive.value) : undefined;
  }

  get target(): { readonly typed: Resolved; readonly parts: Target } | undefined {
    return this.once("target", () => {
      const span = this.syntax.requestLine?.target;
      const typed = span && this.resolve(span);
      return typed && { typed, parts: parseTarget(typed.text) };
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

  /** The server in the target, or else in Host; `undefined` if it is unknown. */
  get address(): ServiceAddress | undefined {
    return this.once("address", () => addressOf(this));
  }

  get placeholders(): readonly Span[] {
    return this.once("placeholders", () => [
      ...placeholdersIn(this.target?.typed, bracketPlaceholders),
      ...placeholdersIn(this.field("host")?.value, bracketPlaceholders),
      ...this.typePlaceholders,
      ...placeholdersIn(this.field("content-length")?.value, (text) => [lengthPlaceholder(text) ?? []].flat()),
    ]);
  }

  protected get typePlaceholders(): readonly Span[] {
    return this.once("typePlaceholders", () =>
      placeholdersIn(this.field("content-type")?.value, mediaTypePlaceholders),
    );
  }

  protected isTypePlaceholder(span: Span): boolean {
    return this.typePlaceholders.some((one) => one.start < span.end && span.start < one.end);
  }

  get headReferences(): readonly Reference[] {
    return this.once("headReferences", () => {
      const { requestLine, statusLine, headerLines } = this.syntax;
      const sent = [requestLine?.target, statusLine, ...headerLines.filter(({ kind }) => kind !== "comment")];
      return sent.flatMap((span) => (span ? variableUses(this.text, span.start, span.end) : []));
    });
  }

  /** The references whose value would end the target, begin another line, or hide the rest of a line (RFC 9110 section 5.5). */
  get refusedInHead(): readonly RefusedValue[] {
    return this.once("refusedInHead", () =>
      this.headReferences.flatMap(({ start, end, name }) => {
        // The source of a computed value and the arguments of its steps aren't sent themselves.
        if (this.text[start] !== "{") return [];
        const looked = this.scope.lookup(name, this.placedAt(start));
        if ("markup" in looked && looked.markup) return [{ start, end, name, ...misplacedMarkup() }];
        const isTarget = start < (this.syntax.requestLine?.target?.end ?? 0);
        const value = this.resolve({ start, end });
        const why = !value.known ? undefined : isTarget ? breakInTarget(value.text) : lineBreakIn(value.text);
        return why === undefined ? [] : [{ start, end, name, why, place: isTarget ? "target" : "head" }];
      }),
    );
  }

  /** Replaces the variables in a typed span. Each reference keeps its value, so that rules check the value that is sent. */
  resolve(typed: Span): Resolved {
    return resolve(this.text, typed, (name, at) => this.#valueAt(name, at));
  }

  sourcesIn({ start, end }: Span): readonly SecretSource[] {
    return references(this.text, start, end).flatMap((one) => this.#valueAt(one.name, one.start)?.sources ?? []);
  }

  #valueAt(name: string, at: number): (VariableValue & { readonly kind: "text" }) | undefined {
    return this.once(`value ${at}`, () => {
      const value = this.scope.lookup(name, this.placedAt(at));
      return value.kind === "text" ? value : undefined;
    });
  }

  isInHead(at: number): boolean {
    const { first, body, end } = this.syntax;
    return first.start <= at && at < (body?.start ?? end);
  }

  get #linesByStart() {
    return this.once("linesByStart", () => new Map(this.syntax.headerLines.map((line) => [line.start, line])));
  }

  /** A function that returns values that depend on the place of a reference, for an offset. */
  placedAt(at: number): PlacedValue | undefined {
    if (!this.isInHead(at)) return undefined;
    return (name) => {
      const path = ownPath(name);
      if (name !== "$body" && path === undefined) return undefined;
      const line = this.#linesByStart.get(lineAt(this.text, at).start);
      const isFraming = line?.kind === "field" && framing.test(this.slice(line.name));
      if (isFraming) return { kind: "undefined", why: l10n.t("The body depends on this header.") };
      return path === undefined ? this.bodyValue : this.elementValue(name);
    };
  }

  protected elementValue(_: string): ComputedValue | undefined {
    return undefined;
  }

  protected get bodyValue(): ComputedValue | undefined {
    return undefined;
  }

  protected once<T>(key: string, compute: () => T): T {
    if (!this.#memo.has(key)) this.#memo.set(key, compute());
    return this.#memo.get(key) as T;
  }
}

/** A field whose value is resolved when it is read. Used only if necessary: accessors are slow to create. */
function lateField(line: FieldLine, name: string, resolved: () => Resolved): Field {
  const value = lazily(resolved);
  return {
    line,
    name,
    get value() {
      return value();
    },
  };
}

/** The fields that describe the format of the body. */
const framing = /^(?:content-type|content-length|transfer-encoding)$/i;

function placeholdersIn(value: Resolved | undefined, find: (text: string) => readonly Span[]): readonly Span[] {
  const placeholders = value ? find(value.text).slice(0, maxPlaceholders) : [];
  return placeholders.flatMap((one) => value?.at(one) ?? []);
}

function addressOf(head: MessageHead): ServiceAddress | undefined {
  const { target, host } = head;
  const authority = target?.parts.authority;
  const parts = authority && target ? parseHost(target.typed.text.slice(authority.start, authority.end)) : host?.parts;
  const known = authority ? target?.typed.known : host?.field.value.known;
  if (!parts || !known || parts.name === "" || (parts.problem && parts.problem.kind !== "user-information")) {
    return undefined;
  }
  const directive = head.directive("scheme");
  const guessed = parts.port === 443 || parts.port === 8443 ? "https" : "http";
  const scheme = target?.parts.scheme ?? (directive === "https" || directive === "http" ? directive : guessed);
  return { scheme, host: parts.name.replace(/^\[|\]$/g, ""), port: parts.port ?? (scheme === "https" ? 443 : 80) };
}
