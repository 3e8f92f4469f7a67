import { type TextDocument, TextDocument as TextDocuments } from "vscode-languageserver-textdocument";
import type { Analysis, AnalysisOptions } from "../../analysis/analysis.ts";
import { type DocumentFinding, diagnose, withSettings } from "../../analysis/findings.ts";
import { fixEverything, fixesOf } from "../../analysis/fixes.ts";
import { type MessageInfo, messagesOf, outgoingOf, sendingDirectives, withSeed } from "../../analysis/messageInfo.ts";
import { referenceTo } from "../../contract/operationReference.ts";
import { ReadExchange } from "../../evaluation/evaluate.ts";
import { valuesIn } from "../../evaluation/pathValues.ts";
import { pathProblem, readPath } from "../../expectations/path.ts";
import { directiveValues } from "../../format/preamble.ts";
import type {
  AgentChecked,
  AgentFinding,
  AgentPrepared,
  AgentResponse,
  AgentResponseParams,
  AgentValues,
  AgentValuesParams,
} from "../../protocol/agentProtocol.ts";
import type { ContractLookup } from "../../resources/contractLookup.ts";
import { presentBytes } from "../../response/present.ts";
import { parseReceived } from "../../response/receivedMessage.ts";
import { checkResponse } from "../../rules/response.ts";
import { wsiResponseRules } from "../../rules/wsi.ts";
import { reasonIn } from "../../soap/fault.ts";
import { fromBase64, toBase64 } from "../../text/base64.ts";
import { applyEdits } from "../../text/edits.ts";
import type { Span } from "../../text/span.ts";
import type { Sending } from "../../variables/sending.ts";
import { contractOfResponse } from "../context.ts";

/** The findings of a text, and the text after all automatic fixes. */
export function checkAgentText(analysis: Analysis): Omit<AgentChecked, "files"> {
  const { text } = analysis.document;
  const findings = diagnose(analysis);
  const fixed = applyEdits(text, fixEverything(analysis));
  return {
    findings: placed(analysis, findings),
    ...(fixed === text ? {} : { fixed }),
    secrets: [...analysis.scope.secrets.keys()],
  };
}

/** The message of the request with a name, or of the first request. A request with errors has no message. */
export function outgoingOfAgentText(analysis: Analysis, name: string | undefined, sending: Sending): AgentPrepared {
  const all = messagesOf(analysis);
  const request = name === undefined ? all[0] : all.find((one) => one.name === name);
  if (!request) return { kind: "none", names: all.flatMap((one) => one.name ?? []) };
  let isAsked = false;
  const operation = () => {
    isAsked = true;
    return undefined;
  };
  const made = outgoingOf(analysis, request, withSeed(analysis, request, { ...sending, operation }));
  if (made.kind === "secrets") return made;
  if (isAsked) return { kind: "unsigned" };
  const errors = [...standing(analysis, request), ...(made.kind === "message" ? made.errors : made.problems)];
  if (errors.length > 0 || made.kind !== "message") {
    return { kind: "refused", findings: placed(analysis, distinct(errors)), secrets: [...made.secrets.keys()] };
  }
  const { address, body, bodyBeforeEncryption: _plain, ...parts } = made.outgoing;
  // A language model must not choose a client certificate, weaker TLS, or a proxy that receives the request.
  const { tls: _, proxy: __, ...directives } = sendingDirectives(request);
  const message = {
    ...parts,
    ...address,
    body: toBase64(body),
    soapVersion: made.soapVersion,
    secrets: [...made.secrets.keys()],
    contract: made.operation && referenceTo(made.operation),
    ...directives,
    withoutEffect: ofSeveralSendings.filter((one) => directiveValues(request.segment.segment, one).length > 0),
  };
  return { kind: "message", message };
}

/** A response as text, with its Fault and findings. */
export function readAgentResponse(
  { head, body, facts }: AgentResponseParams,
  contracts: ContractLookup,
  options: AnalysisOptions,
): AgentResponse {
  const bytes = fromBase64(body);
  const leftOut = (count: number) => `${count} more bytes.`;
  const presented = presentBytes({ head: fromBase64(head), body: bytes, facts, format: false, leftOut });
  const { bodyStart, extension } = presented;
  const text = presented.text + presented.note;
  const received = parseReceived(text);
  const contract = contractOfResponse(received, facts.request.contract, contracts);
  const findings = withSettings(checkResponse(received, facts, presented, contract, wsiResponseRules), options);
  const { fault, rootType, multipart } = received;
  const shown = text.slice(bodyStart);
  const isHex = extension === "bin" && multipart === undefined;
  const document = documentOf(text);
  return {
    body: isHex ? (shown.split("\n", 1)[0] ?? "") : shown,
    type: isHex ? "text/plain" : (rootType?.mediaType.essence ?? ""),
    fault: fault ? { code: fault.code?.text ?? "", reason: reasonIn(fault, ["en"]) ?? "" } : null,
    findings: findings.map((one) => placeIn(document, one)),
  };
}

/** The values of an XPath or JSONPath in a body. */
export function valuesOfAgentPath({ path, body, type, request }: AgentValuesParams): AgentValues {
  const parsed = readPath(path, { start: 0, end: path.length });
  const problem = pathProblem(parsed);
  if (problem) return { why: problem.message };
  const encoder = new TextEncoder();
  const fields = (essence: string) => [{ name: "Content-Type", value: `${essence}; charset=utf-8` }];
  const exchange = new ReadExchange({
    request: { fields: fields("text/xml"), body: encoder.encode(request) },
    response: { fields: fields(type), body: encoder.encode(body), status: 200, reason: "" },
    total: 0,
  });
  const result = valuesIn(exchange.response, parsed, exchange);
  if ("why" in result) return result;
  const { hint, values } = result;
  return values.length === 0 && hint ? { why: hint.why } : { values: values.map(({ text }) => text) };
}

/** The directives that have no effect for models, because only one request is sent and no file is written. */
const ofSeveralSendings = ["needs", "wait", "data", "retry", "repeat", "renew", "set", "save"];

/** The errors of the whole file that also prevent sending this request. */
function standing(analysis: Analysis, { range }: MessageInfo): readonly DocumentFinding[] {
  return diagnose(analysis).filter(
    ({ severity, segment, at }) =>
      severity === "error" && segment === undefined && range.start <= at.start && at.start <= range.end,
  );
}

function distinct(findings: readonly DocumentFinding[]): readonly DocumentFinding[] {
  return [...new Map(findings.map((one) => [`${one.code} ${one.at.start}`, one])).values()];
}

function placed(analysis: Analysis, findings: readonly DocumentFinding[]): readonly AgentFinding[] {
  const document = documentOf(analysis.document.text);
  return findings.map((finding) => {
    const [first] = fixesOf(analysis, finding);
    return { ...placeIn(document, finding), ...(first ? { fix: first.title } : {}) };
  });
}

function documentOf(text: string): TextDocument {
  return TextDocuments.create("", "", 0, text);
}

/** A finding with lines and columns that count from 1. */
function placeIn(
  document: TextDocument,
  { at, severity, code, message }: Pick<DocumentFinding, "severity" | "code" | "message"> & { readonly at: Span },
): AgentFinding {
  const [from, to] = [document.positionAt(at.start), document.positionAt(at.end)];
  return {
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
    severity,
    code,
    message,
  };
}
