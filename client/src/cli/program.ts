import { suggesting } from "./arguments.ts";
import { type Console, processConsole } from "./console.ts";
import { endWith } from "./systemError.ts";
import { refuse, writeHelp } from "./usage.ts";
import { version } from "./version.ts";

export { writeCache } from "./writeCache.ts";

/** Runs `soaphttp` with the arguments of this process. */
export async function start(): Promise<void> {
  // Also for rejections.
  process.on("uncaughtException", endWith);
  // Without `exit`, which would cut off what is still being written to a pipe.
  process.exitCode = await run(process.argv.slice(2), processConsole());
}

/**
 * Runs `soaphttp` with the arguments after its name. Resolves with the exit code. Each command is built to its own file,
 * which is loaded when it runs.
 */
async function run(args: readonly string[], console: Console): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case "check":
      return (await import("./check/command.ts")).run(rest, console);
    case "send":
      return (await import("./send/command.ts")).run(rest, console);
    case "test":
      return (await import("./test/command.ts")).run(rest, console);
    case "compare":
      return (await import("./test/command.ts")).compare(rest, console);
    case "new":
      return (await import("./new/command.ts")).run(rest, console);
    case "call":
      return (await import("./call/command.ts")).run(rest, console);
    case "doc":
      return (await import("./doc/command.ts")).run(rest, console);
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

function problemOf(command: string | undefined): string {
  if (command === undefined)
    return "Missing command: check, send, test, compare, new, call, doc, import, export, mock or mcp.";
  return suggesting(`Unknown command: ${command}.`, command, [
    "check",
    "send",
    "test",
    "compare",
    "new",
    "call",
    "doc",
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
  compare  send requests to two environments and compare the responses
  new      write requests for the operations of a WSDL
  call     write a request for an operation of a WSDL with values, send it and show the response
  doc      write what a WSDL says as a page
  import   write the projects of other tools, such as SoapUI and Postman, as .soaphttp files
  export   write requests as a load for Locust or JMeter, or as an HTTP Archive
  mock     respond to requests as a service
  mcp      serve tools for language models (Model Context Protocol)

Options
  -V, --version   show the version
  -h, --help      show this text; soaphttp COMMAND --help shows the options of a command
`;
