import { type ExtensionContext, Uri, workspace } from "vscode";
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from "vscode-languageclient/browser";
import { type Api, activate as activateOn } from "../extension/extension.ts";
import { browserTransport } from "../transport/browser/browser.ts";

export { deactivate } from "../extension/extension.ts";

/** VS Code for the Web: extension and server are workers. */
export function activate(context: ExtensionContext): Api {
  return activateOn(context, {
    kind: "browser",
    transport: browserTransport(),
    createServer: ({ extensionUri }, options) => {
      let worker: Worker | undefined;
      const start = async () => {
        worker = await startWorker(Uri.joinPath(extensionUri, "dist", "server", "browser.js"));
        // The client doesn't accept the Worker of VS Code's worker host itself.
        return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
      };
      const client = new LanguageClient("soaphttp", "SOAP over HTTP", start, options);
      return { client, kill: () => worker?.terminate() };
    },
  });
}

/**
 * Rejects if the file doesn't exist. The script is read first and started from memory, because a worker rejects a script
 * of a remote extension (`vscode-remote:`), and doesn't report a missing one.
 */
async function startWorker(script: Uri): Promise<Worker> {
  const source = await workspace.fs.readFile(script);
  const url = URL.createObjectURL(new Blob([source.slice()], { type: "text/javascript" }));
  const worker = new Worker(url);
  // The script is loaded before the first message.
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}
