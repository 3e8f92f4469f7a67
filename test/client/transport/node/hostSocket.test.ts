/*
 * VS Code replaces Node's agent with its own. These agents imitate its behavior (vscode-proxy-agent 0.35, agent-base,
 * https-proxy-agent). The integration tests use the real one.
 */
import assert from "node:assert/strict";
import http, { type ClientRequest } from "node:http";
import https from "node:https";
import net, { type Socket } from "node:net";
import tls from "node:tls";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { makeCertificates } from "../../../support/transport/certificates.ts";
import { type RawConnection, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending, withHead } from "../../../support/transport/request.ts";

type MakeSocket = (request: ClientRequest) => Promise<Socket>;

suite("a socket from an agent that isn't Node's", () => {
  const originals = { http: http.request, https: https.request };
  let service: RawService;
  teardown(async () => {
    Object.assign(http, { request: originals.http });
    Object.assign(https, { request: originals.https });
    await service.close();
  });

  const odd = () => withHead(requestTo(service, "/s"), "post /s HTTP/1.1", "Host : h\r\n  folded\r\nX: €\r\n");
  const send = (request = odd()) => nodeTransport().send(request, sending({ timeout: 2000 }));

  test("a connected socket gets exactly our bytes; its address and times are unknown", async () => {
    service = await startRawService(answer);
    useAgent(() => connected(service.port));
    const result = await send();
    assert.equal(result.kind, "response");
    assert.equal(
      service.connections[0]?.text,
      "post /s HTTP/1.1\r\nHost : h\r\n  folded\r\nX: \u00e2\u0082\u00ac\r\n\r\n<a/>",
    );
    assert.deepEqual([result.remote, result.timings.tcp, result.changes.length], [undefined, undefined, 0]);
  });

  test("a request is sent to a proxy if the agent gives its path in absolute-form", async () => {
    service = await startRawService(answer);
    useAgent(async (request) => {
      request.path = "http://h:1/";
      request.setHeader("Proxy-Authorization", "Basic eDp5");
      return connected(service.port);
    });
    const result = await send({ ...odd(), absoluteRequestLine: "post http://h:1/s HTTP/1.1" });
    assert.equal(result.kind, "response");
    assert.match(
      service.connections[0]?.text ?? "",
      /^post http:\/\/h:1\/s HTTP\/1\.1\r\nHost : h\r\n {2}folded\r\nX: .*\r\nProxy-Authorization: Basic eDp5\r\n\r\n<a\/>$/,
    );
    assert.deepEqual(
      result.changes.map(({ kind }) => kind),
      ["request-line", "added"],
    );
  });

  test("a request is sent after the handshake of a TLS socket that the agent has resumed", async () => {
    const made = makeCertificates();
    service = await startRawService(answer, made.good);
    useAgent(async (request) => {
      const socket = await connected(service.port);
      request.once("socket", (taken: Socket) => taken.resume());
      return tls.connect({ socket, ca: made.ca, servername: "localhost" });
    });
    const result = await send(requestTo(service, "/s", { scheme: "https" }));
    assert.deepEqual([result.kind, result.tls?.verified], ["response", true]);
    assert.equal(asLatin1(result.wire?.sent ?? new Uint8Array(0)), service.connections[0]?.text);
  });

  test("a rejected CONNECT is a proxy failure with its response, also as data on a plain socket", async () => {
    service = await startRawService(answer);
    useAgent(async (request) => {
      const replay = new net.Socket({ writable: false });
      request.once("socket", (taken: Socket) => {
        assert.ok(taken.listenerCount("data") > 0, "as https-proxy-agent insists");
        taken.push("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno");
        taken.push(null);
      });
      return replay;
    });
    const result = await send(requestTo(service, "/s", { scheme: "https" }));
    assert.ok(result.kind === "proxy");
    assert.deepEqual([result.reason, result.response?.status], ["connect-refused", 407]);
    assert.equal(service.connections.length, 0);
  });

  test("an unreachable proxy that an event reports is a proxy failure with its address", async () => {
    service = await startRawService(answer);
    useAgent((request) => {
      const error = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:3128"), { code: "ECONNREFUSED" });
      request.emit("proxy", { proxy: "PROXY 10.0.0.1:3128", error });
      throw new Error("Failed to establish a socket connection to proxies");
    });
    const result = await send();
    assert.ok(result.kind === "proxy");
    assert.deepEqual([result.reason, result.proxy, result.code], ["unreachable", "10.0.0.1:3128", "ECONNREFUSED"]);
  });

  test("a connection that was used before isn't used", async () => {
    service = await startRawService(answer);
    let asked = 0;
    useAgent(async (request) => {
      asked++;
      request.reusedSocket = asked < 3;
      return connected(service.port);
    });
    const result = await send();
    assert.deepEqual([result.kind, asked], ["response", 3]);
    assert.deepEqual(
      service.connections.map(({ text }) => text !== ""),
      [false, false, true],
    );
  });

  test("an agent that never returns a socket leads to a timeout", async () => {
    service = await startRawService(answer);
    useAgent(() => new Promise(() => {}));
    const result: SendResult = await nodeTransport().send(odd(), sending({ timeout: 200 }));
    assert.equal(result.kind === "timeout" && result.stage, "connect");
  });
});

/** Replaces the agent of every request, as VS Code does. */
function useAgent(makeSocket: MakeSocket): void {
  const agent = {
    defaultPort: 1,
    addRequest(request: ClientRequest & { onSocket(socket: Socket | undefined, error?: Error): void }) {
      Promise.resolve()
        .then(() => makeSocket(request))
        .then(
          (socket) => request.onSocket(socket),
          (error: Error) => request.onSocket(undefined, error),
        );
    },
  };
  for (const [module, original, protocol] of [
    [http, http.request, "http:"],
    [https, https.request, "https:"],
  ] as const) {
    const request = (options: object) =>
      original({ ...options, agent: { ...agent, protocol } as unknown as http.Agent });
    Object.assign(module, { request });
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

async function answer(connection: RawConnection): Promise<void> {
  await connection.until((text) => text.endsWith("<a/>"));
  connection.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
}
