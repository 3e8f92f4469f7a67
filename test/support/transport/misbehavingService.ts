/* The service of the transport contract: each path misbehaves in its own way. Supports browsers (CORS). */
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { issued, verdict } from "../computedJudges.ts";
import { type RawConnection, type RawRequest, type RawService, startRawService } from "./rawService.ts";

const allow = "Access-Control-Allow-Origin: *\r\n";
const xml = "Content-Type: application/soap+xml; charset=utf-8\r\n";
const envelope = "<s:Envelope/>";

type Behaviour = (connection: RawConnection, request: RawRequest) => unknown;

export function startMisbehavingService(): Promise<RawService> {
  return startRawService(async (connection) => {
    // Clients reuse connections that the service doesn't close. Requests on a closed one are ignored: browsers send them
    // again on another one.
    const { socket } = connection;
    while (!socket.destroyed && !socket.writableEnded) await respond(connection, await connection.request());
  });
}

function respond(connection: RawConnection, request: RawRequest): unknown {
  if (request.method === "OPTIONS") return preflight(connection, request);
  // The probe of the browser transport.
  if (request.method === "HEAD" && request.target === "/") return connection.end("HTTP/1.1 204 No Content\r\n\r\n");
  const [name = ""] = request.target.slice(1).split("?");
  const behaviour = behaviours[name];
  if (behaviour === undefined) return connection.end(`HTTP/1.1 404 Not Found\r\n${allow}Content-Length: 0\r\n\r\n`);
  return behaviour(connection, request);
}

function preflight(connection: RawConnection, { head }: RawRequest): void {
  const wanted = /^access-control-request-headers: *(.*)\r$/im.exec(head)?.[1] ?? "";
  connection.end(
    `HTTP/1.1 204 No Content\r\n${allow}Access-Control-Allow-Methods: *\r\nAccess-Control-Allow-Headers: ${wanted}\r\n\r\n`,
  );
}

function answer(body: string | Uint8Array, fields = "", status = "200 OK"): Uint8Array {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\n${allow}${xml}${fields}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

const compressed = { gzip: gzipSync(envelope), deflate: deflateSync(envelope), br: brotliCompressSync(envelope) };
const brokenGzip = gzipSync(envelope.repeat(1000)).subarray(0, 60);

let unseen = 0;

const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: (connection) => connection.end(answer(envelope)),
  "ok-alive": (connection) => connection.write(answer(envelope)),
  fault: (connection) => connection.end(answer("<s:Fault/>", "", "500 Internal Server Error")),
  echo: (connection, { bytes }) => connection.end(answer(bytes)),
  token: (connection) => connection.end(answer('{"access_token": "25", "expires_in": 3600}')),
  "echo-body": (connection, { body }) => connection.end(answer(body)),
  /** Whether programs that aren't ours accept the request, whose name is behind the question mark. */
  judge: (connection, { body, target }) =>
    connection.end(answer(verdict(target.split("?")[1] ?? "", body.toString("utf8")))),
  issue: (connection) => connection.end(answer(issued())),
  chunked: (connection) =>
    connection.end(
      `HTTP/1.1 200 OK\r\n${allow}${xml}Transfer-Encoding: chunked\r\n\r\n3;x=y\r\n<s:\r\na\r\nEnvelope/>\r\n0\r\nT: v\r\n\r\n`,
    ),
  "until-close": (connection) => connection.end(`HTTP/1.1 200 OK\r\n${allow}${xml}\r\n${envelope}`),
  "http-1.0": (connection) => connection.end(`HTTP/1.0 200 OK\r\n${allow}${xml}\r\n${envelope}`),
  /** Takes two seconds, but less than 200 ms for each byte. */
  slow: async (connection) => {
    const bytes = answer(envelope);
    for (const [index, byte] of bytes.entries()) {
      connection.write(Uint8Array.of(byte));
      await delay(index < bytes.length - envelope.length ? 1 : 150);
    }
  },
  gzip: (connection) => connection.end(answer(compressed.gzip, "Content-Encoding: gzip\r\n")),
  deflate: (connection) => connection.end(answer(compressed.deflate, "Content-Encoding: deflate\r\n")),
  "deflate-raw": (connection) => connection.end(answer(deflateRawSync(envelope), "Content-Encoding: deflate\r\n")),
  br: (connection) => connection.end(answer(compressed.br, "Content-Encoding: br\r\n")),
  "broken-gzip": (connection) => connection.end(answer(brokenGzip, "Content-Encoding: gzip\r\n")),
  "gzip-bomb": (connection) => connection.end(answer(gzipSync(" ".repeat(1_000_000)), "Content-Encoding: gzip\r\n")),
  silent: () => {},
  stalls: (connection) => connection.write(answer(envelope).subarray(0, -5)),
  endless: async (connection) => {
    connection.write(`HTTP/1.1 200 OK\r\n${allow}${xml}\r\n`);
    while (!connection.socket.destroyed) {
      connection.write("x".repeat(10_000));
      await delay(1);
    }
  },
  "cut-off": (connection) => connection.end(answer(envelope).subarray(0, -5)),
  reset: (connection) => connection.reset(),
  closed: (connection) => connection.end(),
  garbage: (connection) => connection.write("220 mail.example ESMTP\r\n"),
  "http-0.9": (connection) => connection.end("<html>no head</html>"),
  /** Processes the request, but a browser may not read the response. `count` returns how often. */
  "no-cors": (connection) => {
    unseen++;
    connection.end(`HTTP/1.1 200 OK\r\n${xml}Content-Length: ${envelope.length}\r\n\r\n${envelope}`);
  },
  count: (connection) => connection.end(answer(String(unseen))),
  redirect: (connection, { target }) => {
    const [status = "302", location = ""] = decodeURIComponent(target.split("?")[1] ?? "").split(" ");
    connection.end(`HTTP/1.1 ${status} Elsewhere\r\n${allow}Location: ${location}\r\nContent-Length: 0\r\n\r\n`);
  },
};
