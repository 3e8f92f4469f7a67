import type { ClientCapabilities } from "vscode-languageserver";
import { TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
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
  comparableUri,
  contextOfMock,
  contextOfRequests,
  contextOfResponse,
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

/** A file with requests that isn't open, with what is known around it. */
export interface ClosedFile {
  readonly uri: string;
  readonly text: string;
  readonly resolver: Resolver;
}

/** Of the files beside a document: a document that isn't saved has that of its folder. */
function schemeOf(resolver: Resolver): string | undefined {
  return resolver.fileUri(".")?.split(":", 1)[0];
}

const contexts = { request: contextOfRequests, response: contextOfMock };

/** What the document consists of. Nothing else in the server depends on the language. */
function messageKind({ languageId }: TextDocument): MessageKind {
  return languageId === mockLanguageId ? "response" : "request";
}

export class OpenDocuments extends TextDocuments<TextDocument> {
  readonly writing = new Writing();
  readonly #resolverOf: (uri: string) => Resolver;
  readonly #closed: () => readonly ClosedFile[];
  readonly #analyses = new Map<
    string,
    { readonly version: number; readonly analysis: Analysis; readonly resolver: Resolver }
  >();
  readonly #encodings = new Map<string, string>();
  readonly #responses = new Map<string, ResponseDetails>();
  #options: Readonly<Record<MessageKind, AnalysisOptions>> = {
    request: { rules: {} },
    response: { rules: {}, kind: "response" },
  };
  #settings: Settings;
  client: ClientCapabilities = {};
  loadsWsdls = false;

  /**
   * @param resolverOf returns the same object until the external resources of a document change
   * @param closed returns the files with requests that have been read
   */
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

  /** `undefined` for a document that isn't open. */
  context(uri: string): DocumentContext | undefined {
    const document = this.get(uri);
    if (!document) return undefined;
    const others = lazily(() => this.#others(uri));
    const editor = { settings: this.#settings, client: this.client, loadsWsdls: this.loadsWsdls, others };
    if (document.languageId === responseLanguageId) {
      return contextOfResponse(document, this.#responses.get(uri), this.#resolverOf(uri).contracts, editor);
    }
    const findingsIn = (analysis: Analysis) => this.writing.findings(document, analysis);
    const contextOf = contexts[messageKind(document)];
    return contextOf(document, () => this.#analysis(document), findingsIn, editor);
  }

  /** `undefined` for a received response, and for a document that isn't open. */
  typedContext(uri: string): TypedContext | undefined {
    const context = this.context(uri);
    return context?.kind === "response" ? undefined : context;
  }

  /** `undefined` for responses, and for a document that isn't open. */
  requestContext(uri: string): RequestContext | undefined {
    const context = this.context(uri);
    return context?.kind === "requests" ? context : undefined;
  }

  isResponse(uri: string): boolean {
    return this.get(uri)?.languageId === responseLanguageId;
  }

  /** Returns whether it has changed. */
  setEncoding(uri: string, encoding: string): boolean {
    if (this.#encodings.get(uri) === encoding) return false;
    this.#encodings.set(uri, encoding);
    this.#analyses.delete(uri);
    return true;
  }

  /** @param languages of the user, the preferred one first */
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

  forget(uri: string): void {
    this.#analyses.delete(uri);
    this.#encodings.delete(uri);
    this.writing.forget(uri);
  }

  #others(uri: string): readonly KnownFile[] {
    // Not those of a diff, for example, which can't be edited.
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

  #analysis(document: TextDocument): Analysis {
    const { uri, version } = document;
    const entry = this.#analyses.get(uri);
    const resolver = this.#resolverOf(uri);
    const options = this.#options[messageKind(document)];
    const isSame = entry?.analysis.options === options && entry.resolver === resolver;
    if (isSame && entry.version === version) return entry.analysis;
    const encoding = this.#encodings.get(uri);
    const analysis = analyzeAgain(entry?.analysis, document.getText(), options, resolver, { encoding });
    this.#analyses.set(uri, { version, analysis, resolver });
    return analysis;
  }
}
