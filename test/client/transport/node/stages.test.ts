import assert from "node:assert/strict";
import net, { type Socket } from "node:net";
import type { TlsOptions } from "node:tls";
import { type Connect, whenReady } from "../../../../client/src/transport/node/connect.ts";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult, Stage } from "../../../../client/src/transport/result.ts";
import type { SendOptions, TransportRequest } from "../../../../client/src/transport/transport.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { makeCertificates } from "../../../support/transport/certificates.ts";
import { type RawConnection, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

/** A point at which an exchange stalls, and the request, the connection and the service that cause it. */
interface Stop {
  readonly stage: Stage;
  /** Distinguishes several points of one stage. */
  readonly when?: string;
  readonly answer?: (connection: RawConnection) => unknown;
  readonly tls?: TlsOptions;
  readonly connect?: (port: number) => Connect;
  readonly request?: (request: TransportRequest) => TransportRequest;
  readonly partial?: string;
}

/** Returns a connection that never completes its name lookup or its TCP connection. */
const connecting =
  (make: () => Socket): ((port: number) => Connect) =>
  () =>
  async (target, watch) => {
    const socket = make();
    const failure = await whenReady(socket, target, watch);
    return failure ?? { kind: "connected", socket, proxied: false, absoluteForm: false, proxyAuthorization: undefined };
  };

const big = (request: TransportRequest) => ({ ...request, body: new Uint8Array(30_000_000) });
const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n";

const stops: readonly Stop[] = [
  { stage: "connect", connect: () => (_, watch) => new Promise(() => watch.stage("connect")) },
  { stage: "dns", connect: connecting(() => net.connect({ host: "a.example", port: 1, lookup: () => {} })) },
  {
    stage: "tcp",
    connect: connecting(() => {
      const socket = new net.Socket();
      Object.assign(socket, { connecting: true });
      setImmediate(() => socket.emit("lookup", null, "192.0.2.1", 4, "a.example"));
      return socket;
    }),
  },
  { stage: "tls", answer: () => {}, request: (request) => ({ ...request, scheme: "https" }) },
  { stage: "send", answer: ({ socket }) => socket.pause(), request: big },
  { stage: "response", answer: (connection) => connection.request() },
  { stage: "response", when: "after a 1xx", answer: (connection) => connection.write("HTTP/1.1 100 Continue\r\n\r\n") },
  { stage: "head", answer: (connection) => connection.write(head) },
  { stage: "body", answer: (connection) => connection.write(`${head}\r\nhel`), partial: "hel" },
  {
    stage: "body",
    when: "in a chunk",
    answer: (connection) => connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe"),
    partial: "he",
  },
];

suite("an exchange that stalls at each stage", () => {
  let service: RawService | undefined;
  teardown(async () => {
    await service?.close();
    service = undefined;
  });

  const send = async (stop: Stop, options: Partial<SendOptions>): Promise<SendResult> => {
    service = await startRawService(stop.answer ?? (() => {}), stop.tls);
    const host = stop.connect === undefined ? "127.0.0.1" : "a.example";
    const request = requestTo({ host, port: service.port }, "/s");
    return nodeTransport(stop.connect?.(service.port)).send(stop.request?.(request) ?? request, sending(options));
  };

  for (const stop of stops) {
    const name = `${stop.stage}${stop.when === undefined ? "" : `, ${stop.when}`}`;

    test(`a timeout reports its stage: ${name}`, async () => {
      const result = await send(stop, { timeout: 400 });
      assert.ok(result.kind === "timeout", result.kind);
      assert.equal(result.stage, stop.stage);
      assert.equal(result.sentAll, !["connect", "dns", "tcp", "tls", "send"].includes(stop.stage));
      assert.equal(result.partial && asLatin1(result.partial.body), stop.partial);
    });

    test(`cancellation reports its stage: ${name}`, async () => {
      const controller = new AbortController();
      const reached = (stage: Stage, receivedBytes: number) =>
        stage === stop.stage &&
        receivedBytes >= (stop.partial?.length ?? 0) &&
        setTimeout(() => controller.abort(), 50);
      const result = await send(stop, {
        timeout: 20_000,
        signal: controller.signal,
        onProgress: ({ stage, receivedBytes }) => reached(stage, receivedBytes),
      });
      assert.ok(result.kind === "cancelled", result.kind);
      assert.equal(result.stage, stop.stage);
      assert.equal(result.partial && asLatin1(result.partial.body), stop.partial);
      for (const connection of service?.connections ?? []) await gone(connection.socket);
    });
  }

  test("a long upload that makes progress doesn't time out", async () => {
    const stop: Stop = {
      stage: "send",
      request: big,
      answer: ({ socket }) => {
        socket.removeAllListeners("data");
        const slowly = setInterval(() => {
          socket.resume();
          setImmediate(() => socket.pause());
        }, 3);
        let got = 0;
        socket.on("data", (piece: Buffer) => {
          got += piece.length;
          if (got < 30_000_000) return;
          clearInterval(slowly);
          socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
      },
    };
    assert.equal((await send(stop, { timeout: 700 })).kind, "response");
  });

  test("the stages are the same over TLS", async () => {
    const made = makeCertificates();
    const stop: Stop = {
      stage: "response",
      tls: made.good,
      request: (request) => ({ ...request, scheme: "https" }),
      answer: (connection) => connection.request(),
    };
    const result = await send(stop, { timeout: 1000, tls: () => ({ ca: made.ca }) });
    assert.equal(result.kind === "timeout" && result.stage, "response");
  });
});

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    // A paused socket doesn't receive its end.
    socket.resume();
    if (socket.destroyed) resolve();
    else socket.once("close", () => resolve());
  });
}
