import type { ClientCapabilities } from "vscode-languageserver";
import { TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  markdownLanguageId,
  mockLanguageId,
  type PresentParams,
  type PresentResult,
  languageId as requestLanguageId,
  responseLanguageId,
  type Settings,
} from "../protocol/protocol.ts";
import {
  type Analysis,
  type AnalysisOptions,
  analyze,
  analyzeAgain,
  type BlockDocument,
  blockDocuments,
  comparableUri,
  contextOfResponse,
  contextOfTyped,
  type DocumentContext,
  type KnownFile,
  knownFile,
  lazily,
  type MessageKind,
  type PresentedVerification,
  presentResponse,
  type RequestContext,
  type Resolver,
  type ResponseDetails,
  signatureSummary,
  type TypedContext,
  Writing,
} from "../service/languageService.ts";
import { ofEnvironment } from "./documentResources.ts";

/** A file with requests that isn't open, with its resolver. */
export interface ClosedFile {
  readonly uri: string;
  readonly text: string;
  readonly resolver: Resolver;
}

/** The scheme of the files beside a document. For an unsaved document, this is the scheme of its folder. */
function schemeOf(resolver: Resolver): string | undefined {
  return resolver.fileUri(".")?.split(":", 1)[0];
}

/** The kind of the messages in a document. Nothing else in the server depends on the language id. */
function messageKind({ languageId }: TextDocument): MessageKind {
  return languageId === mockLanguageId ? "response" : "request";
}

interface Blocks {
  readonly version: number;
  /** The documents of the blocks by key, in their order. */
  readonly documents: ReadonlyMap<string, BlockDocument>;
  /** The keys of removed blocks that had an analysis. */
  readonly gone: readonly string[];
}

export class OpenDocuments extends TextDocuments<TextDocument> {
  readonly writing = new Writing();
  readonly #resolverOf: (uri: string) => Resolver;
  readonly #closed: () => readonly ClosedFile[];
  readonly #analyses = new Map<
    string,
    { readonly version: number; readonly analysis: Analysis; readonly resolver: Resolver }
  >();
  readonly #blocks = new Map<string, Blocks>();
  #created = 0;
  readonly #encodings = new Map<string, string>();
  readonly #responses = new Map<string, ResponseDetails>();
  #options: Readonly<Record<MessageKind, AnalysisOptions>> = {
    request: { rules: {} },
    response: { rules: {}, kind: "response" },
  };
  #settings: Settings;
  client: ClientCapabilities = {};
  loadsWsdls = false;

  /** `resolverOf` returns the same object until a document's resources change; `closed` the files that aren't open. */
  constructor(settings: Settings, resolverOf: (uri: string) => Resolver, closed: () => readonly ClosedFile[]) {
    super(TextDocument);
    this.#settings = settings;
    this.#resolverOf = resolverOf;
    this.#closed = closed;
  }

  configure(settings: Settings, transport = this.options.transport): void {
    this.#settings = settings;
    const { rules } = settings;
    this.#options = { request: { rules, ...(transport ? { transport } : {}) }, response: { rules, kind: "response" } };
  }

  get options(): AnalysisOptions {
    return this.#options.request;
  }

  /** The document with a URI, or the block with a key of `keyAt`. */
  override get(key: string): TextDocument | undefined {
    const [uri = key] = key.split(ofEnvironment, 1);
    const document = super.get(uri);
    if (document) return document;
    const markdown = super.get(uri.slice(0, Math.max(0, uri.lastIndexOf("#"))));
    return markdown && this.#blocksOf(markdown).get(uri);
  }

  /** The URI of a document. For a Markdown document, the keys of its blocks instead. */
  keysOf(uri: string): readonly string[] {
    const document = super.get(uri);
    return document?.languageId === markdownLanguageId ? [...this.#blocksOf(document).keys()] : [uri];
  }

  /** The URI, or in a Markdown document the key of the block at a line. `environment`: the environment of a run. */
  keyAt(uri: string, line: number | undefined, environment?: string): string {
    if (environment !== undefined) return `${this.keyAt(uri, line)}${ofEnvironment}${environment}`;
    const document = super.get(uri);
    if (document?.languageId !== markdownLanguageId || line === undefined) return uri;
    return [...this.#blocksOf(document).values()].find((block) => block.hasLine(line))?.key ?? uri;
  }

  #blocksOf(markdown: TextDocument): ReadonlyMap<string, BlockDocument> {
    const { uri, version } = markdown;
    const before = this.#blocks.get(uri);
    if (before?.version === version) return before.documents;
    const newKey = () => `${uri}#${++this.#created}`;
    const all = blockDocuments(markdown, [...(before?.documents.values() ?? [])], newKey);
    const documents = new Map(all.map((one) => [one.key, one]));
    const isGone = (key: string) => key.startsWith(`${uri}#`) && !documents.has(key.split(ofEnvironment, 1)[0] ?? key);
    const gone = [...this.#analyses.keys()].filter(isGone);
    for (const key of gone) this.#forgetAnalysis(key);
    this.#blocks.set(uri, { version, documents, gone: [...(before?.gone ?? []), ...gone] });
    return documents;
  }

  #forgetAnalysis(key: string): void {
    this.#analyses.delete(key);
    this.writing.forget(key);
  }

  /** The context of an open document; `undefined` if the document isn't open. */
  context(uri: string): DocumentContext | undefined {
    const document = this.get(uri);
    if (!document || document.languageId === markdownLanguageId) return undefined;
    const others = lazily(() => this.#others(uri));
    const editor = { settings: this.#settings, client: this.client, loadsWsdls: this.loadsWsdls, others };
    if (document.languageId === responseLanguageId) {
      return contextOfResponse(document, this.#responses.get(uri), this.#resolverOf(uri).contracts, editor);
    }
    const findingsIn = (analysis: Analysis) => this.writing.findings(document, analysis);
    const kind = messageKind(document) === "request" ? "requests" : "mock";
    return contextOfTyped(kind, document, () => this.#analysis(document, uri), findingsIn, editor);
  }

  /** The context of a document that the user writes; `undefined` for a received response, and for a document that isn't open. */
  typedContext(uri: string): TypedContext | undefined {
    const context = this.context(uri);
    return context?.kind === "response" ? undefined : context;
  }

  /** The context of a document with requests; `undefined` for responses, and for a document that isn't open. */
  requestContext(uri: string): RequestContext | undefined {
    const context = this.context(uri);
    return context?.kind === "requests" ? context : undefined;
  }

  isResponse(uri: string): boolean {
    return this.get(uri)?.languageId === responseLanguageId;
  }

  /** Sets the encoding of a document, and returns whether it has changed. */
  setEncoding(uri: string, encoding: string): boolean {
    if (this.#encodings.get(uri) === encoding) return false;
    this.#encodings.set(uri, encoding);
    this.#analyses.delete(uri);
    return true;
  }

  /** @param languages the user's languages, the preferred one first */
  present(
    params: PresentParams,
    languages: readonly string[],
    { verification, lines, encryption, decryption }: PresentedVerification,
  ): PresentResult {
    const result = presentResponse(params, languages, decryption);
    this.#responses.set(params.uri, { facts: params.facts, decoding: result, verification });
    return {
      ...result,
      ...(lines.length > 0 ? { signature: signatureSummary(verification, lines) } : {}),
      ...(encryption.length > 0 ? { encryption } : {}),
    };
  }

  forgetResponse(uri: string): void {
    this.#responses.delete(uri);
  }

  /** Must be called when a document was closed. Returns all keys that it has had. */
  forget(uri: string): readonly string[] {
    const keys = new Set([uri, ...[...this.#analyses.keys()].filter((key) => key.startsWith(`${uri}#`))]);
    for (const key of keys) this.#forgetAnalysis(key);
    for (const key of this.#blocks.get(uri)?.gone ?? []) keys.add(key);
    this.#blocks.delete(uri);
    this.#encodings.delete(uri);
    return [...keys];
  }

  #others(uri: string): readonly KnownFile[] {
    // Documents with another scheme, such as the old side of a diff, can't be edited.
    const scheme = schemeOf(this.#resolverOf(uri));
    const open = this.all().filter(
      (one) =>
        one.languageId === requestLanguageId && one.uri !== uri && schemeOf(this.#resolverOf(one.uri)) === scheme,
    );
    const uris = new Set([uri, ...open.map((one) => one.uri)].map(comparableUri));
    const closed = this.#closed().filter((one) => !uris.has(comparableUri(one.uri)));
    return [
      ...open.map((one) => knownFile(one.uri, this.#analysis(one))),
      ...closed.map((one) => knownFile(one.uri, analyze(one.text, this.options, one.resolver))),
    ];
  }

  #analysis(document: TextDocument, uri = document.uri): Analysis {
    const { version } = document;
    const entry = this.#analyses.get(uri);
    const resolver = this.#resolverOf(uri);
    const options = this.#options[messageKind(document)];
    const isSame = entry?.analysis.options === options && entry.resolver === resolver;
    const text = document.getText();
    // The analysis of a block is reused while another part of its Markdown document is edited.
    if (isSame && (entry.version === version || entry.analysis.document.text === text)) return entry.analysis;
    const encoding = this.#encodings.get(uri);
    const analysis = analyzeAgain(entry?.analysis, text, options, resolver, { encoding });
    this.#analyses.set(uri, { version, analysis, resolver });
    return analysis;
  }
}
