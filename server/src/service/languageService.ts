/*
 * The language service: each language feature is a function of a `DocumentContext` and returns LSP's types. It has no
 * connection and reads nothing. Lines and characters are zero-based; characters and offsets count UTF-16 units.
 */
export {
  type Analysis,
  type AnalysisOptions,
  analyze,
  analyzeAgain,
  defaultOptions,
  messageOf,
} from "../analysis/analysis.ts";
export {
  checkMessages,
  type DocumentFinding,
  diagnose,
  diagnoseFile,
  diagnoseWhileWriting,
  withSettings,
} from "../analysis/findings.ts";
export { fixEverything, fixesOf } from "../analysis/fixes.ts";
export type { Outgoing } from "../analysis/outgoing.ts";
export { signed } from "../analysis/signing.ts";
export type { Contract } from "../contract/contract.ts";
export { Contracts } from "../contract/contracts.ts";
export type { ContractOperation } from "../contract/operationReference.ts";
export { ReadExchange } from "../evaluation/evaluate.ts";
export type { ResponseReference } from "../expectations/reference.ts";
export { provideXPath } from "../expectations/xpath.ts";
export type { Refused } from "../features/rename.ts";
export { fromHttpFile } from "../features/transform/paste/httpFile/httpFile.ts";
export type { MessageKind } from "../http/head.ts";
export { type ChosenSource, importSources } from "../import/import.ts";
export type { ImportedFile, ImportedSource } from "../import/result.ts";
export type { SourceFile } from "../import/source.ts";
export { type SourceSummary, summaryOf, summaryOfProblem } from "../import/summary.ts";
export { importedText, needsLook } from "../import/write/checklist.ts";
export type { DataRow } from "../mock/dataRows.ts";
export type { Severity } from "../protocol/protocol.ts";
export type { ServedRequest, ServedResponse } from "../protocol/served.ts";
export type { ContractHost } from "../resources/contractLookup.ts";
export { createResolver, type HostResolver, type ResolverHost } from "../resources/hostResolver.ts";
export { type FoundKey, type KeyInfo, type Keys, noKeyOption, type Sign } from "../resources/keys.ts";
export { isAtOrBelow } from "../resources/paths.ts";
export type { ExternalFile, Resolver } from "../resources/resolver.ts";
export { receivedParts } from "../response/parts.ts";
export { presentBytes, presentResponse } from "../response/present.ts";
export type { Finding } from "../rules/check.ts";
export { applyEdits } from "../rules/fixes.ts";
export { wsiResponseRules } from "../rules/response/wsi.ts";
export { checkResponse } from "../rules/response.ts";
export type { Edit, RuleInfo } from "../rules/rule.ts";
export { allRules, rulesPage, withProfile } from "../rules/ruleList.ts";
export { noVerification, type Verification } from "../security/verification/verification.ts";
export { fromBase64, toBase64 } from "../text/base64.ts";
export { type Charset, findCharset, utf8 } from "../text/charset.ts";
export { type FileBody, isEncodedAs, readFileBody } from "../text/fileBody.ts";
export type { Span } from "../text/span.ts";
export { newNonce } from "../variables/nonce.ts";
export type { ReceivedValue, Sending } from "../variables/sending.ts";
export { defaultLimit, VariantTexts } from "../variants/variantTexts.ts";
export * from "./agents/operations.ts";
export * from "./agents/responses.ts";
export { checkAgentText, outgoingOfAgentText } from "./agents/texts.ts";
export { codeActionKinds, getCodeActions, originOf, resolveCodeAction } from "./codeActions.ts";
export {
  contextOfMock,
  contextOfRequests,
  contextOfResponse,
  type DocumentContext,
  type MockContext,
  type RequestContext,
  type ResponseDetails,
  type TypedContext,
} from "./context.ts";
export {
  getCalledOperations,
  getNewRequests,
  getNewTests,
  getOperations,
  getWsdlFiles,
  getWsdlText,
  noOperations,
  toContractFile,
  toWsdlProblem,
} from "./contractResults.ts";
export { LastExchanges } from "./exchanges.ts";
export { exportedRequests } from "./exports.ts";
export { type ImportLibrary, importProjects } from "./imports.ts";
export { importTools } from "./importTools.ts";
export {
  format,
  formatOnType,
  getCompletions,
  getDefinitions,
  getDiagnostics,
  getDocumentSymbols,
  getFoldingRanges,
  getHighlights,
  getHover,
  getInlayHints,
  getLinkedEditingRanges,
  getLinks,
  getReferences,
  getSelectionRanges,
  getSemanticTokens,
  getTypeDefinitions,
  prepareRename,
  rename,
  semanticTokensLegend,
} from "./languageFeatures.ts";
export type { MockFile, MockHost, MockProblem } from "./mock.ts";
export { MockExchanges } from "./mockExchanges.ts";
export { MockService } from "./mockService.ts";
export {
  outgoingOf,
  type RequestInfo,
  requestAt,
  requestsOf,
  type SentSecrets,
  sendingDirectives,
} from "./requestInfo.ts";
export {
  convertText,
  correctLengths,
  fixAll,
  getAddedSecurity,
  getEndTags,
  getFaultCause,
  getOutgoing,
  getRequestNames,
  getRequests,
  getSecurity,
  getVariables,
  minify,
  type UnsignedMessage,
  update,
} from "./requests.ts";
export {
  expectsSignature,
  hostCertificates,
  mayBeSigned,
  type PresentedVerification,
  presentSignature,
  verificationLines,
  verifyPresented,
  verifyResponse,
} from "./responseSignatures.ts";
export {
  certificatesFor,
  evaluateExchange,
  getExpecting,
  getMissingNeeds,
  getTests,
  getTestsOfText,
  verifyEvaluated,
} from "./testResults.ts";
export { evaluateRequest, missingNeeds, runRequests, shownName } from "./tests.ts";
export { Writing } from "./writing.ts";
