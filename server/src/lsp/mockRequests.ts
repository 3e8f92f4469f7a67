import * as l10n from "@vscode/l10n";
import type { Connection } from "vscode-languageserver";
import * as protocol from "../protocol/mockProtocol.ts";
import {
  type Analysis,
  fromBase64,
  MockExchanges,
  mockNames,
  mocksIn,
  type Sending,
} from "../service/languageService.ts";
import type { ExternalResources } from "./externalResources.ts";
import { Mock } from "./mocks.ts";
import type { OpenDocuments } from "./openDocuments.ts";

/** Handles the client's requests about its mock services. */
export function registerMockRequests(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
  now: () => Omit<Sending, "secret">,
): void {
  const mocks = new Map<number, Mock>();
  const analysisOf = (key: string) => documents.requestContext(key)?.analysis;
  connection.onRequest(protocol.NamedMocksRequest, async ({ uri }) => {
    const named = documents.keysOf(uri).map((key) => resources.settled(key, () => namedMocks(analysisOf(key))));
    return { mocks: (await Promise.all(named)).flat() };
  });
  connection.onNotification(protocol.MockAddressesNotification, ({ uri, addresses }) => {
    let first = 0;
    for (const key of documents.keysOf(uri)) {
      const analysis = analysisOf(key);
      const mocks = analysis ? mocksIn(analysis.document) : [];
      const own = addresses.slice(first, first + mocks.length);
      first += mocks.length;
      resources.setMocks(key, new Map([...mockNames(mocks)].map(([name, index]) => [name, own[index] ?? ""])));
    }
  });
  connection.onRequest(protocol.LoadMockRequest, (params) => {
    const mock = mocks.get(params.id) ?? new Mock({ connection, resources, now }, params.id);
    mocks.set(params.id, mock);
    return mock.load(params);
  });
  connection.onRequest(protocol.CalledRequest, ({ id }) => mocks.get(id)?.called() ?? []);
  connection.onNotification(protocol.UnloadMockNotification, ({ id }) => {
    mocks.get(id)?.unload();
    mocks.delete(id);
  });
  connection.onRequest(protocol.RespondRequest, ({ id, number, request }) => {
    return mocks.get(id)?.respond(number, withBytes(request)) ?? {};
  });
  connection.onRequest(protocol.CaptureRequest, ({ id, request }) => {
    const captured = mocks.get(id)?.captured(typeof request === "number" ? request : withBytes(request));
    return captured ?? { text: "", errors: 0, warnings: 0, facts: noFacts, secrets: [] };
  });
  connection.onRequest(protocol.RecordedRequest, ({ request, response }) => {
    return { text: new MockExchanges(() => []).recorded(withBytes(request), withBytes(response)) ?? "" };
  });
}

function namedMocks(analysis: Analysis | undefined): protocol.NamedMocks["mocks"] {
  if (!analysis) return [];
  const { document, resolver } = analysis;
  return mocksIn(document).map(({ path }) => {
    const file = resolver.file(path);
    if (file.kind === "refused") return { why: l10n.t("{0} can't be read: {1}", path, file.why) };
    if (file.kind === "bytes") return { uri: resolver.fileUri(path) };
    return { why: l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path) };
  });
}

const noFacts = { soapVersion: undefined };

function withBytes<T extends { readonly body: string }>(message: T): Omit<T, "body"> & { readonly body: Uint8Array } {
  return { ...message, body: fromBase64(message.body) };
}
