import assert from "node:assert/strict";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import {
  type DigestOptions,
  type DigestService,
  startDigestService,
} from "../../../support/transport/digestService.ts";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { type Parts, requestTo, sending } from "../../../support/transport/request.ts";

const login = { scheme: "digest", user: "ann", password: "secret", domain: "" } as const;

suite("Digest in the Node transport", () => {
  const open: RawService[] = [];
  teardown(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function service(options: DigestOptions = {}): Promise<DigestService> {
    const started = await startDigestService(options);
    open.push(started);
    return started;
  }

  async function raw(...answers: readonly string[]): Promise<RawService> {
    let index = 0;
    const started = await startRawService(async (connection) => {
      await connection.request();
      connection.end(answers[Math.min(index++, answers.length - 1)]);
    });
    open.push(started);
    return started;
  }

  const transport = () => nodeTransport();

  async function send(
    to: { readonly host: string; readonly port: number },
    {
      using = transport(),
      user = "ann",
      password = "secret",
      target = "/s?a=1",
      parts = {} as Parts,
      redirects = "never" as "never" | "always",
    } = {},
  ): Promise<SendResult> {
    const request = { ...requestTo(to, target, parts), authentication: { ...login, user, password } };
    return using.send(request, sending({ redirects }));
  }

  const statusOf = (result: SendResult) => (result.kind === "response" ? result.status : result.kind);

  for (const algorithm of ["", "MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256", "SHA-512-256-sess"]) {
    for (const qop of ["", "auth", "auth-int", "auth-int, auth"]) {
      test(`the client answers ${algorithm || "no algorithm"} with ${qop || "no qop"}, and uses the nonce again`, async () => {
        const to = await service({ algorithms: [algorithm], qop, opaque: "o" });
        const using = transport();
        for (const target of ["/a", "/b?c", "/a"]) assert.equal(statusOf(await send(to, { using, target })), 200);
        assert.deepEqual(to.verdicts, ["no credentials", "", "", ""]);
      });
    }
  }

  test("the client sends the request as typed first, and then the same bytes with one more header", async () => {
    const to = await service();
    const lines = ["X-A: 1", "  folded", "x-b:2"];
    const result = await send(to, { parts: { lines, body: "<ü>\r\n</ü>" } });
    const [first, second] = to.requests;
    assert.doesNotMatch(first?.head ?? "", /authorization/i);
    const before = first?.head.slice(0, -2) ?? "";
    assert.ok(second?.head.startsWith(`${before}Authorization: Digest `), second?.head);
    assert.equal(second?.head.slice(before.length).split("\r\n").length, 3);
    assert.deepEqual(second?.body, first?.body);
    assert.deepEqual(
      result.authentication?.map(({ scheme, status }) => [scheme, status]),
      [["digest", 401]],
    );
    const [step] = result.authentication ?? [];
    assert.match(new TextDecoder().decode(step?.wire?.received), /who are you/);
    assert.deepEqual(
      result.changes.map(({ kind }) => kind),
      ["added"],
    );
  });

  test("the client answers the strongest of several challenges", async () => {
    const to = await service({ algorithms: ["MD5", "SHA-512-256", "SHA-256"] });
    await send(to);
    assert.match(to.requests[1]?.head ?? "", /algorithm=SHA-512-256,/);
  });

  test("the client hashes the user where the challenge says so", async () => {
    const to = await service({ userhash: true, algorithms: ["SHA-256"], charset: true, user: "Jäsøn" });
    assert.equal(statusOf(await send(to, { user: "Jäsøn" })), 200);
  });

  test("the client writes a user that isn't ASCII as username* only where the challenge has a charset", async () => {
    for (const charset of [true, false]) {
      const to = await service({ charset, user: 'J"ä€', password: "pü" });
      assert.equal(statusOf(await send(to, { user: 'J"ä€', password: "pü" })), 200, to.verdicts.join());
      assert.equal(/username\*=/.test(to.requests[1]?.head ?? ""), charset);
    }
  });

  test("the client unescapes quoted values for the hash, and escapes them again", async () => {
    const to = await service({ realm: 'a "b" \\c', opaque: 'x"y\\', user: 'u\\"' });
    assert.equal(statusOf(await send(to, { user: 'u\\"' })), 200, to.verdicts.join());
  });

  test("the client answers a stale nonce once more, whether or not the service says so", async () => {
    for (const saysStale of [true, false]) {
      const to = await service({ uses: 1, saysStale });
      const using = transport();
      assert.equal(statusOf(await send(to, { using })), 200);
      assert.equal(statusOf(await send(to, { using })), 200);
      assert.deepEqual(to.verdicts, ["no credentials", "", "stale nonce", ""]);
    }
  });

  test("the client stops if every nonce is stale", async () => {
    const to = await service({ alwaysStale: true });
    const result = await send(to);
    assert.deepEqual([statusOf(result), result.authenticationProblem], [401, { kind: "refused" }]);
    assert.equal(to.verdicts.length, 3);
  });

  test("the client uses the next nonce that a response names", async () => {
    const to = await service({ nextNonce: "later", uses: 1 });
    const using = transport();
    for (let count = 0; count < 3; count++) assert.equal(statusOf(await send(to, { using })), 200);
    assert.deepEqual(to.verdicts, ["no credentials", "", "", ""]);
  });

  test("the client counts the uses of a nonce by requests side by side", async () => {
    const to = await service({ algorithms: ["SHA-256"] });
    const using = transport();
    await send(to, { using });
    await Promise.all([1, 2, 3].map(() => send(to, { using })));
    const counts = to.requests.map(({ head }) => /nc=(\w+)/.exec(head)?.[1]).sort();
    assert.deepEqual(counts.slice(0, 4), ["00000001", "00000002", "00000003", "00000004"]);
  });

  test("the client keeps the 401 if the service refuses the password, and asks once more in the next request", async () => {
    const to = await service();
    const using = transport();
    const result = await send(to, { using, password: "wrong" });
    assert.deepEqual([statusOf(result), result.authenticationProblem], [401, { kind: "refused" }]);
    assert.equal(result.authentication?.length, 1);
    assert.equal(statusOf(await send(to, { using })), 200);
    assert.deepEqual(to.verdicts, ["no credentials", "wrong response", "no credentials", ""]);
  });

  const challenge = (...values: readonly string[]) =>
    [
      "HTTP/1.1 401 Unauthorized",
      ...values.map((value) => `WWW-Authenticate: ${value}`),
      "Content-Length: 0",
      "",
      "",
    ].join("\r\n");

  test("the client never answers Basic, and says what the service offers instead", async () => {
    for (const [values, offered] of [
      [['Basic realm="a"'], ["Basic"]],
      [['Negotiate, NTLM, Basic realm="a, Digest b"'], ["Negotiate", "NTLM", "Basic"]],
      [[], []],
    ] as const) {
      const to = await raw(challenge(...values));
      const result = await send(to);
      assert.deepEqual(result.authenticationProblem, { kind: "not-offered", scheme: "digest", offered });
      assert.equal(to.connections.length, 1);
    }
  });

  test("the client doesn't answer what it doesn't understand, or what would end the header", async () => {
    for (const value of [
      'Digest realm="a", nonce="b", algorithm=SHA-1',
      'Digest realm="a", nonce="b", qop="auth-conf"',
      'Digest realm="a"',
      'Digest realm="a\u0007", nonce="b"',
      `Digest realm="${"a".repeat(5000)}", nonce="b"`,
    ]) {
      const to = await raw(challenge(value));
      const result = await send(to);
      assert.deepEqual(result.authenticationProblem, { kind: "unreadable", scheme: "digest" }, value);
      assert.equal(to.connections.length, 1);
    }
  });

  test("the client lets no value of a challenge add a header", async () => {
    const to = await raw(challenge('Digest realm="a\\\rX-Evil: 1", nonce="b\rX-Evil: 2", opaque="c\\"\rX: 3"'));
    await send(to);
    for (const { text } of to.connections) assert.doesNotMatch(text, /^X/m);
  });

  test("the client reads huge and odd challenges in linear time", async () => {
    const many = Array.from({ length: 150 }, (_, at) => `Digest realm="${at}", nonce="n"`);
    for (const value of [
      [`Digest ${'a="'.repeat(15_000)}`],
      [`Digest ${"a=b,".repeat(10_000)}`],
      [`${"x ".repeat(20_000)}`],
      [`Digest realm="${"\\".repeat(30_000)}`],
      [many.join(", ")],
    ]) {
      const to = await raw(challenge(...value));
      assert.equal(statusOf(await send(to)), 401);
    }
  });

  test("the client answers again after a redirect to the same origin, and never at another one", async () => {
    const other = await raw(challenge('Digest realm="test", nonce="n", qop="auth"'));
    const redirect = (status: number, to: string) =>
      `HTTP/1.1 ${status} Moved\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;
    const to = await raw(redirect(307, "/next"), challenge('Digest realm="r", nonce="n"'), "HTTP/1.1 204 No\r\n\r\n");
    const result = await send(to, { redirects: "always" });
    assert.equal(statusOf(result), 204);
    assert.match(to.connections[2]?.text ?? "", /uri="\/next"/);
    assert.deepEqual(
      result.authentication?.map(({ redirects }) => redirects),
      [1],
    );
    const away = await raw(redirect(307, `http://127.0.0.1:${other.port}/`));
    const refused = await send(away, { redirects: "always" });
    assert.equal(statusOf(refused), 401);
    assert.equal(other.connections.length, 1);
    assert.doesNotMatch(other.connections[0]?.text ?? "", /authorization/i);
  });

  test("the client sends no credentials after a redirect to another origin and back", async () => {
    const home: { port?: number } = {};
    const other = await startRawService(async (connection) => {
      await connection.request();
      connection.end(`HTTP/1.1 307 Back\r\nLocation: http://127.0.0.1:${home.port}/back\r\nContent-Length: 0\r\n\r\n`);
    });
    open.push(other);
    const to = await raw(
      `HTTP/1.1 307 Away\r\nLocation: http://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
      challenge('Digest realm="r", nonce="n"'),
    );
    home.port = to.port;
    assert.equal(statusOf(await send(to, { redirects: "always" })), 401);
    for (const { text } of to.connections) assert.doesNotMatch(text, /authorization/i);
  });

  test("the client uses a nonce only for its origin, user and password", async () => {
    const [one, two] = [await service(), await service()];
    const using = transport();
    await send(one, { using });
    await send(two, { using });
    await send(one, { using, user: "bob" });
    assert.equal(one.verdicts[2], "no credentials");
    assert.equal(two.verdicts[0], "no credentials");
  });
});
