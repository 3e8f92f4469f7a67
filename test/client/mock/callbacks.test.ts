import assert from "node:assert/strict";
import { Callbacks } from "../../../client/src/cli/mock/callbacks.ts";
import { doorWith } from "../../../client/src/cli/wsdl/door.ts";
import { ownResponse } from "../../../client/src/mock/responses.ts";
import { makeCertificates } from "../../support/transport/certificates.ts";
import { type RawConnection, startRawService } from "../../support/transport/rawService.ts";

suite("responses that a mock service sends elsewhere", () => {
  /** Sends callbacks to a service, with a proxy that doesn't exist and a certificate authority. Resolves with the log. */
  async function sent(
    answer: (connection: RawConnection) => unknown,
    send: (callbacks: Callbacks, port: number) => unknown,
    tls?: ReturnType<typeof makeCertificates>,
  ): Promise<readonly string[]> {
    const service = await startRawService(answer, tls?.good);
    const ways = { proxy: { proxy: "http://127.0.0.1:1", pac: undefined }, catalogs: [] };
    const door = doorWith({ client: {}, ca: tls?.ca }, ways, { env: {}, cwd: "/" });
    const log: string[] = [];
    const callbacks = new Callbacks(door, { redact: (text) => text }, { complain: (text) => log.push(text) });
    try {
      await send(callbacks, service.port);
      await callbacks.close();
    } finally {
      await service.close();
    }
    return log;
  }
  const callbackTo = (to: string) => ({
    at: new Date(),
    request: undefined,
    isWhole: true,
    milliseconds: 0,
    response: {
      ...ownResponse(404),
      callback: { to, contentType: "text/xml", soapAction: "urn:a", body: Buffer.from("<a/>") },
    },
  });

  for (const scheme of ["http", "https"]) {
    test(`a response reaches this machine without a proxy, with ${scheme}`, async () => {
      let received = "";
      const answer = async (connection: RawConnection) => {
        received = (await connection.request()).bytes.toString("latin1");
        connection.end("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
      };
      const send = (callbacks: Callbacks, port: number) =>
        callbacks.send(callbackTo(`${scheme}://localhost:${port}/a?b=1`));
      assert.deepEqual(await sent(answer, send, scheme === "https" ? makeCertificates() : undefined), []);
      assert.match(
        received,
        /^POST \/a\?b=1 HTTP\/1\.1\r\nHost: localhost:\d+\r\nContent-Type: text\/xml\r\nSOAPAction: "urn:a"\r\nContent-Length: 4\r\n\r\n<a\/>$/,
      );
    });
  }

  test("at most 100 responses are sent at once, and connections without an answer are closed when the service ends", async () => {
    const log = await sent(
      () => {},
      (callbacks, port) => {
        for (let count = 0; count < 102; count++) callbacks.send(callbackTo(`http://127.0.0.1:${port}/`));
      },
    );
    const left = log.filter((line) => /^The response is not sent to .*: 100 others are being sent\.$/.test(line));
    const ended = log.filter((line) => /^The response to .* could not be sent \(cancelled\)\.$/.test(line));
    assert.deepEqual([left.length, ended.length, log.length], [2, 100, 102]);
  });
});
