import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { programs } from "./built.ts";

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** A client of `soaphttp mcp`, which runs in a process of its own. */
export interface McpClient {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly questions: readonly string[];
  readonly call: (
    name: string,
    given?: Readonly<Record<string, unknown>>,
    options?: Parameters<Client["callTool"]>[1],
  ) => Promise<Called>;
}

export interface How {
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Answers a question to the user; undefined if the client can't ask. */
  readonly answer?: () => Promise<{
    readonly action: "accept" | "decline" | "cancel";
    readonly content?: Record<string, boolean>;
  }>;
  /** URIs of the client's roots; undefined if the client has no roots. */
  readonly roots?: () => readonly string[];
  readonly options?: ClientOptions;
}

const open: Client[] = [];

/** Starts the server with the official client. `closeAll` ends it. */
export async function mcpClient({ args = [], cwd, env = {}, answer, roots, options = {} }: How): Promise<McpClient> {
  const capabilities = { ...(answer ? { elicitation: {} } : {}), ...(roots ? { roots: { listChanged: true } } : {}) };
  const client = new Client({ name: "test", version: "1" }, { capabilities, ...options });
  const questions: string[] = [];
  if (answer) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      return answer();
    });
  }
  if (roots) client.setRequestHandler("roots/list", () => ({ roots: roots().map((uri) => ({ uri })) }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(await programs(), "dist/cli/soaphttp.js"), "mcp", ...args],
    ...{ cwd, stderr: "inherit" as const },
    env: { PATH: process.env["PATH"] ?? "", NODE_DISABLE_COMPILE_CACHE: "1", ...env },
  });
  await client.connect(transport);
  open.push(client);
  const call: McpClient["call"] = async (name, given = {}, callOptions) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: given }, callOptions);
    const [first] = content;
    return {
      isError: isError === true,
      text: first?.type === "text" ? first.text : "",
      structured: (structuredContent ?? {}) as Readonly<Record<string, unknown>>,
    };
  };
  return { client, transport, questions, call };
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

export const confirmed = async () => ({ action: "accept" as const, content: { confirm: true } });
export const declined = async () => ({ action: "decline" as const });
