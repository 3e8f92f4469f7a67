import type { AgentOperation } from "../../../server/src/protocol/agentProtocol.ts";
import { nearest } from "../../../server/src/text/similar.ts";
import { type AgentHost, type AgentRefusal, isRefusal } from "./host.ts";
import {
  failed,
  fitting,
  fittingFindings,
  lengthOf,
  maxOperations,
  maxResult,
  succeeded,
  type ToolResult,
} from "./results.ts";
import { redactedFindings } from "./secrets.ts";

export interface ListArguments {
  readonly wsdl: string;
  readonly filter?: string;
  readonly offset?: number;
}

export async function listOperations(
  { wsdl, filter = "", offset = 0 }: ListArguments,
  host: AgentHost,
): Promise<ToolResult> {
  const read = await readWsdl(wsdl, host);
  if (isRefusal(read)) return failed(read.refused);
  const wanted = filter.toLowerCase();
  const matching = read.operations.filter(({ operation, service, port }) =>
    [operation, service ?? "", port ?? ""].some((name) => name.toLowerCase().includes(wanted)),
  );
  const operations = fitting(matching.slice(offset), maxOperations, 0);
  return succeeded({ operations, total: matching.length });
}

export interface WriteArguments {
  readonly wsdl: string;
  readonly operation: string;
  readonly service?: string;
  readonly port?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
}

export async function writeRequest(given: WriteArguments, host: AgentHost): Promise<ToolResult> {
  const read = await readWsdl(given.wsdl, host);
  if (isRefusal(read)) return failed(read.refused);
  const index = indexOf(read.operations, given);
  if (isRefusal(index)) return failed(index.refused);
  const { optional = false, values = {} } = given;
  const { place, wsdl } = read;
  const written = await host.language.write({ uri: place, wsdl, index, optional, values });
  if (written.kind === "refused") return failed(written.why);
  if (written.kind === "invalid") return failed(`The argument values.${written.path} is invalid. ${written.why}`);
  if (written.kind === "unknown") return failed(unknownPath(written.path, written.known, optional));
  const { text } = written;
  const length = lengthOf(text);
  if (length > maxResult - 1000) {
    return failed(
      `The request is too large for a result: ${text.length} characters. ${optional ? "Write it without optional." : "Write it to a file with soaphttp new, and give its path to check_request and send_request."}`,
    );
  }
  const checked = await host.language.check({
    ...{ uri: place, text, wsdl },
    environmentVariables: host.environmentVariables,
  });
  if (isRefusal(checked)) return failed(checked.refused);
  const all = redactedFindings(checked);
  const findings = fittingFindings(all, length);
  return succeeded({ text, findings, ...(findings.length < all.length ? { truncated: true } : {}) });
}

function unknownPath(path: string, known: readonly string[], optional: boolean): string {
  if (known.length === 0) {
    return "The argument values can't be used: the body of this request has no XML elements. Change the text of the request.";
  }
  const near = nearest(path, known);
  const more = known.length > maxKnown ? ` and ${known.length - maxKnown} more` : "";
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const others = optional ? "" : " Set optional to true for all optional elements.";
  return `The argument values has an unknown path: ${path}.${hint} Known: ${known.slice(0, maxKnown).join(", ")}${more}.${others}`;
}

const maxKnown = 100;

interface ReadWsdl {
  readonly wsdl: string;
  readonly place: string;
  readonly operations: readonly AgentOperation[];
}

async function readWsdl(name: string, host: AgentHost): Promise<ReadWsdl | AgentRefusal> {
  const located = await host.wsdl(name);
  if (isRefusal(located)) return located;
  const place = await host.place(undefined);
  if (isRefusal(place)) return place;
  const { operations, problems, unallowed } = await host.language.operations(located.uri, { uri: place });
  if (operations.length > 0) return { wsdl: located.uri, place, operations };
  const outside = unallowed.length > 0 ? ` It must not be read: ${unallowed.slice(0, 5).join(", ")}.` : "";
  const why = problems.length > 0 ? problems.slice(0, 5).join(" ") : "The file was not found, or it is not a WSDL.";
  return { refused: `${name} has no operations. ${why}${outside}` };
}

function indexOf(all: readonly AgentOperation[], { operation, service, port }: WriteArguments): number | AgentRefusal {
  const isIn = (one: AgentOperation) =>
    (service === undefined || one.service === service) && (port === undefined || one.port === port);
  const index = all.findIndex((one) => one.operation === operation && isIn(one));
  if (index >= 0) return index;
  const named = (argument: string, value: string, names: readonly (string | null)[]): AgentRefusal => {
    const known = [...new Set(names.flatMap((one) => one ?? []))];
    const near = nearest(value, known);
    const hint = near === undefined ? `Known: ${known.slice(0, 20).join(", ")}.` : `Did you mean ${near}?`;
    return { refused: `The argument ${argument} is unknown: ${value}. ${hint} Use list_operations.` };
  };
  if (service !== undefined && all.every((one) => one.service !== service)) {
    return named(
      "service",
      service,
      all.map((one) => one.service),
    );
  }
  const inService = all.filter((one) => service === undefined || one.service === service);
  if (port !== undefined && inService.every((one) => one.port !== port)) {
    return named(
      "port",
      port,
      inService.map((one) => one.port),
    );
  }
  return named(
    "operation",
    operation,
    all.filter(isIn).map((one) => one.operation),
  );
}
