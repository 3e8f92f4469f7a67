/*
 * The language service: each language feature is a function of a `DocumentContext` and returns LSP's types. It has no
 * connection and reads nothing. Lines and characters are zero-based; characters and offsets count UTF-16 units.
 */

// biome-ignore-all assist/source/organizeImports: ordered by subject

// Texts: analyzing them. `analyzeAgain` analyzes only the parts that an edit has changed.
export {
  type Analysis,
  type AnalysisOptions,
  analyze,
  analyzeAgain,
  defaultOptions,
  messageOf,
  resolverIn,
  textOf,
} from "../analysis/analysis.ts";
export type { MessageKind } from "../http/head.ts";
export type { Span } from "../text/span.ts";

// The resources of texts, which the host reads: files, environments, WSDLs and keys.
export { type ContractHost, catalogsOfSetting } from "../resources/contractLookup.ts";
export { type HostResolver, type ResolverHost, createResolver } from "../resources/hostResolver.ts";
export type { Compute, Keys } from "../resources/keys.ts";
export type { ExternalFile, Resolver } from "../resources/resolver.ts";
export { comparableUri, isAtOrBelow } from "../resources/paths.ts";
export { type KnownFile, knownFile } from "../features/support/knownFiles.ts";
export { decodeText } from "../text/decode.ts";
export { type FileBody, isEncodedAs, readFileBody } from "../text/fileBody.ts";

// Open documents: each feature of an editor is a function of one. `Writing` delays findings about unfinished text.
export {
  contextOfResponse,
  contextOfTyped,
  type DocumentContext,
  type MockContext,
  type RequestContext,
  type ResponseDetails,
  type TypedContext,
} from "./context.ts";
export * from "./blockDocument.ts";
export * from "./writing.ts";

// Features of editors, mostly a function for a request of LSP or of the client (`lsp/features.ts`).
export * from "./languageFeatures.ts";
export * from "./codeActions.ts";
export * from "./requests.ts";
export * from "./testResults.ts";
export * from "./contractResults.ts";
export * from "./pages.ts";

// Tools of language models.
export { getAgentOperations, writeAgentRequest } from "./agents/operations.ts";
export * from "./agents/messages.ts";

// Findings: `diagnose` is for a request, `diagnoseFile` for a file. `withSettings` applies the severities of settings.
export {
  type DocumentFinding,
  checkMessages,
  diagnose,
  diagnoseFile,
  diagnoseWhileWriting,
  withSettings,
} from "../analysis/findings.ts";
export type { Finding } from "../rules/check.ts";
export type { Severity } from "../protocol/protocol.ts";
export type { RuleInfo } from "../rules/rule.ts";
export { allRules, rulesPage, withProfile } from "../rules/ruleList.ts";

// Fixes of findings, and other edits.
export { fixEverything, fixesOf } from "../analysis/fixes.ts";
export { applyEdits } from "../text/edits.ts";
export { lazily } from "../text/memoized.ts";
export type { Edit } from "../rules/rule.ts";
export type { Refused } from "../features/rename/renaming.ts";
export { fromHttpFile } from "../features/transform/paste/httpFile/httpFile.ts";

// Requests, and the messages that they send. `sendingDirectives` returns the directives that control sending.
export {
  type MessageInfo,
  requestAt,
  messagesOf,
  type SentSecrets,
  computedOutgoing,
  outgoingOf,
  namesIn,
  sendingDirectives,
} from "../analysis/messageInfo.ts";
export { explanation } from "../analysis/explanation.ts";
export type { Outgoing } from "../analysis/outgoing.ts";
export type { Sending, SendingPlace, ReceivedValue } from "../variables/sending.ts";
export { type FoundKey, type KeyInfo, noKeyOption } from "../variables/foundKey.ts";
export { sendingNow } from "../variables/nonce.ts";

// Responses: their text, their findings, and their signatures.
export { presentBytes, presentResponse } from "../response/present.ts";
export { receivedParts } from "../response/parts.ts";
export { hostCertificates } from "../resources/keys.ts";
export { checkPresented, checkResponse } from "../rules/response.ts";
export { wsiResponseRules } from "../rules/wsi.ts";
export { type Verification, noVerification } from "../security/verification/verification.ts";
export {
  type PresentedVerification,
  presentSignature,
  signatureSummary,
  verificationLines,
  verifyPresented,
  verifyResponse,
  mayBeSigned,
  expectsSignature,
  hostKeys,
} from "../testing/responseSignatures.ts";
export {
  atReceived,
  charactersOf,
  decryptedParts,
  decryptedResponse,
  decryptionKeys,
  encryptionLines,
  presentEncryption,
  type Searched,
} from "../testing/decryptedResponse.ts";

// Tests: the requests of a run, the requests that they need, and the results of their expectations.
export {
  areIndependent,
  runRequests,
  fileData,
  isSkipped,
  missingNeeds,
  importedNeeds,
  givenValues,
  unknownNeed,
  shownName,
  hasFlow,
} from "../testing/tests.ts";
export { evaluateRequest, verifyExpected } from "../testing/results.ts";
export { responseRows } from "../testing/responseRows.ts";
export { LastExchanges } from "../testing/lastExchanges.ts";
export { type Comparison, readIgnored, responseDifferences } from "../evaluation/compareResponses.ts";
export { ReadExchange } from "../evaluation/evaluate.ts";
export type { ResponseReference } from "../expectations/reference.ts";
export { isSeed, isTag } from "../format/directiveValues.ts";
export { shownAddress } from "../text/redaction.ts";
export type { ValueDefinition } from "../variables/value.ts";
export { callbackNames, mockNames, mocksIn, seedIn } from "../format/document.ts";
export { provideXPath } from "../expectations/xpath.ts";

// WSDLs: their operations, and the requests and tests that are created from them.
export type { Contract } from "../contract/contract.ts";
export { Contracts } from "../contract/contracts.ts";
export type { ContractOperation } from "../contract/operationReference.ts";
export { type GivenText, GivenValues, type UntakenValue } from "../contract/write/givenValues.ts";
export { VariantTexts, defaultLimit } from "../variants/variantTexts.ts";

// Mock services: their responses from files and WSDLs, and the exchanges that they capture and record.
export { MockService } from "../mockService/mockService.ts";
export type { MockFile, MockHost, MockProblem } from "../mockService/mockFiles.ts";
export { MockExchanges } from "../mockService/mockExchanges.ts";
export type { ServedRequest, ServedResponse } from "../protocol/served.ts";

// Documentation of a WSDL or a schema as an HTML page.
export { documentationPage } from "../documentation/page.ts";

// Projects of other tools, imported as files of this format.
export { type ImportLibrary, importProjects } from "../import/importProjects.ts";
export { importSources, type ChosenSource } from "../import/import.ts";
export { importTools } from "../import/importTools.ts";
export type { SourceFile } from "../import/source.ts";
export type { ImportedFile, ImportedSource } from "../import/result.ts";
export { type SourceSummary, summaryOf, summaryOfProblem } from "../import/result.ts";
export { importedText, needsLook } from "../import/write/checklist.ts";

// Requests as data for exports.
export { exportedRequests } from "../export/exportedRequests.ts";
export { programRequest } from "../export/programRequest.ts";

// The rows of data files.
export { dataRows, rowLines } from "../data/dataRows.ts";

// Conversion between bytes and Base64.
export { fromBase64, toBase64 } from "../text/base64.ts";
export { type Charset, findCharset, utf8 } from "../text/charset.ts";
