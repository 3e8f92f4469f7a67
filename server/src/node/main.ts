import { randomUUID } from "node:crypto";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { startServer } from "../lsp/server.ts";
import { readFile } from "./readFile.ts";

// Without streams it serves both `--node-ipc` (VS Code) and `--stdio` (every other editor).
startServer(createConnection(ProposedFeatures.all), {
  later: (work) => void setTimeout(work, 0),
  sendingNow: () => ({ now: new Date(), guid: randomUUID, random: Math.random }),
  readFile,
  processEnv: (name) => process.env[name],
});
