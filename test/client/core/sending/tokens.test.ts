import assert from "node:assert/strict";
import { Tokens } from "../../../../client/src/core/sending/tokens.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import type { SendOptions, TransportRequest } from "../../../../client/src/transport/transport.ts";
import type { TokenRequest } from "../../../../server/src/protocol/protocol.ts";

const asked = (body = "a=b", url = "https://login.test:8443/token?x=1"): TokenRequest => ({
  ...{ name: "api", url, authorization: "Basic YTpi", body, secrets: ["s3cret"] },
});

/** Tokens of a service that responds with these values, one after the other; and a clock. */
function tokensOf(...responses: readonly (Readonly<Record<string, unknown>> & { readonly status?: number })[]) {
  const sent: TransportRequest[] = [];
  const clock = { now: 0 };
  const send = async (request: TransportRequest): Promise<SendResult> => {
    const { status = 200, ...value } = responses[sent.length] ?? {};
    sent.push(request);
    return { kind: "response", status, body: new TextEncoder().encode(JSON.stringify(value)) } as unknown as SendResult;
  };
  return {
    tokens: new Tokens({ transport: { send }, shell: "cli", tls: undefined, now: () => clock.now }),
    sent,
    clock,
  };
}

suite("OAuth 2 tokens", () => {
  test("a token is requested once, also by requests side by side, and again after it has expired", async () => {
    const { tokens, sent, clock } = tokensOf({ access_token: "t1", expires_in: 3600 }, { access_token: "t2" });
    assert.equal(tokens.known(asked()), undefined);
    assert.deepEqual(await Promise.all([tokens.get(asked()), tokens.get(asked())]), [{ token: "t1" }, { token: "t1" }]);
    clock.now = 3_500_000;
    assert.equal(tokens.known(asked()), "t1");
    // Earlier than the service says: the request with it also takes time.
    clock.now = 3_590_000;
    assert.equal(tokens.known(asked()), undefined);
    assert.deepEqual(await tokens.get(asked()), { token: "t2" });
    assert.equal(sent.length, 2);
  });

  test("the request is a form, to the address of the configuration", async () => {
    const { tokens, sent } = tokensOf({ access_token: "t" });
    await tokens.get(asked("grant_type=password&password=ä"));
    const [{ requestLine = "", head = "", host, port, body = new Uint8Array() } = {}] = sent;
    assert.deepEqual([requestLine, host, port], ["POST /token?x=1 HTTP/1.1", "login.test", 8443]);
    assert.match(head, /^Host: login\.test:8443\r\nAccept: application\/json\r\nAuthorization: Basic YTpi\r\n/);
    assert.match(head, /Content-Type: application\/x-www-form-urlencoded\r\nContent-Length: 31\r\n$/);
    assert.equal(Buffer.from(body).toString(), "grant_type=password&password=ä");
  });

  test("a token is requested again with other credentials", async () => {
    const { tokens } = tokensOf({ access_token: "t1" }, { access_token: "t2" });
    await tokens.get(asked("a=1"));
    assert.deepEqual(await tokens.get(asked("a=2")), { token: "t2" });
    assert.equal(tokens.known(asked("a=1")), "t1");
  });

  test("a token that a service refused is requested again", async () => {
    const { tokens } = tokensOf({ access_token: "t1", expires_in: "60" }, { access_token: "t2" });
    await tokens.get(asked());
    tokens.forget(["other"]);
    assert.equal(tokens.known(asked()), "t1");
    tokens.forget(["t1"]);
    assert.deepEqual(await tokens.get(asked()), { token: "t2" });
  });

  test("a token that has expired when it is received can be used for the request that needs it", async () => {
    const { tokens } = tokensOf({ access_token: "t1", expires_in: 0 });
    await tokens.get(asked());
    assert.equal(tokens.known(asked()), "t1");
  });

  test("an error of the service is named without secrets, and not provoked again at once", async () => {
    const { tokens, sent, clock } = tokensOf(
      { status: 401, error: "invalid_client", error_description: "s3cret is wrong." },
      { access_token: "t" },
    );
    const why = "No token api: login.test:8443 responded with status 401 (invalid_client: [redacted] is wrong).";
    assert.deepEqual(await tokens.get(asked()), { why });
    assert.deepEqual(await tokens.get(asked()), { why });
    assert.equal(sent.length, 1);
    clock.now = 6_000;
    assert.deepEqual(await tokens.get(asked()), { token: "t" });
  });

  test("an error of the service is one line of at most 200 characters, without the beginning of a secret", async () => {
    const { tokens } = tokensOf({ status: 400, error: "a\r\nb", error_description: `${"x".repeat(189)} s3cret` });
    const outcome = await tokens.get(asked());
    assert.ok("why" in outcome);
    assert.match(outcome.why, /status 400 \(a b: x{189} \[reda\)\.$/);
  });

  test("the end of the run ends a token request", async () => {
    const run = new AbortController();
    const send = (_: TransportRequest, { signal }: SendOptions) =>
      new Promise<SendResult>((resolve) => {
        signal.addEventListener("abort", () =>
          resolve({ kind: "cancelled", stage: "response", timings: { total: 0 } } as unknown as SendResult),
        );
      });
    const tokens = new Tokens({ transport: { send }, shell: "cli", tls: undefined, signal: run.signal, now: () => 0 });
    const outcome = tokens.get(asked());
    run.abort();
    assert.ok("why" in (await outcome));
  });

  test("the error names a response without a token, and an address that isn't valid", async () => {
    const { tokens, sent } = tokensOf({ token: "t" });
    assert.match(JSON.stringify(await tokens.get(asked())), /status 200 \(without a token\)/);
    for (const url of ["", "login.test", "file:///etc/passwd", "javascript:1"])
      assert.match(JSON.stringify(await tokens.get(asked("", url))), /must be an http or https URL/);
    assert.equal(sent.length, 1);
  });
});
