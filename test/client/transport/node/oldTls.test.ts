import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import { secureOptions } from "../../../../client/src/transport/node/secureOptions.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import type { TlsOptions } from "../../../../client/src/transport/transport.ts";
import type { RequestTls } from "../../../../server/src/protocol/protocol.ts";
import { type Certificates, makeCertificates } from "../../../support/transport/certificates.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

/** OpenSSL's s_server is a service with the TLS of an old appliance. */
suite("TLS to an old service", () => {
  let made: Certificates;
  let folder: string;
  const services: ChildProcess[] = [];
  suiteSetup(() => {
    made = makeCertificates();
    folder = mkdtempSync(join(tmpdir(), "soaphttp-old-"));
    for (const [name, { cert, key }] of Object.entries({ good: made.good, other: made.wrongHost }))
      writeFileSync(join(folder, `${name}.pem`), cert + key);
    writeFileSync(join(folder, "ca.pem"), made.ca);
  });
  teardown(() => {
    for (const service of services.splice(0)) service.kill();
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  async function serve(...options: readonly string[]): Promise<number> {
    const port = await freePort();
    const args = ["s_server", "-accept", `${port}`, "-cert", "good.pem", "-www", ...options];
    const service = spawn("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    services.push(service);
    // The service prints other lines before this one.
    for await (const text of service.stdout.iterator({ destroyOnReturn: false }))
      if (String(text).includes("ACCEPT")) break;
    return port;
  }

  const send = (port: number, typed: RequestTls = {}, more: TlsOptions = {}): Promise<SendResult> => {
    const { key: _, ...own } = typed;
    const request = { ...requestTo({ host: "localhost", port }, "/", { scheme: "https", method: "GET" }), tls: typed };
    return nodeTransport().send(
      request,
      sending({ tls: (_host, _port, tls) => (tls ? { ca: made.ca, ...own, ...more } : {}) }),
    );
  };

  test("an old service with TLS 1.0 is reached with minVersion and level 0, and only with both", async () => {
    const port = await serve("-tls1", "-cipher", "DEFAULT@SECLEVEL=0");
    const refused = await send(port);
    assert.deepEqual([refused.kind, refused.kind === "tls" && refused.reason], ["tls", "no-common-version"]);
    assert.equal((await send(port, { minVersion: "TLSv1" })).kind, "tls");
    const reached = await send(port, { minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" });
    assert.deepEqual([reached.kind, reached.tls?.version, reached.tls?.verified], ["response", "TLSv1", true]);
  });

  test("the name that a service gets is servername, and its certificate must be for it", async () => {
    const port = await serve("-servername", "other.example", "-cert2", "other.pem", "-key2", "other.pem");
    assert.equal((await send(port)).kind, "response");
    const named = await send(port, { servername: "other.example" });
    assert.deepEqual(named.tls?.certificate?.names, ["DNS:other.example"]);
    const other = await send(port, { servername: "third.example" });
    assert.deepEqual([other.kind, other.kind === "tls" && other.reason], ["tls", "wrong-host"]);
  });

  test("the client sends the client certificate of the options", async () => {
    const port = await serve("-Verify", "1", "-CAfile", "ca.pem", "-verify_return_error");
    assert.equal((await send(port)).kind, "tls");
    assert.equal((await send(port, { key: "me" }, made.client)).kind, "response");
  });

  test("legacyRenegotiation is an option of OpenSSL, which no service of today can be asked to need", () => {
    assert.equal(secureOptions({ legacyRenegotiation: true }).secureOptions, constants.SSL_OP_LEGACY_SERVER_CONNECT);
    assert.equal(secureOptions({}).secureOptions, undefined);
  });

  test("ciphers that OpenSSL doesn't know are reported before anything is sent", async () => {
    const result = await send(1, { ciphers: "NOTHING" });
    assert.deepEqual([result.kind, result.kind === "unsendable" && result.reason], ["unsendable", "ciphers"]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
