import type { AnalysisOptions } from "../../analysis/analysis.ts";
import { withSettings } from "../../analysis/findings.ts";
import { ReadExchange } from "../../evaluation/evaluate.ts";
import { valuesIn } from "../../evaluation/pathValues.ts";
import { pathProblem, readPath } from "../../expectations/path.ts";
import type {
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
import { fromBase64 } from "../../text/base64.ts";
import { contractOfResponse } from "../context.ts";
import { documentOf, placeIn } from "./texts.ts";

/** A response as text, its Fault, and what is wrong with it. */
export function readAgentResponse(
  { head, body, facts }: AgentResponseParams,
  contracts: ContractLookup,
  options: AnalysisOptions,
): AgentResponse {
  const bytes = fromBase64(body);
  const leftOut = (count: number) => `${count} more bytes.`;
  const presented = presentBytes({ head: fromBase64(head), body: bytes, facts, format: false, leftOut });
  const { text, bodyStart, extension } = presented;
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

/** The values of a path in a body. */
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
