import { PassThrough } from "node:stream";
import {
  type CancellationToken,
  type ClientCapabilities,
  createConnection,
  createProtocolConnection,
  type Position,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { startServer } from "../../server/src/lsp/server.ts";
import type { Settings } from "../../server/src/protocol.ts";
import { withCursor } from "./marked.ts";
import { fixedSending } from "./outgoing.ts";

/** The language server, spoken to in its protocol. */
export interface TestServer {
  /** Opens a document; its `|`, where it has one, is the position. */
  open(source: string, languageId?: string): { readonly uri: string; readonly position: Position };
  /** `token` cancels it. */
  request<R>(method: string, params: object, token?: CancellationToken): Promise<R>;
  notify(method: string, params: object): Promise<void>;
  close(): void;
}

/** Starts a server in this process. `settings`: of `soaphttp`, as a client gives them. */
export async function startTestServer(
  capabilities: ClientCapabilities,
  settings: Partial<Settings> = {},
): Promise<TestServer> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  const { secret: _, ...sendingNow } = fixedSending;
  startServer(server, {
    later: (work) => setImmediate(work),
    sendingNow: () => sendingNow,
    readFile: undefined,
    processEnv: undefined,
  });
  const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  client.listen();
  await client.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities,
    initializationOptions: { transport: "node", settings },
  });
  await client.sendNotification("initialized", {});
  let count = 0;
  return {
    open(source, languageId = "soaphttp") {
      const { text, offset } = source.includes("|") ? withCursor(source) : { text: source, offset: 0 };
      const uri = `file:///${++count}.${languageId}`;
      void client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId, version: 1, text },
      });
      return { uri, position: TextDocument.create(uri, languageId, 1, text).positionAt(offset) };
    },
    request: (method, params, token) =>
      token ? client.sendRequest(method, params, token) : client.sendRequest(method, params),
    notify: (method, params) => client.sendNotification(method, params),
    close() {
      client.dispose();
      server.dispose();
    },
  };
}
