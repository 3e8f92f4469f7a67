import type { Connection } from "vscode-languageserver";
import * as protocol from "../protocol/mockProtocol.ts";
import { fromBase64, MockExchanges, type Sending } from "../service/languageService.ts";
import type { ExternalResources } from "./externalResources.ts";
import { Mock } from "./mocks.ts";

/** Handles the client's requests about its mock services. */
export function registerMockRequests(
  connection: Connection,
  resources: ExternalResources,
  now: () => Omit<Sending, "secret">,
): void {
  const mocks = new Map<number, Mock>();
  connection.onRequest(protocol.LoadMockRequest, (params) => {
    const mock = mocks.get(params.id) ?? new Mock({ connection, resources, now }, params.id);
    mocks.set(params.id, mock);
    return mock.load(params);
  });
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

const noFacts = { soapVersion: undefined };

function withBytes<T extends { readonly body: string }>(message: T): Omit<T, "body"> & { readonly body: Uint8Array } {
  return { ...message, body: fromBase64(message.body) };
}
