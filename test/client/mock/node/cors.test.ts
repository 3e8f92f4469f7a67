import assert from "node:assert/strict";
import { ok, serving } from "./served.ts";

const get = "GET / HTTP/1.1\r\nHost: h\r\nOrigin: http://page.example\r\nConnection: close\r\n\r\n";

suite("mock service: CORS", () => {
  for (const source of ["wsdl", "service"] as const) {
    test(`the service lets pages read a response of the ${source}`, async () => {
      const respond = () => ok("hello", { source });
      const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n";
      await serving({ respond }, async ({ received }) => {
        const fields = "Access-Control-Allow-Origin: *\r\nConnection: close\r\n";
        assert.equal(await received(get), `${head}${fields}\r\nhello`);
        assert.equal(await received(get.replace(/Origin.*\r\n/, "")), `${head}Connection: close\r\n\r\nhello`);
      });
      await serving({ respond, cors: "http://a.example" }, async ({ received }) => {
        const fields = "Access-Control-Allow-Origin: http://a.example\r\nVary: Origin\r\nConnection: close\r\n";
        assert.equal(await received(get), `${head}${fields}\r\nhello`);
      });
      await serving({ respond, cors: undefined }, async ({ received }) => {
        assert.equal(await received(get), `${head}Connection: close\r\n\r\nhello`);
      });
    });
  }

  test("the service lets pages read why a request is refused", async () => {
    await serving({ maxBody: 1 }, async ({ received }) => {
      const text = "POST / HTTP/1.1\r\nHost: h\r\nOrigin: null\r\nContent-Length: 2\r\n\r\n";
      assert.match(await received(text), /^HTTP\/1\.1 413 .*\r\n.*\r\nAccess-Control-Allow-Origin: \*\r\n/);
    });
  });

  for (const [source, title] of [
    ["file", "a file"],
    ["upstream", "another service"],
  ] as const) {
    test(`the service never changes a response of ${title}`, async () => {
      await serving({ respond: () => ok("hello", { source }) }, async ({ received }) => {
        assert.equal(await received(get), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
      });
    });
  }

  test("the service doesn't say close twice", async () => {
    const bytes = new TextEncoder().encode("HTTP/1.1 202 Accepted\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    await serving({ respond: () => ok("", { source: "wsdl", closes: true, bytes }) }, async ({ received }) => {
      assert.equal(await received(get.replace(/Origin.*\r\n/, "")), Buffer.from(bytes).toString());
    });
  });
});
