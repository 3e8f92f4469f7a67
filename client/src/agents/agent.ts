import { CookieJar } from "../core/run/cookies.ts";
import { checkRequest, type TextArguments } from "./checking.ts";
import type { AgentHost } from "./host.ts";
import { type ListArguments, listOperations, type WriteArguments, writeRequest } from "./operations.ts";
import { bodyPart, failed, fitting, maxResult, shortened, succeeded, type ToolResult } from "./results.ts";
import { whyInvalid } from "./schema.ts";
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

  /** The arguments match the schema of the tool. */
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
/** Maximum characters of one value. */
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
  const found = await host.language.values({ path, body, type, request });
  if ("why" in found) return failed(`The argument path can't be used: ${found.why}`);
  const rest = found.values.slice(offset);
  const values = fitting(
    rest.map((one) => shortened(one, maxValue)),
    maxValues,
    0,
  );
  const isCut = values.length < rest.length || rest.some((one) => one.length > maxValue);
  return succeeded({ status, values, total: found.values.length, truncated: isCut });
}
