import { suggesting } from "./arguments.ts";
import { type Console, processConsole } from "./console.ts";
import { endWith } from "./systemError.ts";
import { refuse, writeHelp } from "./usage.ts";
import { version } from "./version.ts";

export { writeCache } from "./writeCache.ts";

export async function start(): Promise<void> {
  // Node calls this handler for unhandled rejections, too.
  process.on("uncaughtException", endWith);
  // `exit` would cut off output that is still being written to a pipe.
  process.exitCode = await run(process.argv.slice(2), processConsole());
}

interface Command {
  readonly about: string;
  readonly load: () => Promise<(args: readonly string[], console: Console) => Promise<number>>;
}

/** In the order of the help. Each folder is built to its own file, which is loaded when one of its commands runs. */
const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    check: { about: "check requests for errors", load: async () => (await import("./check/command.ts")).run },
    send: { about: "send requests and show the responses", load: async () => (await import("./send/command.ts")).run },
    test: {
      about: "send requests and check their expectations",
      load: async () => (await import("./test/command.ts")).run,
    },
    compare: {
      about: "send requests to two environments and compare the responses",
      load: async () => (await import("./test/command.ts")).compare,
    },
    new: {
      about: "write requests for the operations of a WSDL",
      load: async () => (await import("./new/command.ts")).run,
    },
    call: {
      about: "write a request for an operation of a WSDL with values, send it and show the response",
      load: async () => (await import("./call/command.ts")).run,
    },
    doc: { about: "write what a WSDL says as a page", load: async () => (await import("./doc/command.ts")).run },
    import: {
      about: "write the projects of other tools, such as SoapUI and Postman, as .soaphttp files",
      load: async () => (await import("./import/command.ts")).run,
    },
    export: {
      about: "write requests as a load for Locust or JMeter, or as an HTTP Archive",
      load: async () => (await import("./export/command.ts")).run,
    },
    mock: { about: "respond to requests as a service", load: async () => (await import("./mock/command.ts")).run },
    mcp: {
      about: "serve tools for language models (Model Context Protocol)",
      load: async () => (await import("./mcp/command.ts")).run,
    },
  }),
);

async function run(args: readonly string[], console: Console): Promise<number> {
  const [name, ...rest] = args;
  const command = commands.get(name ?? "");
  if (command) return (await command.load())(rest, console);
  switch (name) {
    case "--version":
    case "-V":
      return writeHelp(`${version}\n`, console);
    case "--help":
    case "-h":
    case "help":
      return writeHelp(help(), console);
    default:
      return refuse(problemOf(name), "soaphttp --help", console);
  }
}

function problemOf(name: string | undefined): string {
  const names = [...commands.keys()];
  if (name === undefined) return `Missing command: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}.`;
  return suggesting(`Unknown command: ${name}.`, name, [...names, "help"]);
}

function help(): string {
  const rows = Array.from(commands, ([name, { about }]) => `  ${name.padEnd(7)}  ${about}\n`).join("");
  return `Usage: soaphttp COMMAND [OPTION]… FILE…

Checks, sends, tests, writes and exports SOAP requests as raw HTTP messages in .soaphttp files.

Commands
${rows}
Options
  -V, --version   show the version
  -h, --help      show this text; soaphttp COMMAND --help shows the options of a command
`;
}
