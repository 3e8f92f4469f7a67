import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { startServer } from "../lsp/server.ts";

// Without streams it serves both `--node-ipc` (VS Code) and `--stdio` (every other editor).
startServer(createConnection(ProposedFeatures.all), { later: (work) => void setTimeout(work, 0) });
