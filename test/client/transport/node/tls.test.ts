import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { TlsOptions as ServerOptions } from "node:tls";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult, TlsReason } from "../../../../client/src/transport/result.ts";
import type { TlsOptions } from "../../../../client/src/transport/transport.ts";
import { asLatin1, latin1 } from "../../../support/transport/bytes.ts";
import { type Certificates, makeCertificates } from "../../../support/transport/certificates.ts";
import { type RawConnection, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

suite("TLS over a socket", () => {
  let made: Certificates;
  const services: RawService[] = [];
  suiteSetup(() => {
    made = makeCertificates();
  });
  teardown(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  const start = async (options: ServerOptions, answer = answerOk) => {
    const service = await startRawService(answer, options);
    services.push(service);
    return service;
  };
  const send = ({ port }: RawService, tls: TlsOptions = { ca: made.ca }, host = "localhost"): Promise<SendResult> =>
    nodeTransport().send(requestTo({ host, port }, "/s", { scheme: "https" }), sending({ tls: () => tls }));

  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    test(`the bytes that the service received and sent are recorded with ${version}`, async () => {
      const service = await start({ ...made.good, minVersion: version, maxVersion: version });
      const result = await send(service);
      assert.equal(result.kind, "response");
      const [connection] = service.connections;
      assert.equal(asLatin1(result.wire?.sent ?? new Uint8Array(0)), connection?.text);
      assert.equal(asLatin1(result.wire?.received ?? new Uint8Array(0)), ok);
      assert.deepEqual([result.tls?.version, result.tls?.verified], [version, true]);
      assert.equal(result.tls?.certificate?.subject, "CN=localhost, O=Tests");
      assert.equal(result.tls?.certificate?.issuer, "CN=Test Authority");
      assert.deepEqual(result.tls?.certificate?.names, ["DNS:localhost", "IP Address:127.0.0.1"]);
      assert.equal(typeof result.timings.tls, "number");
    });
  }

  test("the client accepts a certificate for an IP address", async () => {
    const result = await send(await start(made.good), undefined, "127.0.0.1");
    assert.equal(result.kind, "response");
  });

  test("nothing is sent to a service with an expired certificate, and the failure has the dates", async () => {
    const service = await start(made.expired);
    const failure = tlsFailure(await send(service), "expired");
    assert.equal(failure.code, "CERT_HAS_EXPIRED");
    assert.ok(new Date(failure.certificate?.validTo ?? "").getTime() < Date.now());
    assert.deepEqual(service.connections.map(({ text }) => text).join(""), "");
  });

  test("nothing is sent to a service with a certificate for another host, and the failure has its names", async () => {
    const service = await start(made.wrongHost);
    const failure = tlsFailure(await send(service), "wrong-host");
    assert.deepEqual([failure.host, failure.certificate?.names], ["localhost", ["DNS:other.example"]]);
    assert.deepEqual(service.connections.map(({ text }) => text).join(""), "");
  });

  test("a self-signed certificate is a failure", async () => {
    const failure = tlsFailure(await send(await start(made.selfSigned)), "self-signed");
    assert.equal(failure.certificate?.subject, failure.certificate?.issuer);
  });

  test("only a certificate trusted by its fingerprint is accepted with any error", async () => {
    for (const name of ["selfSigned", "expired", "wrongHost"] as const) {
      const service = await start(made[name]);
      const refused = await send(service);
      assert.ok(refused.kind === "tls" && refused.certificate !== undefined);
      const trusted = await send(service, { certificate: refused.certificate.fingerprint256 });
      assert.deepEqual([trusted.kind, trusted.tls?.verified], ["response", true], name);
    }
    const service = await start(made.selfSigned);
    tlsFailure(await send(service, { certificate: "AB:CD" }), "self-signed");
    assert.deepEqual(service.connections.map(({ text }) => text).join(""), "");
  });

  test("a certificate of an unknown certificate authority is a failure", async () => {
    const failure = tlsFailure(await send(await start(made.good), {}), "unknown-issuer");
    assert.equal(failure.certificate?.issuer, "CN=Test Authority");
  });

  test("the client sends without verification if it is disabled for the host, and reports the error", async () => {
    const result = await send(await start(made.expired), { ca: made.ca, rejectUnauthorized: false });
    assert.equal(result.kind, "response");
    assert.deepEqual([result.tls?.verified, result.tls?.verifyError], [false, "CERT_HAS_EXPIRED"]);
  });

  test("a request fails if client and service have no TLS version in common", async () => {
    const service = await start({
      ...made.good,
      maxVersion: "TLSv1.1",
      minVersion: "TLSv1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    tlsFailure(await send(service), "no-common-version");
  });

  test("plain HTTP on the port is a failure", async () => {
    const service = await startRawService((connection) => connection.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    services.push(service);
    tlsFailure(await send(service), "not-tls");
  });

  test("a connection closed during the handshake is a failure", async () => {
    const service = await startRawService((connection) => connection.end());
    services.push(service);
    tlsFailure(await send(service), "closed");
  });

  test("a service that is silent during the handshake leads to a timeout in the TLS stage", async () => {
    const service = await startRawService(() => {});
    services.push(service);
    const request = requestTo({ host: "127.0.0.1", port: service.port }, "/", { scheme: "https" });
    const result = await nodeTransport().send(request, sending({ timeout: 300 }));
    assert.equal(result.kind === "timeout" && result.stage, "tls");
  });

  test("client and service without a common cipher are a failure", async () => {
    const service = await start({ ...made.good, maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-GCM-SHA256" });
    tlsFailure(await send(service), "no-common-cipher");
  });

  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    test(`the failure says that a client certificate is required with ${version}`, async () => {
      const service = await start({
        ...made.good,
        ca: made.ca,
        requestCert: true,
        rejectUnauthorized: true,
        maxVersion: version,
      });
      tlsFailure(await send(service), "client-certificate");
    });
  }

  test("the client sends a client certificate as PEM, PEM with a passphrase, or PFX", async () => {
    const service = await start({ ...made.good, ca: made.ca, requestCert: true, rejectUnauthorized: true });
    const { ca, passphrase } = made;
    for (const own of [
      made.client,
      { cert: made.client.cert, key: made.clientKeyEncrypted, passphrase },
      { pfx: made.clientPfx, passphrase },
    ]) {
      const result = await send(service, { ca, ...own });
      assert.equal(result.kind, "response");
    }
  });

  test("an unusable client certificate is reported as unsendable", async () => {
    const service = await start(made.good);
    const { ca, client, clientPfx: pfx, clientKeyEncrypted, good } = made;
    for (const [reason, own] of [
      ["passphrase-wrong", { pfx, passphrase: "wrong" }],
      ["passphrase-missing", { pfx }],
      ["passphrase-wrong", { cert: client.cert, key: clientKeyEncrypted, passphrase: "wrong" }],
      ["passphrase-missing", { cert: client.cert, key: clientKeyEncrypted }],
      ["client-certificate", { cert: client.cert, key: good.key }],
      ["client-certificate", { cert: "nonsense", key: client.key }],
      ["client-certificate", { pfx: latin1("nonsense"), passphrase: "x" }],
    ] as const) {
      const result = await send(service, { ca, ...own });
      assert.equal(result.kind === "unsendable" && result.reason, reason);
    }
    assert.equal(service.connections.length, 0);
  });

  suite("asking for a passphrase", () => {
    const wantsClient = () => start({ ...made.good, ca: made.ca, requestCert: true, rejectUnauthorized: true });
    /** Returns these answers, one after the other; the last one is repeated. */
    const asking = (...answers: (string | undefined)[]) => {
      const opened: boolean[] = [];
      const askPassphrase = async (opens: (passphrase: string) => boolean) => {
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        opened.push(answer !== undefined && opens(answer));
        return answer;
      };
      return { opened, askPassphrase };
    };

    for (const name of ["pfx", "encrypted key"] as const) {
      const locked = () =>
        name === "pfx" ? { pfx: made.clientPfx } : { cert: made.client.cert, key: made.clientKeyEncrypted };

      test(`the client asks once, and uses the passphrase: ${name}`, async () => {
        const { opened, askPassphrase } = asking(made.passphrase);
        const result = await send(await wantsClient(), { ca: made.ca, ...locked(), askPassphrase });
        assert.deepEqual([result.kind, opened], ["response", [true]]);
      });

      test(`the client reports a wrong or missing passphrase without sending or asking twice: ${name}`, async () => {
        const service = await wantsClient();
        for (const [answer, reason] of [
          ["wrong", "passphrase-wrong"],
          [undefined, "passphrase-missing"],
        ] as const) {
          const { opened, askPassphrase } = asking(answer);
          const result = await send(service, { ca: made.ca, ...locked(), askPassphrase });
          assert.equal(result.kind === "unsendable" && result.reason, reason);
          assert.deepEqual(opened, [false]);
        }
        assert.equal(service.connections.length, 0);
      });

      test(`the client doesn't ask if a passphrase is given, right or wrong: ${name}`, async () => {
        const service = await wantsClient();
        const { opened, askPassphrase } = asking(made.passphrase);
        for (const [passphrase, kind] of [
          [made.passphrase, "response"],
          ["wrong", "unsendable"],
        ] as const) {
          const result = await send(service, { ca: made.ca, ...locked(), passphrase, askPassphrase });
          assert.equal(result.kind, kind);
        }
        assert.deepEqual(opened, []);
      });
    }

    test("the client doesn't ask if the key has no passphrase", async () => {
      const { opened, askPassphrase } = asking(made.passphrase);
      assert.equal((await send(await wantsClient(), { ca: made.ca, ...made.client, askPassphrase })).kind, "response");
      assert.deepEqual(opened, []);
    });

    test("the timeout doesn't include the time for typing", async () => {
      const service = await wantsClient();
      const askPassphrase = () => delay(2100, made.passphrase);
      const tls = { ca: made.ca, pfx: made.clientPfx, askPassphrase };
      const request = requestTo({ host: "localhost", port: service.port }, "/s", { scheme: "https" });
      const result = await nodeTransport().send(request, sending({ timeout: 2000, tls: () => tls }));
      assert.equal(result.kind, "response");
    });

    test("the client sends nothing when cancelled while asking", async () => {
      const service = await wantsClient();
      const controller = new AbortController();
      const askPassphrase = async () => {
        controller.abort();
        return made.passphrase;
      };
      const tls = { ca: made.ca, pfx: made.clientPfx, askPassphrase };
      const request = requestTo({ host: "localhost", port: service.port }, "/s", { scheme: "https" });
      const result = await nodeTransport().send(request, sending({ signal: controller.signal, tls: () => tls }));
      assert.equal(result.kind, "cancelled");
      assert.equal(service.connections.map(({ text }) => text).join(""), "");
    });
  });
});

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

async function answerOk(connection: RawConnection): Promise<void> {
  await connection.request();
  connection.end(ok);
}

function tlsFailure(result: SendResult, reason: TlsReason) {
  assert.equal(result.kind, "tls");
  if (result.kind !== "tls") throw new Error("no TLS failure");
  assert.equal(result.reason, reason, result.code);
  return result;
}
