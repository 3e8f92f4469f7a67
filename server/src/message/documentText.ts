import * as l10n from "@vscode/l10n";
import type { Segment } from "../format/document.ts";
import type { DocumentSyntax } from "../format/documentText.ts";
import { utf8 } from "../text/charset.ts";
import { decodeText } from "../text/decode.ts";
import type { TextSource } from "../text/fileBody.ts";
import { lazily, memoized } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";
import { keyProblem } from "../variables/foundKey.ts";
import { atSending, type ComputedValue } from "../variables/value.ts";
import { contentOfBytes, documentContent } from "../variables/xmlContent.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { bytesUpTo, unencodable } from "./bodyBytes.ts";
import type { BodyFile } from "./bodyFile.ts";
import type { DocumentSource } from "./definitions.ts";
import { Message } from "./message.ts";
import { emptyScope, type Scope } from "./scope.ts";

/** The text of `# @document`, interpreted as the body of a message without a header section. */
export class DocumentText extends Message {
  readonly #document: DocumentSyntax;

  constructor(segment: Segment, document: DocumentSyntax, scope: Scope, source?: TextSource, edited?: XmlDocument) {
    super(segment, document, scope, source, edited);
    this.#document = document;
  }

  protected override create(segment: Segment, _: unknown, scope: Scope, source?: TextSource): DocumentText {
    return new DocumentText(segment, segment.document ?? this.#document, scope, source);
  }

  override get requiredFields(): readonly string[] {
    return [];
  }

  override get isBare(): boolean {
    return true;
  }

  /** A document may contain request lines, so none is reported. */
  override get strayRequestLine(): undefined {
    return undefined;
  }

  /** The XML of the document. A document that doesn't begin with a tag is text. */
  override get xmlSpan(): Span | undefined {
    const span = super.xmlSpan;
    return span && /^\s*</.test(this.text.slice(span.start, span.start + 1000)) ? span : undefined;
  }

  /** The file of the document. Unlike a body, a document can't be a file outside of the permitted folders. */
  override get bodyFile(): BodyFile | undefined {
    return this.once("documentFile", () => {
      const file = super.bodyFile;
      return file?.known ? { ...file, file: this.scope.resolver.file(file.path) } : file;
    });
  }
}

export const documentSource = memoized((segment: Segment): DocumentSource<Scope> => {
  const typed = lazily(() => {
    const { document } = segment;
    return { message: document && new DocumentText(segment, document, emptyScope()) };
  });
  const messageIn = (scope: Scope) => typed().message?.withScope(scope);
  return {
    uses(scope) {
      const message = messageIn(scope);
      return (message ? usesOf(message) : []).map(({ name }) => name);
    },
    value(scope) {
      const message = messageIn(scope);
      return message ? rendered(message) : { kind: "undefined" };
    },
  };
});

function usesOf({ bodyReferences, bodyFile, bodyFileText }: Message) {
  return bodyFile?.replaced ? [...bodyReferences, ...(bodyFileText?.references ?? [])] : bodyReferences;
}

function rendered(message: Message): ComputedValue {
  const { body, bodyFile, charset, scope } = message;
  const facts = { origin: l10n.t("this file"), secret: false };
  if (bodyFile && bodyFile.file.kind !== "bytes") {
    if (bodyFile.file.kind === "pending") return atSending;
    return { kind: "undefined", why: l10n.t("The file {0} of the document can't be read.", bodyFile.path) };
  }
  if (bodyFile?.file.kind === "bytes" && !bodyFile.replaced) {
    const { bytes } = bodyFile.file;
    const { text, invalid } = decodeText(bytes, undefined);
    // A file that isn't text can only be used as bytes.
    if (invalid > 0) return { kind: "bytes", bytes, length: bytes.length, ...facts };
    return { kind: "text", text, xml: contentOfBytes(bytes), ...facts };
  }
  const [bytes] = message.byteValues;
  if (bytes) return bytes.value;
  if (!body || body.canonicalEnd <= body.start) return { kind: "undefined", why: l10n.t("The document is empty.") };
  const encoding = charset.charset ?? utf8;
  const text = body.source.slice(body.start, body.canonicalEnd);
  if (unencodable(body, encoding, 1).length > 0)
    return { kind: "undefined", why: l10n.t("The document contains characters that {0} doesn't have.", encoding.name) };
  const encode = (part: string) => encoding.encode(part);
  const xml = documentContent(text, encode, () => bytesUpTo(body, encoding, body.canonicalEnd));
  if (body.refused[0]) return { kind: "undefined", why: l10n.t("A value in the document can't stand at its place.") };
  if (!body.known) {
    const missing = usesOf(message).find(({ name }) => !hasValue(scope, name))?.name;
    const [why] = [...body.signatures.all, ...body.signatures.encryptions].flatMap(
      ({ failure, options, key }) => failure ?? keyProblem(options.key?.text ?? "", key, scope.isForSending) ?? [],
    );
    if (missing === undefined && why !== undefined) return { kind: "undefined", why };
    if (missing !== undefined || scope.isForSending) return { kind: "broken", name: nameOf(message), missing };
    return atSending;
  }
  if (body.slots.length > 0) return { kind: "undefined", why: l10n.t("An export can't compute {0}.", nameOf(message)) };
  if (body.isSampled) return { kind: "atSending", sample: text, xml };
  return { kind: "text", text, xml, ...facts, sources: body.sources };
}

function nameOf({ segment }: Message): string {
  const { value } = segment.document?.directive ?? { value: { start: 0, end: 0 } };
  return segment.text.slice(value.start, value.end);
}

function hasValue(scope: Scope, name: string): boolean {
  const { kind } = scope.content(name);
  return kind === "text" || kind === "bytes" || kind === "atSending";
}
