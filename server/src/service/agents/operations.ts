import { analyze } from "../../analysis/analysis.ts";
import { fixEverything } from "../../analysis/fixes.ts";
import type { Contract } from "../../contract/contract.ts";
import type { AgentOperation, AgentOperations, AgentWriteParams, AgentWritten } from "../../protocol/agentProtocol.ts";
import { relativePath } from "../../resources/paths.ts";
import { applyEdits } from "../../rules/fixes.ts";
import { withValues } from "./values.ts";

/** The operations of a WSDL, in the order of `soaphttp new --list`. */
export function getAgentOperations(contract: Contract): AgentOperations {
  const file = contract.files.get(contract.uri);
  const isRead = typeof file === "object" && "bytes" in file;
  const why = typeof file === "object" && "refused" in file ? [file.refused] : [];
  const operations = contract.operations.map(
    ({ service, port, version, style, operation, action, address }): AgentOperation => ({
      service: service ?? null,
      port: port ?? null,
      version: version ?? null,
      style,
      operation,
      action: action ?? null,
      address: address ?? null,
    }),
  );
  return {
    operations,
    problems: isRead ? contract.problems().map(({ line, message }) => `Line ${line}: ${message}`) : why,
    unallowed: [...contract.files].flatMap(([uri, one]) =>
      typeof one === "object" && "refused" in one && one.unallowed ? [uri] : [],
    ),
  };
}

/** A request for one operation, with values, and with its Content-Length. */
export function writeAgentRequest(contract: Contract, params: AgentWriteParams): AgentWritten {
  const { index, optional, values, uri } = params;
  const isWritten = Object.values(values).some((value) => value.includes("{{"));
  const wsdl = relativePath(contract.uri, uri);
  const sample = contract.requests([index], {
    extent: optional ? "optional" : "parameters",
    wsdl,
    // The number of bytes may depend on the value of a variable.
    contentLength: isWritten ? "variable" : "calculated",
  });
  const written = withValues(sample, values);
  if (written.kind !== "request" || isWritten) return written;
  return { kind: "request", text: applyEdits(written.text, fixEverything(analyze(written.text))) };
}
