// Sends bodies in chunks, compressed and behind Expect to Apache httpd, which passes them on to a program that sends them back.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { httpd } from "./httpd.mjs";
import { suiteServer } from "./processes.mjs";
import { folder, send } from "./soaphttp.mjs";

const open = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><a xmlns="urn:a">';
const envelope = `${open}${"ü".repeat(10_000)}</a></s:Body></s:Envelope>`;
const bytes = Buffer.from(envelope);

suite("bodies at Apache httpd", () => {
  const prepare = (port) => {
    const root = join(folder, "bodies");
    mkdirSync(join(root, "docs"), { recursive: true });
    const program = "#!/bin/sh\nprintf 'Content-Type: application/soap+xml; charset=utf-8\\r\\n\\r\\n'\nexec cat\n";
    writeFileSync(join(root, "docs", "echo"), program, { mode: 0o755 });
    // The filter decompresses what is sent to /packed only.
    return httpd(
      root,
      port,
      ["alias", "cgi", "deflate", "filter"],
      [
        `ScriptAlias /echo ${root}/docs/echo`,
        `ScriptAlias /packed ${root}/docs/echo`,
        "<Location /packed>",
        "SetInputFilter DEFLATE",
        "</Location>",
      ],
    );
  };
  const server = suiteServer("Apache httpd", ["apache2-bin"], prepare, { relayed: true });

  /** Sends the envelope, and returns the body that arrived at the relay, after the program has sent it back. */
  async function echoed(path, above, fields) {
    const { relay } = server;
    relay.connections.length = 0;
    const file = join(folder, "bodies.soaphttp");
    const head = [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${relay.port}`, ...fields].join("\n");
    const type = "Content-Type: application/soap+xml; charset=utf-8";
    writeFileSync(file, `${above}${head}\n${type}\n\n${envelope}`);
    const [{ response, failure }] = await send([file]);
    assert.equal(failure, null, JSON.stringify(failure));
    assert.equal(response.status, 200);
    assert.equal(Buffer.from(response.body, "base64").toString(), envelope);
    const [{ sent, received }] = relay.connections;
    return { body: sent.subarray(sent.indexOf("\r\n\r\n") + 4), received: received.toString("latin1") };
  }

  test("chunks of # @chunked are one body", async () => {
    const { body } = await echoed("/echo", "# @chunked 8 KB\n", ["Transfer-Encoding: chunked"]);
    const sizes = [...body.toString("latin1").matchAll(/(?:^|\r\n)([0-9a-f]+)\r\n/gi)].map(([, size]) => size);
    const rest = (bytes.length - 2 * 8192).toString(16);
    assert.deepEqual(sizes, ["2000", "2000", rest, "0"]);
  });

  test("a body of # @compress is decompressed, in chunks too", async () => {
    const fields = ["Content-Encoding: gzip"];
    const { body } = await echoed("/packed", "# @compress gzip\n", [...fields, "Content-Length: {{$contentLength}}"]);
    assert.ok(body.length < bytes.length / 10);
    assert.deepEqual(gunzipSync(body), bytes);
    await echoed("/packed", "# @compress gzip\n# @chunked 16 B\n", [...fields, "Transfer-Encoding: chunked"]);
  });

  test("a body behind Expect is sent when httpd asks for it with 100, in chunks too", async () => {
    for (const [above, field] of [
      ["", "Content-Length: {{$contentLength}}"],
      ["# @chunked 8 KB\n", "Transfer-Encoding: chunked"],
    ]) {
      const { received } = await echoed("/echo", above, ["Expect: 100-continue", field]);
      assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    }
  });
});
