import type { Arguments } from "../arguments.ts";
import { readTimeout, timeoutOption } from "../sharedOptions.ts";
import type { Usage } from "../usage.ts";

export interface McpOptions {
  readonly roots: readonly string[];
  /** Hosts that requests may be sent to: `host` or `host:port` in lower case; `*`: any. */
  readonly allowed: readonly string[];
  readonly environmentVariables: readonly string[];
  readonly environment: string | undefined;
  /** Timeout of a request in seconds; 0: no limit. */
  readonly timeout: number;
}

function read(given: Arguments): McpOptions {
  const [operand] = given.operands;
  if (operand !== undefined) given.refuse(`Unexpected argument: ${operand}. Use --root for a folder.`);
  return {
    roots: given.all("root"),
    allowed: given.all("allow-send").map((host) => host.toLowerCase()),
    environmentVariables: given.all("allow-env"),
    environment: given.last("environment"),
    timeout: readTimeout(given),
  };
}

export const mcpUsage: Usage<McpOptions> = {
  command: "mcp",
  operands: "",
  about: `Serves tools for language models over standard input and output (Model Context Protocol): they list the operations of a
WSDL, write, check and send requests, and read responses. An MCP client starts this command.`,
  options: {
    root: {
      value: "FOLDER",
      repeated: true,
      help: "read files in this folder and its subfolders only (default: the roots of the client, or else the current folder)",
    },
    "allow-send": {
      value: "HOST",
      repeated: true,
      help: "send to HOST or HOST:PORT without asking, and read WSDLs from there; '*' for any host (default: the client asks the user each time)",
    },
    "allow-env": {
      value: "NAME",
      repeated: true,
      help: "let a text of the model send the environment variable NAME ({{$processEnv NAME}}); files may use any",
    },
    environment: {
      short: "e",
      value: "NAME",
      help: "use the variables of this environment of http-client.env.json",
    },
    ...timeoutOption,
  },
  notes: `No tool writes a file. Secrets are never part of a result. {{$secret name}} is the environment variable that send reads.

Exit code: 0 when standard input ends, 2 a usage error.`,
  read,
};
