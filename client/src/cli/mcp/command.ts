import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { runCommand } from "../usage.ts";
import { whyNoFolder } from "./roots.ts";
import { serve } from "./server.ts";
import { type McpOptions, mcpUsage } from "./usage.ts";

/** Runs `soaphttp mcp` with the arguments after its name. Resolves with the exit code when standard input ends. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(mcpUsage, start, args, console);
}

async function start(options: McpOptions, console: Console): Promise<number> {
  const problem = options.roots.map((root) => whyNoFolder(root, console.cwd)).find((why) => why !== undefined);
  if (problem !== undefined) {
    console.complain(problem);
    return exitCode.usage;
  }
  // A client that ends closes both ends: that isn't a failure.
  process.stdout.removeAllListeners("error");
  await serve(options, console);
  // What was under way is aborted, but a connection may take its time.
  setTimeout(() => process.exit(exitCode.good), 500).unref();
  return exitCode.good;
}
