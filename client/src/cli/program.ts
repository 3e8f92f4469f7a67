import { setFlagsFromString } from "node:v8";
import { suggesting } from "./arguments.ts";
import type { Console } from "./console.ts";
import { refuse, writeHelp } from "./usage.ts";
import { version } from "./version.ts";

/**
 * Runs `soaphttp` with the arguments after its name. Resolves with the exit code. Each command is built to its own file,
 * which is loaded when it runs.
 */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case "check":
      return (await import("./check/command.ts")).run(rest, console);
    case "send":
      return (await import("./send/command.ts")).run(rest, console);
    case "test":
      optimizeLater(usualBudget * 4);
      return (await import("./test/command.ts")).run(rest, console);
    case "new":
      optimizeLater(usualBudget * 15);
      limitGarbage();
      return (await import("./new/command.ts")).run(rest, console);
    case "export":
      return (await import("./export/command.ts")).run(rest, console);
    case "import":
      return (await import("./import/command.ts")).run(rest, console);
    case "mock":
      return (await import("./mock/command.ts")).run(rest, console);
    case "mcp":
      return (await import("./mcp/command.ts")).run(rest, console);
    case "--version":
    case "-V":
      return writeHelp(`${version}\n`, console);
    case "--help":
    case "-h":
    case "help":
      return writeHelp(help, console);
    default:
      return refuse(problemOf(command), "soaphttp --help", console);
  }
}

/** After how much of its bytecode was run V8 in Node 20 looks whether to optimize a function. */
const usualBudget = 67_584;

/**
 * Lets V8 optimize a function after it has run for longer than usual: most of the functions that read a large WSDL are done
 * soon after they were optimized, and a run of 1,000 tests spends a quarter of its CPU time on optimizing. Must be called
 * before the command is loaded, because compiled code is cached for the same flags only. Only in Node 20: V8 reports a flag
 * that it doesn't know on standard error, as that of Node 24 does with this one.
 */
function optimizeLater(budget: number): void {
  if (process.versions.v8.startsWith("11.")) setFlagsFromString(`--interrupt-budget=${budget}`);
}

/** Lets the heap grow by half of what is alive, and not to several times as much, where tests are written for a minute. */
function limitGarbage(): void {
  setFlagsFromString("--heap-growing-percent=50");
}

function problemOf(command: string | undefined): string {
  if (command === undefined) return "Missing command: check, send, test, new, import, export, mock or mcp.";
  return suggesting(`Unknown command: ${command}.`, command, [
    "check",
    "send",
    "test",
    "new",
    "import",
    "export",
    "mock",
    "mcp",
    "help",
  ]);
}

const help = `Usage: soaphttp COMMAND [OPTION]… FILE…

Checks, sends, tests, writes and exports SOAP requests as raw HTTP messages in .soaphttp files.

Commands
  check    check requests for errors
  send     send requests and show the responses
  test     send requests and check their expectations
  new      write requests for the operations of a WSDL
  import   write the projects of other tools, such as SoapUI and Postman, as .soaphttp files
  export   write requests as a load for Locust or JMeter, or as an HTTP Archive
  mock     respond to requests as a service
  mcp      serve tools for language models (Model Context Protocol)

Options
  -V, --version   show the version
  -h, --help      show this text; soaphttp COMMAND --help shows the options of a command
`;
