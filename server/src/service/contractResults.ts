import { TextDocument } from "vscode-languageserver-textdocument";
import type { Analysis } from "../analysis/analysis.ts";
import { messagesOf, requestAt } from "../analysis/messageInfo.ts";
import { fileNamesFor, hasNamespaceOf, unreadAddressAt, withCatalogEntry } from "../contract/catalogEntry.ts";
import { catalogName } from "../contract/catalogs.ts";
import type { Contract, ContractFile, ContractProblem } from "../contract/contract.ts";
import { contractFiles } from "../contract/files.ts";
import type { ContractOperation } from "../contract/operationReference.ts";
import { allRequestNames, destination } from "../contract/write/requestFor.ts";
import { contractNodes, contractPath, contractTooltip } from "../features/support/contractTree.ts";
import { longestName } from "../features/support/schemaWords.ts";
import { isWebAddress } from "../protocol/names.ts";
import type * as protocol from "../protocol/protocol.ts";
import { relativePath } from "../resources/paths.ts";
import type { ExternalFile } from "../resources/resolver.ts";
import { hasExpectations } from "../testing/tests.ts";
import { toBase64 } from "../text/base64.ts";
import { decodeText } from "../text/decode.ts";
import { firstBreak, shortened } from "../text/lines.ts";
import { memoized } from "../text/memoized.ts";
import { plainText, snippetSyntax } from "../text/snippet.ts";
import { shift } from "../text/span.ts";
import { defaultLimit, VariantTexts } from "../variants/variantTexts.ts";
import { localSpan } from "../xml/query.ts";
import type { SourceDocument } from "../xsd/document.ts";
import { toRange } from "./convert.ts";

export function getOperations(contract: Contract): protocol.OperationsResult {
  return {
    operations: contract.operations.map(({ operation, version, style, ...row }, index) => {
      const { source, documentation } = contract.endpoints[index]?.operation ?? {};
      const { service, port, binding, action, address } = row;
      const endpoint = { service, port, binding, action, address };
      return {
        operation,
        style,
        documentation: documentation ?? "",
        ...Object.fromEntries(Object.entries(endpoint).filter(([, value]) => value !== undefined)),
        ...(version === "1.1" || version === "1.2" ? { version } : {}),
        place: source ? placeOf(source.document, source.nameSpan) : noPlace(contract.uri),
      };
    }),
    problems: contract.problems().map(toWsdlProblem),
    unallowed: [...contract.files].flatMap(([uri, file]) =>
      typeof file === "object" && "refused" in file && file.unallowed ? [uri] : [],
    ),
    documents:
      contract.documents[0]?.uri === contract.documentAt(contract.uri) ? contract.documents.map(({ uri }) => uri) : [],
  };
}

/** A problem of a WSDL. Its place is a range of lines and characters. */
export function toWsdlProblem({ uri, document, at, message }: ContractProblem): protocol.PlacedWsdlProblem {
  return { ...(document ? placeOf(document, at) : noPlace(uri)), message };
}

/** The operations that the requests of a document call. With a line, only those of the request at this line. */
export function getCalledOperations(
  document: TextDocument,
  analysis: Analysis,
  at?: number,
): protocol.CalledOperationsResult {
  const own = at === undefined ? undefined : requestAt(analysis, document.offsetAt({ line: at, character: 0 }));
  const requests = (at === undefined ? messagesOf(analysis) : own ? [own] : []).flatMap(
    ({ message, segment, line, title, name }): protocol.CallingRequest[] => {
      const { contract, payload } = message;
      if (contract.kind !== "found" && contract.kind !== "ambiguous") return [];
      const [first] = contract.matches;
      if (first === undefined) return [];
      return [
        {
          name: title ?? name ?? document.getText(toRange(document, line)),
          isTest: hasExpectations(segment.segment),
          line: toRange(document, line),
          at: toRange(document, payload ? shift(localSpan(payload), segment.start) : line),
          kind: contract.kind === "found" ? "ports" : "choice",
          operations: contract.matches.map(toCalled),
        },
      ];
    },
  );
  return { version: document.version, requests };
}

function toCalled({ contract, index, operation, port }: ContractOperation): protocol.CalledOperation {
  const { document, nameSpan } = operation.source;
  return {
    wsdl: contract.uri,
    index,
    operation: operation.name,
    place: placeOf(document, nameSpan),
    ...(port ? { service: port.service.name.local, port: port.name } : {}),
  };
}

/** The result for a WSDL that may not be read. */
export function noOperations(uri: string, why: string): protocol.OperationsResult {
  const problem = { uri, range: noPlace(uri).range, message: why };
  return { operations: [], problems: [problem], unallowed: [], documents: [] };
}

/** `document`: the open document that the requests are inserted into. `roots`: URIs of the open folders. */
export function getNewRequests(
  contract: Contract,
  { operations, extent, relativeTo, names, form }: protocol.NewRequestsParams,
  document: TextDocument | undefined,
  roots: readonly string[],
): protocol.NewRequestsResult {
  const base =
    relativeTo !== undefined && roots.includes(relativeTo) ? `${relativeTo.replace(/\/$/, "")}/` : relativeTo;
  const lineEnds = document && firstBreak(document.getText()) === "\r\n" ? "\r\n" : "\n";
  const wsdl = base === undefined ? contract.uri : relativePath(contract.uri, base);
  // In a snippet, the user overwrites the values.
  const contentLength = form === "snippet" ? "variable" : "calculated";
  const snippet = contract.requestSnippet(operations, { extent, wsdl, contentLength, lineEnds }, names);
  return { text: form === "snippet" ? snippetSyntax(snippet) : plainText(snippet) };
}

/** The file with tests for an operation: `OPERATION.tests.soaphttp`. */
export function getNewTests(
  contract: Contract,
  { operation, folder, countOnly }: protocol.NewTestsParams,
): protocol.NewTestsResult {
  const wsdl = relativePath(contract.uri, `${folder.replace(/\/$/, "")}/`);
  const options = { which: "all", limit: defaultLimit, seed: 0, wsdl } as const;
  const text = [...new VariantTexts(contract, [operation], options)].join("");
  return {
    name: `${allRequestNames(contract.endpoints)[operation]}.tests.soaphttp`,
    text: countOnly ? "" : text,
    tests: text.match(/^# @name /gm)?.length ?? 0,
    host: destination(contract.endpoints[operation]?.port?.address?.value).host,
  };
}

export function getContractTree(contract: Contract, path: readonly number[]): readonly protocol.ContractTreeNode[] {
  return contractNodes(contract, path).map(({ kind, name, detail, source, direction, children }, index) => ({
    kind,
    name: shortened(name, longestName),
    detail,
    path: [...path, index],
    hasChildren: children !== undefined,
    isInsertable: direction === "input",
    ...(source ? { place: placeOf(source.document, source.nameSpan) } : {}),
  }));
}

export function getContractTooltip(contract: Contract, path: readonly number[]): string | null {
  const node = contractPath(contract, path)?.at(-1);
  return node ? contractTooltip(contract, node) : null;
}

/** The documents of a WSDL as files in one folder. */
export function getWsdlFiles(contract: Contract): protocol.WsdlFilesResult {
  const { files, unread } = contractFiles(contract);
  return { files: files.map(({ bytes, ...file }) => ({ ...file, bytes: toBase64(bytes) })), unread };
}

/** The first file with a similar name, else with the namespace. Null if none fits, or if no catalog can be written. */
export async function getCatalogEntry(
  contract: Contract,
  { uri, position, names }: protocol.CatalogEntryParams,
  read: (uri: string) => Promise<ExternalFile>,
): Promise<protocol.CatalogEntryResult | null> {
  const document = contract.documents.find((one) => one.uri === uri);
  const unread = document && unreadAddressAt(contract, document, textDocumentOf(document).offsetAt(position));
  if (!unread || isWebAddress(contract.uri)) return null;
  const beside = (name: string) => new URL(encodeURIComponent(name), contract.uri).href;
  let chosen = fileNamesFor(unread).find((name) => names.includes(name));
  for (const name of chosen === undefined ? names : []) {
    const file = await read(beside(name));
    if (file.kind === "bytes" && hasNamespaceOf(unread, file.bytes)) {
      chosen = name;
      break;
    }
  }
  const old = await read(beside(catalogName));
  // An unreadable catalog must not be replaced.
  if (chosen === undefined || (old.kind !== "bytes" && old.kind !== "missing")) return null;
  const bytes = withCatalogEntry(old.kind === "bytes" ? old.bytes : undefined, unread.address, chosen);
  return bytes ? { file: chosen, catalog: { uri: beside(catalogName), bytes: toBase64(bytes) } } : null;
}

/** The text of a document that a contract has read; null if the document wasn't read. */
export function getWsdlText(file: ExternalFile): string | null {
  return file.kind === "bytes" ? decodeText(file.bytes).text : null;
}

/** A document of a contract. The result is kept, because a contract refers to many places in it and counting lines takes time. */
const textDocumentOf = memoized(({ uri, text }: SourceDocument) => TextDocument.create(uri, "xml", 0, text));

function placeOf(source: SourceDocument, span: { readonly start: number; readonly end: number }) {
  return { uri: source.uri, range: toRange(textDocumentOf(source), span) };
}

function noPlace(uri: string) {
  return { uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } };
}

export function toContractFile(file: ExternalFile): ContractFile {
  if (file.kind === "bytes") return { bytes: file.bytes };
  if (file.kind === "refused") return { refused: file.why, unallowed: file.unallowed };
  return file.kind === "pending" ? "pending" : undefined;
}
