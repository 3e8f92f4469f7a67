import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import {
  type CancellationToken,
  type ClientCapabilities,
  createConnection,
  createMessageConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type Position,
  PublishDiagnosticsNotification,
  type Registration,
  type RegistrationParams,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type UnregistrationParams,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { startServer } from "../../server/src/lsp/server.ts";
import {
  type Circumstances,
  ContractsChangedNotification,
  type FileRead,
  type InitializationOptions,
  KeyOperationsRequest,
  type KeyRead,
  ReadFilesRequest,
  type ReadFilesResult,
  type ReadKeysParams,
  ReadKeysRequest,
  type Settings,
} from "../../server/src/protocol/protocol.ts";
import type { Compute, ExternalFile } from "../../server/src/service/languageService.ts";
import { withCursor } from "./marked.ts";
import { fixedSending } from "./outgoing.ts";

export interface TestClient {
  readonly circumstances?: Circumstances;
  readonly options?: Partial<InitializationOptions>;
  readonly folders?: readonly string[];
  /** Handles `soaphttp/readFiles`. Without it, the client can't read files. */
  readonly readFile?: ((uri: string) => FileRead | Promise<FileRead>) | undefined;
  readonly readKey?: (name: string, params: ReadKeysParams) => KeyRead;
  readonly compute?: Compute;
  readonly hostReadsFile?: (uri: string) => ExternalFile;
  readonly hostFindsWsdls?: (folders: readonly string[]) => Promise<readonly string[]>;
  readonly processEnv?: (name: string) => string | undefined;
  /** Runs work after received messages; by default, at once after them. */
  readonly later?: (work: () => void) => void;
}

/** A language server that is used by its protocol. */
export interface TestServer {
  /** Opens a document. Its `|`, if any, is the position. */
  open(source: string, languageId?: string): { readonly uri: string; readonly position: Position };
  /** The URIs of each request to the client to read files. */
  readonly asked: readonly (readonly string[])[];
  /** The kind of the files in each of these requests. */
  readonly askedAs: readonly (string | undefined)[];
  readonly published: readonly { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }[];
  /** The server's registrations with the client, and the methods of its refresh requests. */
  readonly registered: readonly Registration[];
  readonly refreshed: readonly string[];
  /** The number of registrations by method, also of those that have ended. */
  readonly registrations: ReadonlyMap<string, number>;
  /** The number of times the server has announced that requests may call other operations. */
  readonly contractChanges: number;
  /** `token` cancels it; with `null`, the parameters are sent by position: `[params, null]`. */
  request<R>(method: string, params: object, token?: CancellationToken | null): Promise<R>;
  /** A request of LSP about an open document. */
  ask<R>(feature: string, place: { readonly uri: string; readonly position?: Position }, params?: object): Promise<R>;
  diagnostics(uri: string): Promise<readonly Diagnostic[]>;
  /** Opens a document with a URI, whose text may contain bars. */
  openAs(uri: string, text: string): Promise<void>;
  /** Replaces the text of a document. */
  edit(uri: string, version: number, text: string): Promise<void>;
  /** Says that a file was created (1), changed (2) or deleted (3). */
  fileChanged(uri: string, type?: 1 | 2 | 3): Promise<void>;
  notify(method: string, params: object): Promise<void>;
}

/** Starts a server in this process, which holds nothing that needs closing. `settings`: the client's `soaphttp` settings. */
export async function startTestServer(
  capabilities: ClientCapabilities,
  settings: Partial<Settings> = {},
  given: TestClient = {},
): Promise<TestServer> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  const { secret: _, ...sendingNow } = fixedSending;
  startServer(server, {
    loadImport: () => import("../../server/src/import/library.ts"),
    later: given.later ?? ((work) => setImmediate(work)),
    sendingNow: () => sendingNow,
    readFile: given.hostReadsFile,
    findWsdls: given.hostFindsWsdls,
    processEnv: given.processEnv,
  });
  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const { readFile, circumstances, folders } = given;
  const asked: (readonly string[])[] = [];
  const askedAs: (string | undefined)[] = [];
  const published: { uri: string; diagnostics: readonly Diagnostic[] }[] = [];
  const registered: Registration[] = [];
  const counts = new Map<string, number>();
  const refreshed: string[] = [];
  client.onRequest(ReadFilesRequest, async ({ uris, kind }): Promise<ReadFilesResult> => {
    asked.push(uris);
    askedAs.push(kind);
    return { files: await Promise.all(uris.map((uri) => readFile?.(uri) ?? { kind: "missing" as const })) };
  });
  client.onRequest(ReadKeysRequest, (params) => ({
    keys: params.names.map((name) => given.readKey?.(name, params) ?? { kind: "missing" as const }),
  }));
  client.onRequest(KeyOperationsRequest, async ({ operations }) => {
    const asked = operations.map((one) => ({ ...one, data: Buffer.from(one.data, "base64") }));
    const results = (await given.compute?.(asked)) ?? [];
    const texts = results.map((one) =>
      one.kind === "value" ? { ...one, value: Buffer.from(one.value).toString("base64") } : one,
    );
    return { results: texts };
  });
  client.onRequest(RegistrationRequest.method, ({ registrations }: RegistrationParams) => {
    registered.push(...registrations);
    for (const { method } of registrations) counts.set(method, (counts.get(method) ?? 0) + 1);
  });
  client.onRequest("client/unregisterCapability", ({ unregisterations }: UnregistrationParams) => {
    for (const { id } of unregisterations)
      registered.splice(
        registered.findIndex((one) => one.id === id),
        1,
      );
  });
  const openFolders = folders?.map((uri) => ({ uri, name: uri }));
  client.onRequest("workspace/workspaceFolders", () => openFolders ?? null);
  for (const method of ["diagnostic", "inlayHint", "semanticTokens"].map((feature) => `workspace/${feature}/refresh`)) {
    client.onRequest(method, () => {
      refreshed.push(method);
      return null;
    });
  }
  let contractChanges = 0;
  client.onNotification(ContractsChangedNotification, () => {
    contractChanges++;
  });
  client.onNotification(PublishDiagnosticsNotification.type, (one) => void published.push(one));
  client.listen();
  await client.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities,
    ...(openFolders && { workspaceFolders: openFolders }),
    initializationOptions: {
      transport: "node",
      settings,
      circumstances,
      readsFiles: readFile !== undefined,
      ...given.options,
    },
  });
  await client.sendNotification("initialized", {});
  let count = 0;
  const request = <R>(method: string, params: object, token?: CancellationToken | null): Promise<R> =>
    token === undefined ? client.sendRequest(method, params) : client.sendRequest(method, params, token);
  return {
    ...{ asked, askedAs, published, registered, refreshed, registrations: counts },
    get contractChanges() {
      return contractChanges;
    },
    open(source, languageId = "soaphttp") {
      const { text, offset } = source.includes("|") ? withCursor(source) : { text: source, offset: 0 };
      const uri = `file:///${++count}.${languageId}`;
      void client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId, version: 1, text },
      });
      return { uri, position: TextDocument.create(uri, languageId, 1, text).positionAt(offset) };
    },
    request,
    ask: (feature, { uri, position }, params) =>
      request(`textDocument/${feature}`, { textDocument: { uri }, position, ...params }),
    async diagnostics(uri) {
      const params = { textDocument: { uri } };
      const report = await request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
      assert.ok(report.kind === "full");
      return report.items;
    },
    openAs: (uri, text) =>
      client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "soaphttp", version: 1, text },
      }),
    edit: (uri, version, text) =>
      client.sendNotification("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      }),
    fileChanged: (uri, type = 2) =>
      client.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] }),
    notify: (method, params) => client.sendNotification(method, params),
  };
}

/** Reads files by their URIs, as a client does. */
export function readIn(files: ReadonlyMap<string, string>): (uri: string) => FileRead {
  return (uri) => {
    const text = files.get(uri);
    return text === undefined ? { kind: "missing" } : { kind: "bytes", bytes: Buffer.from(text).toString("base64") };
  };
}

/** Lets messages pass until the condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) {
    if (holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.fail(`the condition never held: ${holds}`);
}
