import { checkRequest, type TextArguments } from "./checking.ts";
import type { AgentHost } from "./host.ts";
import { type ListArguments, listOperations, type WriteArguments, writeRequest } from "./operations.ts";
import { type ReadArguments, readResponse } from "./reading.ts";
import { failed, type ToolResult } from "./results.ts";
import { whyInvalid } from "./schema.ts";
import { AgentSender, type SendArguments } from "./sending.ts";
import { type ToolName, tools } from "./tools.ts";

type Given = Readonly<Record<string, unknown>>;

/** The five tools, for one session. Calls may run side by side. */
export class Agent {
  readonly #sender = new AgentSender();

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
        return this.#sender.send(given as Given & SendArguments, host);
      case "read_response":
        return readResponse(given as Given & ReadArguments, this.#sender.last, host);
    }
  }
}
