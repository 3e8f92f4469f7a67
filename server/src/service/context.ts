import type { ClientCapabilities } from "vscode-languageserver-protocol";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Position } from "vscode-languageserver-types";
import type { Analysis } from "../analysis/analysis.ts";
import { type DocumentFinding, withSettings } from "../analysis/findings.ts";
import { operationOf } from "../contract/operationReference.ts";
import type { KnownFile } from "../features/support/knownFiles.ts";
import {
  type MessageSection,
  type Section,
  sectionAt,
  sectionOfReceived,
  sectionsOfSegments,
} from "../features/support/section.ts";
import type { ContractReference, ResponseFacts, Settings } from "../protocol/protocol.ts";
import type { ContractLookup } from "../resources/contractLookup.ts";
import {
  type Decoding,
  type ParsedResponse,
  parseReceived,
  type ResponseContract,
  readReceived,
} from "../response/receivedMessage.ts";
import { checkResponse } from "../rules/response.ts";
import { checkedResponse } from "../rules/schema.ts";
import { wsiResponseRules } from "../rules/wsi.ts";
import type { Verification } from "../security/verification/verification.ts";
import { childElements } from "../soap/envelope.ts";

export interface Editor {
  readonly settings: Settings;
  readonly client: ClientCapabilities;
  /** Whether the editor has the commands `soaphttp.loadWsdl` and `soaphttp.updateFromWsdl`. */
  readonly loadsWsdls?: boolean;
  /** The other files with requests whose texts have been read. */
  readonly others?: () => readonly KnownFile[];
}

/** One version of an open document, with its editor. `kind`: requests, responses of a mock service, or a received response. */
export type DocumentContext = TypedContext | ResponseContext;

/** A document that users write: requests, or responses of a mock service. */
export type TypedContext = RequestContext | MockContext;

interface OpenDocument extends Editor {
  readonly document: TextDocument;
  readonly sections: readonly Section[];
  readonly findings: readonly DocumentFinding[];
}

interface TypedDocument<Kind> extends OpenDocument {
  readonly kind: Kind;
  readonly analysis: Analysis;
}

export type RequestContext = TypedDocument<"requests">;

/** A `.soapmock` file. */
export type MockContext = TypedDocument<"mock">;

export interface ResponseContext extends OpenDocument {
  readonly kind: "response";
  /** Number of errors and warnings by the schemas of the request; undefined if the schemas don't describe the response. */
  readonly schemaProblems: number | undefined;
}

/** `analyze` returns the same analysis in each call, `findingsIn` the findings that the editor shows. */
export function contextOfTyped<Kind extends TypedContext["kind"]>(
  kind: Kind,
  document: TextDocument,
  analyze: () => Analysis,
  findingsIn: (analysis: Analysis) => readonly DocumentFinding[],
  editor: Editor,
): TypedDocument<Kind> {
  let findings: readonly DocumentFinding[] | undefined;
  return {
    ...editor,
    kind,
    document,
    get analysis() {
      return analyze();
    },
    get sections() {
      return sectionsOfSegments(analyze());
    },
    get findings() {
      findings ??= findingsIn(analyze());
      return findings;
    },
  };
}

/** Data about a response that the client has sent in addition to the text. */
export interface ResponseDetails {
  readonly facts: ResponseFacts;
  readonly decoding: Decoding;
  readonly verification?: Verification | undefined;
}

/** @param contracts finds the contract of the request, relative to the response's document */
export function contextOfResponse(
  document: TextDocument,
  details: ResponseDetails | undefined,
  contracts: ContractLookup,
  editor: Editor,
): ResponseContext {
  const contract = () => contractOfResponse(received(document), details?.facts.request.contract, contracts);
  const findings = () => findingsOfResponse(document, details, contract(), editor);
  return {
    ...editor,
    kind: "response",
    document,
    get sections() {
      return [sectionOfReceived(readReceived(received(document), undefined, undefined, contract()))];
    },
    get findings() {
      return findings();
    },
    get schemaProblems() {
      if (!checkedResponse(readReceived(received(document), details?.facts, undefined, contract()))) return undefined;
      const isProblem = ({ code, severity }: DocumentFinding) =>
        code.startsWith("schema-") && (severity === "error" || severity === "warning");
      return findings().filter(isProblem).length;
    },
  };
}

interface CheckedVersion {
  readonly version: number;
  readonly details: ResponseDetails | undefined;
  readonly contract: ResponseContract | undefined;
  readonly rules: Settings["rules"];
  readonly findings: readonly DocumentFinding[];
}

const checked = new WeakMap<TextDocument, CheckedVersion>();

/** Findings of a response, computed once for each version unless a resource has changed. */
function findingsOfResponse(
  document: TextDocument,
  details: ResponseDetails | undefined,
  contract: ResponseContract | undefined,
  { settings }: Editor,
): readonly DocumentFinding[] {
  const { version } = document;
  const { rules } = settings;
  const last = checked.get(document);
  const isSame =
    last?.version === version &&
    last.details === details &&
    last.contract?.schemas === contract?.schemas &&
    last.contract?.operation === contract?.operation &&
    last.rules === rules;
  if (isSame) return last.findings;
  const { facts, decoding, verification } = details ?? {};
  const all = checkResponse(received(document), facts, decoding, contract, wsiResponseRules, verification);
  const findings = withSettings(all, settings).map((finding) => ({ ...finding, segment: undefined }));
  checked.set(document, { version, details, contract, rules, findings });
  return findings;
}

export function contractOfResponse(
  { envelope }: ParsedResponse,
  reference: ContractReference | undefined,
  contracts: ContractLookup,
): ResponseContract | undefined {
  const contract = reference && contracts.at(reference.wsdl);
  if (!contract || contract.pending.length > 0) return undefined;
  const [payload] = envelope?.body ? childElements(envelope.body) : [];
  const name = payload && { namespace: payload.namespace ?? "", local: payload.local };
  const operation = operationOf(contract, reference, name);
  return operation && { schemas: contract.schemas, operation };
}

const parsed = new WeakMap<TextDocument, { readonly version: number; readonly message: ParsedResponse }>();

/** Parses each version of a document only once. */
function received(document: TextDocument): ParsedResponse {
  const cached = parsed.get(document);
  if (cached?.version === document.version) return cached.message;
  const message = parseReceived(document.getText());
  parsed.set(document, { version: document.version, message });
  return message;
}

/** The segment at a position, with the offset in its text; `undefined` in a received response. */
export function messageSectionAt({ document, sections }: DocumentContext, position: Position) {
  const offset = document.offsetAt(position);
  const section = sectionAt(sections, offset);
  return section?.kind === "message" ? { section, at: offset - section.start } : undefined;
}

/** The segment at a line; `undefined` in a received response. */
export function sectionOnLine(context: DocumentContext, line: number): MessageSection | undefined {
  return messageSectionAt(context, { line, character: 0 })?.section;
}

export function messageSections({ sections }: DocumentContext): readonly MessageSection[] {
  return sections.filter((section) => section.kind === "message");
}
