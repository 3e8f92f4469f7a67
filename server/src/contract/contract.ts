import * as l10n from "@vscode/l10n";
import { isWebAddress } from "../protocol/names.ts";
import { decodeText } from "../text/decode.ts";
import { fetchedDocuments, largestContractFile } from "../text/limits.ts";
import { LineIndex, shortened } from "../text/lines.ts";
import { indentedWithSpaces, joined, numbered, plainText, type Snippet } from "../text/snippet.ts";
import type { Span } from "../text/span.ts";
import { pendingDocuments } from "../wsdl/documents.ts";
import type { Wsdl } from "../wsdl/model.ts";
import { type Endpoint, endpoints, listOperations, type OperationRow } from "../wsdl/operations.ts";
import type { WsdlProblem } from "../wsdl/problems.ts";
import { readWsdl } from "../wsdl/wsdl.ts";
import { Declarations, type ReadResult, resolveUri, xsdNamespace } from "../xsd/declarations.ts";
import { readDocument, type SourceDocument } from "../xsd/document.ts";
import { whyNoFile } from "../xsd/fileAddresses.ts";
import { Schemas } from "../xsd/schemas.ts";
import { Catalogs, catalogName } from "./catalogs.ts";
import { endpointName } from "./find.ts";
import { needsName } from "./needsName.ts";
import { OperationIndex } from "./operationIndex.ts";
import { partProblems } from "./partProblems.ts";
import type { RequestOptions } from "./write/endpoint.ts";
import { requestFor, requestNames } from "./write/requestFor.ts";

export type { OperationRow } from "../wsdl/operations.ts";
export type { Extent } from "./write/sample.ts";

/** The host's state of a document that a contract needs: its content, or why it isn't available. */
export type ContractFile =
  | { readonly bytes: Uint8Array }
  /** `unallowed`: access was refused, but the user can allow it. */
  | { readonly refused: string; readonly unallowed?: true | undefined }
  | "pending"
  | undefined;

/** An error in a WSDL or a schema, and the assumption that is made instead. */
export interface ContractProblem {
  readonly uri: string;
  /** The document with the problem; undefined if it can't be read. */
  readonly document: SourceDocument | undefined;
  readonly at: Span;
  /** The number of the first line of the problem, counted from 1. */
  readonly line: number;
  readonly message: string;
}

interface Model {
  readonly wsdl: Wsdl;
  readonly schemas: Schemas;
  readonly endpoints: readonly Endpoint[];
  readonly operations: readonly OperationRow[];
  readonly pending: readonly string[];
  readonly partProblems: readonly WsdlProblem[];
  /** Number of problems of the schemas before requests were made. */
  readonly problemsOfReading: number;
}

/** A service description, with the schemas of its messages. */
export class Contract {
  readonly uri: string;
  /** All documents that the contract needs, by absolute URI, the WSDL first. */
  readonly files: ReadonlyMap<string, ContractFile>;
  readonly #catalogFiles: ReadonlyMap<string, ContractFile>;
  readonly #catalogs: Catalogs;
  readonly #parsed = new Map<string, SourceDocument>();
  readonly #read: (uri: string) => ReadResult;
  #documents: ContractDocuments;
  /** URIs of pending documents that the WSDL and its schemas refer to, without pending catalogs. */
  readonly #pending: readonly string[];
  #made: Model | undefined;
  #index: OperationIndex | undefined;
  #reading: readonly ContractProblem[] | undefined;

  /**
   * @param read returns the document at an absolute URI. As long as a document doesn't change, its bytes must be the same object.
   * @param catalogs URIs of catalogs, in addition to the catalog in the folder of the WSDL
   */
  constructor(
    uri: string,
    read: (uri: string) => ContractFile,
    documents: ContractDocuments,
    catalogs: readonly string[] = [],
  ) {
    const catalogFiles = new Map<string, ContractFile>();
    const own = isWebAddress(uri) ? undefined : resolveUri(catalogName, uri);
    this.#catalogFiles = catalogFiles;
    this.#catalogs = new Catalogs(own, catalogs, (catalog) => {
      const file = whyNoFile(catalog, uri) === undefined ? read(catalog) : undefined;
      catalogFiles.set(catalog, file);
      return this.#documents.read(catalog, file);
    });
    const files = new Map<string, ContractFile>();
    const fetched = new Set<string>();
    const whyNot = (candidate: string): string | undefined => {
      if (candidate === uri) return undefined;
      if (isWebAddress(candidate) && !fetched.has(candidate)) {
        if (fetched.size >= fetchedDocuments) {
          return l10n.t("The WSDL has more than {0} documents at addresses. This one is not read.", fetchedDocuments);
        }
        fetched.add(candidate);
      }
      return whyNoFile(candidate, uri);
    };
    this.#read = (address) => {
      const candidate = this.documentAt(address);
      if (catalogFiles.get(candidate) === "pending") return "pending";
      const refused = whyNot(candidate);
      const file = refused === undefined ? read(candidate) : { refused };
      files.set(candidate, file);
      const result = this.#documents.read(candidate, file);
      if (typeof result === "object" && "text" in result) this.#parsed.set(candidate, result);
      return result;
    };
    this.uri = uri;
    this.files = files;
    this.#documents = documents;
    this.#pending = pendingDocuments(uri, this.#read);
  }

  /** Forgets computed data, which takes memory for each operation. It is computed again from the documents when needed. */
  forget(): void {
    this.#documents = new ContractDocuments();
    this.#parsed.clear();
    this.#made = undefined;
    this.#index = undefined;
    this.#reading = undefined;
  }

  /** The URIs of all requested documents, in the order of `files`, and then of the catalogs. */
  get sources(): readonly string[] {
    return [...this.files.keys(), ...this.#catalogFiles.keys()];
  }

  /** The URI of the document at an address, which a catalog may redirect, except that of a WSDL file itself. */
  documentAt(address: string): string {
    return address === this.uri && !isWebAddress(address) ? address : this.#catalogs.target(address);
  }

  get file(): ContractFile {
    const uri = this.documentAt(this.uri);
    return this.#catalogFiles.get(uri) ?? this.files.get(uri);
  }

  /** URIs of documents that must be read before the contract is complete. */
  get pending(): readonly string[] {
    const pending = this.#pending.length > 0 ? this.#pending : this.#model.pending;
    return [...new Set(pending.map((address) => this.documentAt(address)))];
  }

  get documents(): readonly SourceDocument[] {
    return [...this.#parsed.values()];
  }

  get wsdl(): Wsdl {
    return this.#model.wsdl;
  }

  /** The compiled schemas. Their components are compiled when they are first needed. */
  get schemas(): Schemas {
    return this.#model.schemas;
  }

  get endpoints(): readonly Endpoint[] {
    return this.#model.endpoints;
  }

  get operations(): readonly OperationRow[] {
    return this.#model.operations;
  }

  /** Whether the document is a schema instead of a WSDL, so that there are no operations. */
  get isSchema(): boolean {
    const root = this.wsdl.documents[0]?.root;
    return root?.namespace === xsdNamespace && root.local === "schema";
  }

  /** Created at first use, not after each of the documents that are still being read. */
  get #model(): Model {
    this.#made ??= modelOf(this.uri, this.#read);
    return this.#made;
  }

  get index(): OperationIndex {
    this.#index ??= new OperationIndex(this.endpoints);
    return this.#index;
  }

  /** The text of a file with requests for some indexes of `operations`, each with a distinct name. Never throws. */
  requests(indexes: readonly number[], options: RequestOptions): string {
    return plainText(this.requestSnippet(indexes, options, []));
  }

  /**
   * A snippet with requests for the operations at some indexes of `operations`. The values are tab stops. Indentation is spaces,
   * because Content-Length counts it.
   * @param taken names of other requests, which must not be repeated
   */
  requestSnippet(indexes: readonly number[], options: RequestOptions, taken: readonly string[]): Snippet {
    const chosen = indexes.flatMap((index) => this.endpoints[index] ?? []);
    const names = requestNames(chosen, taken);
    const defined = new Set<string>();
    const texts = chosen.map((endpoint, at) => {
      const qualifiedName = needsName(this.endpoints, endpoint) ? endpointName(endpoint) : undefined;
      const named = { name: names[at] ?? "", qualifiedName };
      return requestFor({ ...endpoint, ...named, wsdl: this.wsdl, schemas: this.schemas }, options, defined);
    });
    const pieces = numbered(texts).flatMap((text, at): (string | Snippet)[] => [at === 0 ? "" : "\n", text, "\n"]);
    return indentedWithSpaces(joined(pieces), options.lineEnds ?? "\n");
  }

  /** The problems found so far. Schemas are read only when a request needs them. */
  problems(): readonly ContractProblem[] {
    return this.#problems(this.schemas.problems);
  }

  /** The problems that don't depend on which requests were created or checked. */
  problemsOfReading(): readonly ContractProblem[] {
    this.#reading ??= this.#problems(this.schemas.problems.slice(0, this.#model.problemsOfReading));
    return this.#reading;
  }

  /**
   * The problems of all documents in order, including parts that no message needs. `unusable`: the part with the problem can't be
   * used. A schema without a WSDL isn't a problem here.
   */
  checked(): readonly (ContractProblem & { readonly unusable: boolean })[] {
    this.schemas.compileAll();
    const { isSchema } = this;
    const isAboutWhole = ({ uri, at }: ContractProblem) => uri === this.uri && at.end === 0;
    return this.problems()
      .filter((one) => !isSchema || !isAboutWhole(one))
      .map((one) => ({ ...one, unusable: isAboutWhole(one) || one.document?.problems[0]?.span === one.at }))
      .sort((one, other) => one.at.start - other.at.start);
  }

  #problems(ofSchemas: Schemas["problems"]): readonly ContractProblem[] {
    const lines = new Map<SourceDocument, LineIndex>();
    const problem = (document: SourceDocument | undefined, uri: string, at: Span, message: string): ContractProblem => {
      if (document === undefined)
        return { uri, document, at: { start: 0, end: 0 }, line: 1, message: shortened(message) };
      const index = lines.get(document) ?? new LineIndex(document.text);
      lines.set(document, index);
      return { uri, document, at, line: index.at(at.start) + 1, message: shortened(message) };
    };
    const documents = new Map(this.wsdl.documents.map((one) => [one.uri, one]));
    const all = [
      ...[...this.wsdl.problems, ...this.#model.partProblems].map(({ uri, span, message }) => {
        return problem(documents.get(uri), uri, span, message);
      }),
      ...this.#catalogs.problems.map(({ uri, source, message }) =>
        problem(source?.document, uri, source?.nameSpan ?? { start: 0, end: 0 }, message),
      ),
      ...ofSchemas.map(({ source, attribute, message }) => {
        const { document, attributes, nameSpan } = source;
        return problem(document, document.uri, attributes.get(attribute ?? "")?.span ?? nameSpan, message);
      }),
    ];
    // Content that several operations share is read for each of them. Of equal problems on one line, only the first is kept.
    const byPlace = new Map(all.toReversed().map((one) => [`${one.line} ${one.uri} ${one.message}`, one]));
    return [...byPlace.values()].reverse();
  }
}

function modelOf(uri: string, read: (uri: string) => ReadResult): Model {
  const wsdl = readWsdl(uri, read);
  const declarations = new Declarations(wsdl.schemas, read);
  const pending = [...new Set([...wsdl.pending, ...declarations.pending])];
  const all = endpoints(wsdl);
  return {
    wsdl,
    schemas: new Schemas(declarations),
    endpoints: all,
    operations: listOperations(wsdl),
    pending,
    // Before all documents are read, names may only seem to be missing.
    partProblems: pending.length > 0 ? [] : partProblems(all, declarations),
    problemsOfReading: declarations.problems.length,
  };
}

/** Parsed documents. The same bytes are parsed only once. */
export class ContractDocuments {
  readonly #parsed = new Map<string, { readonly bytes: Uint8Array; readonly document: SourceDocument }>();

  read(uri: string, file: ContractFile): ReadResult {
    if (file === undefined || file === "pending" || "refused" in file) return file;
    const { bytes } = file;
    const cached = this.#parsed.get(uri);
    if (cached?.bytes === bytes) return cached.document;
    if (bytes.length > largestContractFile) {
      return { refused: l10n.t("The file is larger than {0} MB.", largestContractFile / 1_000_000) };
    }
    const document = readDocument(uri, decodeText(bytes).text);
    this.#parsed.set(uri, { bytes, document });
    return document;
  }

  keep(uris: ReadonlySet<string>): void {
    for (const uri of this.#parsed.keys()) if (!uris.has(uri)) this.#parsed.delete(uri);
  }
}
