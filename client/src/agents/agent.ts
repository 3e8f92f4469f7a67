import type { AgentOperation } from "../../../server/src/protocol/agentProtocol.ts";
import { nearest } from "../../../server/src/text/similar.ts";
import { CookieJar } from "../core/run/cookies.ts";
import { checkRequest, type TextArguments } from "./checking.ts";
import { type AgentHost, type AgentRefusal, isRefusal } from "./host.ts";
import {
  bodyPart,
  failed,
  fitting,
  fittingFindings,
  lengthOf,
  maxOperations,
  maxResult,
  shortened,
  succeeded,
  type ToolResult,
} from "./results.ts";
import { whyInvalid } from "./schema.ts";
import { redactedFindings } from "./secrets.ts";
import { type AgentState, type KeptResponse, type SendArguments, sendRequest } from "./sending.ts";
import { type ToolName, tools } from "./tools.ts";

type Given = Readonly<Record<string, unknown>>;

/** The five tools, for one session. Calls may run side by side. */
export class Agent {
  readonly #state: AgentState = { cookies: new CookieJar(), last: undefined };

  /** Resolves with undefined if there is no such tool. Rejects only because of a bug, or after it was cancelled. */
  async call(name: string, given: Given, host: AgentHost): Promise<ToolResult | undefined> {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return undefined;
    const why = whyInvalid(given, tool.inputSchema);
    return why === undefined ? this.#run(tool.name, given, host) : failed(why);
  }

  #run(name: ToolName, given: Given, host: AgentHost): Promise<ToolResult> {
    switch (name) {
      case "list_operations":
        return listOperations(given as Given & ListArguments, host);
      case "write_request":
        return writeRequest(given as Given & WriteArguments, host);
      case "check_request":
        return checkRequest(given as Given & TextArguments, host);
      case "send_request":
        return sendRequest(given as Given & SendArguments, host, this.#state);
      case "read_response":
        return readResponse(given as Given & ReadArguments, this.#state.last, host);
    }
  }
}

interface ReadArguments {
  readonly path?: string;
  readonly offset?: number;
}

const maxValues = 1_000;
const maxValue = 20_000;

/** Reads the last response. Its secrets have been replaced before: an XPath can't extract parts of them. */
async function readResponse(
  { path, offset = 0 }: ReadArguments,
  last: KeptResponse | undefined,
  host: AgentHost,
): Promise<ToolResult> {
  if (last === undefined) return failed("There is no response yet. Send a request with send_request.");
  const { status, body, type, request } = last;
  if (path === undefined) {
    const part = bodyPart(body, offset, maxResult * 0.8);
    const isCut = offset + part.length < body.length;
    return succeeded({ status, body: part, total: body.length, truncated: isCut });
  }
  const result = await host.language.values({ path, body, type, request });
  if ("why" in result) return failed(`The argument path can't be used: ${result.why}`);
  const rest = result.values.slice(offset);
  const values = fitting(
    rest.map((one) => shortened(one, maxValue)),
    maxValues,
    0,
  );
  const isCut = values.length < rest.length || rest.some((one) => one.length > maxValue);
  return succeeded({ status, values, total: result.values.length, truncated: isCut });
}

interface ListArguments {
  readonly wsdl: string;
  readonly filter?: string;
  readonly offset?: number;
}

async function listOperations({ wsdl, filter = "", offset = 0 }: ListArguments, host: AgentHost): Promise<ToolResult> {
  const read = await readWsdl(wsdl, host);
  if (isRefusal(read)) return failed(read.refused);
  const wanted = filter.toLowerCase();
  const matching = read.operations.filter(({ operation, service, port }) =>
    [operation, service ?? "", port ?? ""].some((name) => name.toLowerCase().includes(wanted)),
  );
  const operations = fitting(matching.slice(offset), maxOperations, 0);
  return succeeded({ operations, total: matching.length });
}

interface WriteArguments {
  readonly wsdl: string;
  readonly operation: string;
  readonly service?: string;
  readonly port?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
}

async function writeRequest(given: WriteArguments, host: AgentHost): Promise<ToolResult> {
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

function unknownPath(path: string, paths: readonly string[], optional: boolean): string {
  if (paths.length === 0) {
    return "The argument values can't be used: the body of this request has no XML elements. Change the text of the request.";
  }
  const near = nearest(path, paths);
  const more = paths.length > maxKnown ? ` and ${paths.length - maxKnown} more` : "";
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const others = optional ? "" : " Set optional to true for all optional elements.";
  return `The argument values has an unknown path: ${path}.${hint} Known: ${paths.slice(0, maxKnown).join(", ")}${more}.${others}`;
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
  const { operations, problems, unallowed } = await host.language.operations({ wsdl: located.uri });
  if (operations.length > 0) return { wsdl: located.uri, place, operations };
  const outside = unallowed.length > 0 ? ` It must not be read: ${unallowed.slice(0, 5).join(", ")}.` : "";
  const why = problems.length > 0 ? problems.slice(0, 5).join(" ") : "The file was not found, or it is not a WSDL.";
  return { refused: `${name} has no operations. ${why}${outside}` };
}

function indexOf(all: readonly AgentOperation[], { operation, service, port }: WriteArguments): number | AgentRefusal {
  const isIn = (operation: AgentOperation) =>
    (service === undefined || operation.service === service) && (port === undefined || operation.port === port);
  const index = all.findIndex((one) => one.operation === operation && isIn(one));
  if (index >= 0) return index;
  const named = (argument: string, value: string, names: readonly (string | null)[]): AgentRefusal => {
    const unique = [...new Set(names.flatMap((one) => one ?? []))];
    const near = nearest(value, unique);
    const hint = near === undefined ? `Known: ${unique.slice(0, 20).join(", ")}.` : `Did you mean ${near}?`;
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
