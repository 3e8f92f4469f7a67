import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { envelope12, request } from "../../../support/findings.ts";
import { asLatin1, latin1 } from "../../../support/transport/bytes.ts";
import { startResponding } from "../../../support/transport/rawService.ts";
import { type Ran, soaphttp } from "../built.ts";

suite("soaphttp send with an invalid content coding", () => {
  async function send(body: string, ...args: readonly string[]): Promise<Ran> {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Encoding: gzip\r\n`;
    const service = await startResponding(() => latin1(`${head}Content-Length: ${body.length}\r\n\r\n${body}`));
    const input = request({ Host: `127.0.0.1:${service.port}` }, envelope12);
    return soaphttp(["send", ...args, "-"], { input });
  }
  const coded = asLatin1(gzipSync(envelope12));

  test("an unencoded body is shown as received, with a finding and exit code 1", async () => {
    const ran = await send("<a>plain!</a>");
    assert.equal(ran.code, 1, ran.out);
    assert.match(ran.out, /^<a>plain!<\/a>$/m);
    assert.match(ran.out, /response-content-coding The body isn't encoded with gzip, /);
  });

  test("a truncated stream is shown as far as it could be decoded, with a finding and exit code 1", async () => {
    const ran = await send(coded.slice(0, -8));
    assert.equal(ran.code, 1, ran.out);
    assert.match(ran.out, /<\/s:Envelope>/);
    assert.match(ran.out, /The gzip stream of the body is incomplete/);
    assert.doesNotMatch(ran.out, /\bxml-/);
  });

  test("the exit code is the same with --format raw", async () => {
    assert.equal((await send(coded.slice(0, -8), "--format", "raw")).code, 1);
  });

  test("bytes after the end of the stream are reported, with exit code 0", async () => {
    const ran = await send(`${coded}\r\n`);
    assert.equal(ran.code, 0, ran.out);
    assert.match(ran.out, /2 bytes follow the end of the gzip stream/);
  });
});
