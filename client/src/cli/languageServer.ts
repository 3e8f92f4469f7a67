import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as l10n from "@vscode/l10n";
import { exitCode, version } from "./usage.ts";

/*
 * The program `soaphttp-language-server`: the same server that the extension starts, for every other editor. It only
 * looks at the arguments first, so that a person who tries it gets an answer.
 */

const transports = /^--(?:stdio|node-ipc|socket=\d+|pipe=.+)$/;

const help = () =>
  l10n.t(`Usage: soaphttp-language-server --stdio

Language server (LSP) for .soaphttp files, to be started by an editor.

  --stdio                  use standard input and output
  --socket=PORT            connect to this port of the editor
  --pipe=NAME              connect to this pipe of the editor
  --clientProcessId=ID     exit when this process ends
  --version, --help
`);

const args = process.argv.slice(2);
if (args.some((arg) => transports.test(arg))) {
  void import(pathToFileURL(join(__dirname, "..", "server", "node.js")).href);
} else if (args.includes("--version")) {
  process.stdout.write(`${version}\n`);
} else if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(help());
} else {
  process.stderr.write(help());
  process.exitCode = exitCode.usage;
}
