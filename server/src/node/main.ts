import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { startServer } from "../lsp/server.ts";
import { sendingNow } from "../variables/nonce.ts";
import { findWsdls } from "./findWsdls.ts";
import { filePath, readFile } from "./readFile.ts";
import { provideXPathHere } from "./xpath.ts";

provideXPathHere();

// Without streams, this call supports both `--node-ipc` (VS Code) and `--stdio` (other editors).
startServer(createConnection(ProposedFeatures.all), {
  later: (work) => void setTimeout(work, 0),
  sendingNow,
  loadImport: () => import("../import/library.ts"),
  readFile: (uri, folders) => readFile(uri, { folders: folders.flatMap((one) => filePath(one) ?? []), others: "mark" }),
  findWsdls,
  processEnv: (name) => process.env[name],
});
