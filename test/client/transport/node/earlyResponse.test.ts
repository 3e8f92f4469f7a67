import assert from "node:assert/strict";
import net, { type AddressInfo, type Socket } from "node:net";
import tls from "node:tls";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { makeCertificates } from "../../../support/transport/certificates.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

const answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntoo large";

type Serve = (socket: Socket) => void;

/** Responds before the request arrives and stops reading: its system replies to later bytes with RST. */
const atOnce: Serve = (socket) => socket.write(answer, () => socket.destroy());

const after =
  (bytes: number, close: (socket: Socket) => void): Serve =>
  (socket) => {
    let got = 0;
    socket.on("data", (piece: Buffer) => {
      got += piece.length;
      if (got < bytes) return;
      socket.removeAllListeners("data").pause();
      close(socket);
    });
  };

suite("a service that responds before the request is sent", () => {
  let server: net.Server;
  const sockets: Socket[] = [];
  teardown((done) => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close(done);
  });

  const send = async (serve: Serve, size: number, pair?: { readonly cert: string; readonly key: string }) => {
    const serveQuietly: Serve = (socket) => {
      sockets.push(socket.on("error", () => {}));
      serve(socket);
    };
    server = pair === undefined ? net.createServer(serveQuietly) : tls.createServer(pair, serveQuietly);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const scheme = pair === undefined ? "http" : "https";
    const request = requestTo({ host: "127.0.0.1", port }, "/", { scheme, body: new Uint8Array(size) });
    const tlsOptions = () => ({ rejectUnauthorized: false });
    return nodeTransport().send(request, sending({ timeout: 20_000, tls: tlsOptions }));
  };

  for (const [name, serve] of [
    ["at once, then disconnects", atOnce],
    ["after the header section, then disconnects", after(1, (socket) => socket.write(answer, () => socket.destroy()))],
    ["in the middle, then disconnects", after(300_000, (socket) => socket.write(answer, () => socket.destroy()))],
    ["in the middle, then half-closes", after(300_000, (socket) => socket.end(answer))],
    ["in the middle, then stops reading", after(300_000, (socket) => socket.write(answer))],
  ] as const satisfies readonly (readonly [string, Serve])[]) {
    for (const size of [400_000, 5_000_000]) {
      test(`the client returns the response to ${size} bytes: ${name}`, async () => {
        const result = await send(serve, size);
        assert.ok(result.kind === "response", `${result.kind} ${JSON.stringify({ ...result, wire: undefined })}`);
        assert.deepEqual([result.status, asLatin1(result.body)], [413, "too large"]);
        const { sent, unsent = Number.NaN } = result.wire ?? assert.fail("no wire");
        assert.equal(sent.length + unsent, asLatin1(sent).indexOf("\r\n\r\n") + 4 + size);
        await result.settled;
      });
    }
  }

  test("the client returns the response over TLS too", async () => {
    const result = await send(atOnce, 5_000_000, makeCertificates().good);
    assert.equal(result.kind === "response" && result.status, 413);
  });

  test("the client returns the received part of a truncated response", async () => {
    const result = await send((socket) => socket.write(answer.slice(0, -3), () => socket.destroy()), 5_000_000);
    assert.ok(result.kind === "truncated", result.kind);
    assert.deepEqual([result.stage, result.expected, result.got], ["body", 9, 6]);
    assert.equal(asLatin1(result.partial?.body ?? new Uint8Array(0)), "too la");
  });

  test("the client returns a reset while sending if there is no response", async () => {
    const result = await send(
      after(1, (socket) => socket.resetAndDestroy()),
      30_000_000,
    );
    assert.ok(result.kind === "reset", result.kind);
    assert.deepEqual([result.how, result.stage], ["reset", "send"]);
  });
});
