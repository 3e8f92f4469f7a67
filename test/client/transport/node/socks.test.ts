import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { proxyEnvironment } from "../../../../client/src/transport/node/proxyEnvironment.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { requirePackages } from "../../../support/debian.mjs";
import { type Certificates, makeCertificates } from "../../../support/transport/certificates.ts";
import { closedPort, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

/** The proxy is microsocks; that it passed the bytes on is shown by what it refuses. */
suite("sending through a SOCKS proxy", () => {
  let made: Certificates;
  let service: RawService;
  let secure: RawService;
  const proxies: ChildProcess[] = [];
  let open = "";
  let locked = "";
  suiteSetup(async function () {
    requirePackages(this, "microsocks", ["microsocks"]);
    made = makeCertificates();
    const answer = async (connection: { request(): Promise<unknown>; end(text: string): void }) => {
      await connection.request();
      connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    };
    service = await startRawService(answer);
    secure = await startRawService(answer, made.good);
    open = await start();
    locked = await start("-u", "ann", "-P", "p@ss:word");
  });
  suiteTeardown(async () => {
    for (const proxy of proxies) proxy.kill();
    await service?.close();
    await secure?.close();
  });

  async function start(...options: readonly string[]): Promise<string> {
    const port = await closedPort();
    proxies.push(spawn("microsocks", ["-i", "127.0.0.1", "-p", `${port}`, ...options], { stdio: "ignore" }));
    for (let tries = 0; tries < 100 && !(await listens(port)); tries++) await delay(50);
    return `127.0.0.1:${port}`;
  }

  const send = (
    to: { readonly port: number },
    { option, proxy, host = "localhost" }: { option?: string; proxy?: string; host?: string },
  ): Promise<SendResult> => {
    const scheme = to === secure ? "https" : "http";
    const request = { ...requestTo({ host, port: to.port }, "/s", { scheme }), ...(proxy ? { proxy } : {}) };
    return nodeTransport(proxyEnvironment({}, undefined, option)).send(
      request,
      sending({ tls: () => ({ ca: made.ca }) }),
    );
  };

  for (const scheme of ["socks5", "socks5h"]) {
    test(`a request takes the proxy ${scheme}, with http and https, and its details say so`, async () => {
      for (const to of [service, secure]) {
        const result = await send(to, {
          option: `${scheme}://${open}`,
          host: to === secure ? "localhost" : "127.0.0.1",
        });
        assert.deepEqual([result.kind, result.proxy, result.remote], ["response", `${scheme}://${open}`, undefined]);
      }
    });
  }

  test("a request has the bytes that are typed, without an absolute target or a login", async () => {
    await send(service, { option: `socks5h://ann:p%40ss%3Aword@${locked}` });
    const { text } = service.connections.at(-1) ?? { text: "" };
    assert.match(text, /^\S+ \/s HTTP\/1\.1\r\n/);
    assert.doesNotMatch(text, /ann|proxy-authorization/i);
  });

  test("a login is sent if the proxy asks for it, and a wrong or a missing one is reported without it", async () => {
    assert.equal((await send(service, { option: `socks5://ann:p%40ss%3Aword@${locked}` })).kind, "response");
    for (const [login, detail] of [
      ["ann:wrong@", "user or password is wrong"],
      ["", "it requires a user and a password"],
    ]) {
      const result = await send(service, { option: `socks5://${login}${locked}` });
      assert.ok(result.kind === "proxy" && result.reason === "connect-refused");
      assert.deepEqual([result.proxy, result.detail], [locked, detail]);
    }
  });

  test("# @proxy of a request takes precedence, with the login of --proxy if both name the same proxy", async () => {
    const direct = await send(service, { option: "socks5://127.0.0.1:1", proxy: "none" });
    assert.deepEqual([direct.kind, direct.proxy], ["response", undefined]);
    const own = await send(service, { option: "socks5://127.0.0.1:1", proxy: `socks5h://${open}` });
    assert.deepEqual([own.kind, own.proxy], ["response", `socks5h://${open}`]);
    const withLogin = await send(service, {
      option: `socks5://ann:p%40ss%3Aword@${locked}`,
      proxy: `socks5://${locked}`,
    });
    assert.equal(withLogin.kind, "response");
    const other = await send(service, { option: `socks5://ann:p%40ss%3Aword@${open}`, proxy: `socks5://${locked}` });
    assert.equal(other.kind, "proxy");
  });

  test("a host that the proxy can't reach, and a proxy that isn't one, are reported as failures of the proxy", async () => {
    const closed = await send({ port: await closedPort() }, { option: `socks5://${open}` });
    assert.ok(closed.kind === "proxy" && closed.reason === "connect-refused", closed.kind);
    const none = await send(service, { option: `socks5://127.0.0.1:${await closedPort()}` });
    assert.ok(none.kind === "proxy" && none.reason === "unreachable", none.kind);
    const unknown = await send(service, { option: `socks5://${open}`, host: "no.such.host.invalid" });
    assert.equal(unknown.kind, "dns");
  });
});

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .on("connect", () => resolve(true))
      .on("error", () => resolve(false))
      .on("connect", () => socket.destroy());
  });
}
