import assert from "node:assert/strict";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { type NtlmOptions, type NtlmService, startNtlmService } from "../../../support/transport/ntlmService.ts";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { type Parts, requestTo, sending } from "../../../support/transport/request.ts";

suite("NTLM in the Node transport", () => {
  const open: RawService[] = [];
  teardown(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function service(options: NtlmOptions = {}): Promise<NtlmService> {
    const started = await startNtlmService(options);
    open.push(started);
    return started;
  }

  const send = (to: RawService, { password = "Password", parts = {} as Parts, target = "/s" } = {}) => {
    const login = { scheme: "ntlm", user: "User", password, domain: "Domain" } as const;
    return nodeTransport().send({ ...requestTo(to, target, parts), authentication: login }, sending());
  };

  const outcome = (result: SendResult) => [
    result.kind === "response" ? result.status : result.kind,
    result.authenticationProblem,
  ];

  for (const time of [true, false]) {
    test(`the client answers a challenge ${time ? "with" : "without"} a time over the same connection`, async () => {
      const to = await service({ time });
      const result = await send(to, { parts: { lines: ["X-A: 1"], body: "<ü/>" } });
      assert.deepEqual([outcome(result), to.verdicts, to.services], [[200, undefined], [""], ["HTTP/127.0.0.1"]]);
      assert.equal(to.connections.length, 1);
      const [first, last] = to.requests;
      assert.match(first?.head ?? "", /\r\nContent-Length: 0\r\n(?:X-A: 1\r\n)?Authorization: NTLM [\w+/=]+\r\n\r\n$/);
      assert.equal(first?.body.length, 0);
      assert.equal(last?.body.toString(), "<ü/>");
      assert.deepEqual(
        result.authentication?.map(({ scheme, status }) => [scheme, status]),
        [["ntlm", 401]],
      );
      assert.deepEqual(
        result.changes.map(({ kind }) => kind),
        ["added"],
      );
    });
  }

  test("the failure says that the password is wrong", async () => {
    const to = await service();
    assert.deepEqual(outcome(await send(to, { password: "password" })), [401, { kind: "refused" }]);
    assert.deepEqual(to.verdicts, ["wrong password"]);
  });

  test("the client sends the request as typed where the service asks for no credentials", async () => {
    const to = await service({ open: true });
    assert.deepEqual(outcome(await send(to, { parts: { body: "whole" } })), [200, undefined]);
    assert.deepEqual(
      to.requests.map(({ head, body }) => [/authorization/i.test(head), body.toString()]),
      [
        [true, ""],
        [false, "whole"],
      ],
    );
  });

  test("the failure says that the service closes the connection", async () => {
    const to = await service({ closes: true });
    const result = await send(to);
    assert.deepEqual(outcome(result), [401, { kind: "connection-closed", scheme: "ntlm" }]);
    assert.deepEqual(
      result.changes.map(({ kind }) => kind),
      ["added", "body-dropped"],
    );
  });

  test("the client sends only the first message if the service offers something else, or a broken challenge", async () => {
    for (const [value, problem] of [
      ['Basic realm="x"', { kind: "not-offered", scheme: "ntlm", offered: ["Basic"] }],
      ["NTLM", { kind: "unreadable", scheme: "ntlm" }],
      ["NTLM !!!", { kind: "unreadable", scheme: "ntlm" }],
      ["NTLM TlRMTVNTUAACAAAA", { kind: "unreadable", scheme: "ntlm" }],
      [`NTLM ${"A".repeat(40_000)}`, { kind: "unreadable", scheme: "ntlm" }],
    ] as const) {
      const to = await startRawService(async (connection) => {
        await connection.request();
        connection.write(`HTTP/1.1 401 No\r\nWWW-Authenticate: ${value}\r\nContent-Length: 0\r\n\r\n`);
      });
      open.push(to);
      assert.deepEqual(outcome(await send(to)), [401, problem], value);
      assert.equal(to.connections.length, 1);
      assert.doesNotMatch(to.connections[0]?.text ?? "", /<a\/>/);
    }
  });

  test("the client tries NTLM in Negotiate, bare and in SPNEGO, without the body, if the service offers that alone", async () => {
    const sent: string[] = [];
    const to = await startRawService(async (connection) => {
      for (;;) {
        sent.push((await connection.request()).bytes.toString("latin1"));
        connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n");
      }
    });
    open.push(to);
    assert.deepEqual(outcome(await send(to, { parts: { body: "<a/>" } })), [401, { kind: "not-negotiated" }]);
    const begins = sent.map((text) => /Authorization: (\w+ \w{12}).*\r\n\r\n$/.exec(text)?.[1]);
    assert.deepEqual(begins, ["NTLM TlRMTVNTUAAB", "Negotiate TlRMTVNTUAAB", "Negotiate YEgGBisGAQUF"]);
  });

  test("a request fails as every other does if the connection ends after the challenge", async () => {
    const challenge = "TlRMTVNTUAACAAAAAAAAADgAAAAFgokAASNFZ4mrze8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const to = await startRawService(async (connection) => {
      await connection.request();
      connection.write(`HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM ${challenge}\r\nContent-Length: 0\r\n\r\n`);
      await connection.request();
      connection.reset();
    });
    open.push(to);
    const result = await send(to);
    assert.notEqual(result.kind, "response");
  });

  test("the client leaves no connection open", async () => {
    const to = await service();
    const result = await send(to);
    if (result.kind === "response") await result.settled;
    const [connection] = to.connections;
    await new Promise<void>((resolve) => {
      if (connection?.socket.destroyed) resolve();
      connection?.socket.once("close", () => resolve());
      connection?.socket.resume();
    });
    assert.ok(connection?.socket.destroyed);
  });
});
