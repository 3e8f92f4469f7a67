import { join } from "node:path";
import { keepCompiled } from "./codeCache.ts";
import { exitCode } from "./exitCode.ts";
import { version } from "./version.ts";
import { writeCache } from "./writeCache.ts";

/*
 * The program `soaphttp-language-server`: the extension's language server for other editors. It reads the arguments
 * itself only to show help to a person who starts it.
 */

const transports = /^--(?:stdio|node-ipc|socket=\d+|pipe=.+)$/;

const help = `Usage: soaphttp-language-server --stdio

Language server (LSP) for .soaphttp files, to be started by an editor.

  --stdio                  use standard input and output
  --socket=PORT            connect to this port of the editor
  --pipe=NAME              connect to this pipe of the editor
  --clientProcessId=ID     exit when this process ends
  --version, --help
`;

const args = process.argv.slice(2);
if (args.some((arg) => transports.test(arg))) {
  keepCompiled(process, { flags: [], write: writeCache });
  // Loaded with `require`, because only then the compile cache is used.
  require(join(__dirname, "..", "server", "node.js"));
} else if (args.includes("--version")) {
  process.stdout.write(`${version}\n`);
} else if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(help);
} else {
  process.stderr.write(help);
  process.exitCode = exitCode.usage;
}
