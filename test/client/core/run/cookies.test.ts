import assert from "node:assert/strict";
import { CookieJar } from "../../../../client/src/core/run/cookies.ts";
import type { Response } from "../../../../client/src/transport/result.ts";

const now = Date.parse("2026-11-22T12:00:00Z");

const asking = { emptyLine: true, changes: [], secrets: [], cookies: true };

function jarOf(url: string, ...setCookies: readonly string[]): CookieJar {
  const jar = new CookieJar();
  const fields = setCookies.map((value) => ({ name: "Set-Cookie", value }));
  const head = Buffer.from(setCookies.join("\r\n"));
  jar.keep({ kind: "response", url, fields, head, redirects: [] } as unknown as Response, now);
  return jar;
}

function cookieFor(jar: CookieJar, url: string, at = now): string | undefined {
  const { protocol, hostname, pathname, search } = new URL(url);
  const scheme = protocol === "https:" ? "https" : "http";
  const message = { scheme, host: hostname, target: pathname + search, head: "", fields: [], ...asking } as const;
  return /^Cookie: (.*)\r\n$/.exec(jar.appliedTo(message, at).head)?.[1];
}

suite("cookies", () => {
  test("cookies are sent to the same host, the ones of longer paths first", () => {
    const jar = jarOf("http://a.test/calc/login", "s=1; HttpOnly", "t=2; Path=/", "u=3; path=/calc/login");
    assert.equal(cookieFor(jar, "http://a.test/calc/login?x"), "u=3; s=1; t=2");
    assert.equal(cookieFor(jar, "http://a.test/calculator"), "t=2");
    assert.equal(cookieFor(jar, "http://b.test/calc/login"), undefined);
    assert.equal(cookieFor(jar, "http://x.a.test/"), undefined);
  });

  test("cookies are sent to hosts below their domain, but not to other addresses", () => {
    const jar = jarOf("http://x.a.test/", "s=1; Domain=.a.test", "t=2; Domain=test", "u=3; Domain=b.test");
    assert.equal(cookieFor(jar, "http://y.a.test/"), "s=1");
    assert.equal(cookieFor(jar, "http://x.a.test/"), "s=1; t=2");
    assert.equal(cookieFor(jar, "http://b.test/"), undefined);
    assert.equal(cookieFor(jarOf("http://1.2.3.4/", "s=1; Domain=3.4"), "http://9.9.3.4/"), undefined);
  });

  test("cookies expire, are replaced and are deleted", () => {
    const jar = jarOf("https://a.test/", "a=1; Max-Age=10", "b=1; Expires=Sun, 22 Nov 2026 11:00:00 GMT", "c=1", "c=2");
    assert.equal(cookieFor(jar, "https://a.test/"), "a=1; c=2");
    assert.equal(cookieFor(jar, "https://a.test/", now + 11_000), "c=2");
    jar.clear();
    assert.equal(cookieFor(jar, "https://a.test/"), undefined);
  });

  for (const [what, value] of [
    ["NUL", "s=a\0b"],
    ["a control character", "s=a\x07b"],
    ["DEL in an attribute", "s=1; Path=/\x7f"],
  ] as const) {
    test(`cookies with ${what} are ignored`, () => {
      assert.equal(cookieFor(jarOf("http://a.test/", value, "t=1"), "http://a.test/"), "t=1");
    });
  }

  test("cookies are returned with the same bytes if they are UTF-8, and not at all in other charsets", () => {
    assert.equal(cookieFor(jarOf("http://a.test/", "s=ü"), "http://a.test/"), "s=ü");
    const jar = new CookieJar();
    const fields = [{ name: "Set-Cookie", value: "s=ü" }];
    const head = Buffer.from("Set-Cookie: s=ü\r\n\r\n", "latin1");
    jar.keep({ kind: "response", url: "http://a.test/", fields, head, redirects: [] } as unknown as Response, now);
    assert.equal(cookieFor(jar, "http://a.test/"), undefined);
  });

  test("cookies with Secure are sent only over TLS, and a typed Cookie header stays as it is", () => {
    const jar = jarOf("https://a.test/", "s=1; Secure");
    assert.equal(cookieFor(jar, "http://a.test/"), undefined);
    assert.equal(cookieFor(jar, "https://a.test/"), "s=1");
    const fields = [{ name: "cookie", value: "own" }];
    const typed = { scheme: "https", host: "a.test", target: "/", head: "cookie: own\r\n", fields, ...asking } as const;
    assert.equal(jar.appliedTo(typed, now), typed);
    const silent = { ...typed, fields: [], cookies: false };
    assert.equal(jar.appliedTo(silent, now), silent);
  });
});
