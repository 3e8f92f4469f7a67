import { type ExtensionContext, Uri, workspace } from "vscode";
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from "vscode-languageclient/browser";
import { xpathScript } from "../../../server/src/protocol/protocol.ts";
import { type Api, activate as activateOn } from "../extension/extension.ts";
import { browserTransport } from "../transport/browser/browser.ts";

export { deactivate } from "../extension/extension.ts";

/** VS Code for the Web: extension and server are workers. */
export function activate(context: ExtensionContext): Api {
  return activateOn(context, {
    kind: "browser",
    transport: browserTransport(),
    importScript: async () => {
      importUrl ??= scriptUrl(await readScript(Uri.joinPath(context.extensionUri, "dist", "server"), "import.js"));
      return importUrl;
    },
    createServer: ({ extensionUri }, options) => {
      let worker: Worker | undefined;
      const start = async () => {
        worker = await startWorker(Uri.joinPath(extensionUri, "dist", "server"));
        // The client doesn't accept the Worker of VS Code's worker host itself.
        return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
      };
      const client = new LanguageClient("soaphttp", "SOAP over HTTP", start, options);
      return { client, kill: () => worker?.terminate() };
    },
  });
}

/**
 * Rejects if a file doesn't exist. The scripts are read first and started from memory, because a worker rejects a script
 * of a remote extension (`vscode-remote:`), and doesn't report a missing one.
 */
async function startWorker(folder: Uri): Promise<Worker> {
  const [core, source, xpath] = await Promise.all([
    readScript(folder, "core.js"),
    readScript(folder, "browser.js"),
    xpathUrl ?? readScript(folder, "xpath.js"),
  ]);
  xpathUrl ??= typeof xpath === "string" ? xpath : scriptUrl(xpath);
  // The server loads XPath from this URL when it first needs it.
  const url = scriptUrl(core, source, `\nself.${xpathScript} = ${JSON.stringify(xpathUrl)};`);
  const worker = new Worker(url);
  // The script is loaded before the first message.
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

/** All servers of this window load the same scripts. */
let xpathUrl: string | undefined;
let importUrl: string | undefined;

async function readScript(folder: Uri, name: string): Promise<Uint8Array<ArrayBuffer>> {
  return (await workspace.fs.readFile(Uri.joinPath(folder, name))).slice();
}

function scriptUrl(...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): string {
  return URL.createObjectURL(new Blob([...parts], { type: "text/javascript" }));
}
