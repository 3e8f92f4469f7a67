import assert from "node:assert/strict";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { ResponseReader } from "../../../../client/src/transport/framing.ts";
import { withContent } from "../../../../client/src/transport/node/contentCoding.ts";
import { asLatin1, latin1 } from "../../../support/transport/bytes.ts";

const text = Array.from({ length: 3000 }, (_, index) => (index * 7919 + index * index) % 100_003).join();
const gzip = (body: string) => asLatin1(gzipSync(latin1(body)));

async function decoded(fields: string, body: string, limit = 1_000_000) {
  const bytes = latin1(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`);
  const reader = new ResponseReader("POST", { head: 10_000, fields: 100, informational: 10, body: 1_000_000 });
  reader.push(bytes);
  reader.end();
  const raw = reader.message(bytes);
  assert.ok(raw);
  const { message, tooLarge } = await withContent(raw, limit);
  return { body: asLatin1(message.body), content: message.content, tooLarge };
}

suite("content codings", () => {
  for (const [coding, body] of [
    ["gzip", gzip(text)],
    ["GZip", gzip(text)],
    ["x-gzip", gzip(text)],
    ["deflate", asLatin1(deflateSync(text))],
    ["deflate", asLatin1(deflateRawSync(text))],
    ["br", asLatin1(brotliCompressSync(text))],
    ["gzip, br", asLatin1(brotliCompressSync(gzipSync(text)))],
    ["gzip, identity,, deflate", asLatin1(deflateSync(gzipSync(text)))],
  ] as const) {
    test(`${coding}, ${body.length} bytes: undone`, async () => {
      const { body: whole, content } = await decoded(`Content-Encoding: ${coding}`, body);
      assert.equal(whole, text);
      assert.equal(content.kind, "decoded");
    });
  }

  test("over two fields: undone from the last one on", async () => {
    const body = asLatin1(brotliCompressSync(gzipSync(text)));
    assert.equal((await decoded("Content-Encoding: gzip\r\nContent-Encoding: br", body)).body, text);
  });

  test("of the transfer, around the content's own", async () => {
    const coded = asLatin1(gzipSync(brotliCompressSync(text)));
    const chunk = `${coded.length.toString(16)}\r\n${coded}\r\n0\r\n\r\n`;
    assert.equal((await decoded("Content-Encoding: br\r\nTransfer-Encoding: gzip, chunked", chunk)).body, text);
  });

  test("two gzip members are one body", async () => {
    assert.equal((await decoded("Content-Encoding: gzip", gzip("one ") + gzip("two"))).body, "one two");
  });

  for (const [coding, body] of [
    ["gzip", gzip(text)],
    ["deflate", asLatin1(deflateSync(text))],
    ["br", asLatin1(brotliCompressSync(text))],
  ] as const) {
    test(`${coding} with bytes behind its end: the body is whole`, async () => {
      const { body: whole, content } = await decoded(`Content-Encoding: ${coding}`, `${body}\r\n`);
      assert.equal(whole, text);
      // A gzip file may have several members, so that zlib takes what follows for a damaged one.
      assert.equal(content.kind, coding === "gzip" ? "broken" : "decoded");
    });

    test(`${coding}, cut at any of its bytes: broken, and never more than there was`, async () => {
      for (let cut = 1; cut < body.length; cut += 97) {
        const { body: part, content } = await decoded(`Content-Encoding: ${coding}`, body.slice(0, cut));
        assert.equal(content.kind, "broken", `cut at ${cut}`);
        assert.ok(text.startsWith(part), `cut at ${cut}`);
      }
      const { body: most } = await decoded(`Content-Encoding: ${coding}`, body.slice(0, -20));
      assert.ok(most.length > text.length / 2, `${most.length} of ${text.length}`);
    });
  }

  test("a body that isn't coded at all: broken, with nothing in it, and the raw body stays", async () => {
    const { body, content } = await decoded("Content-Encoding: gzip", "<a/>");
    assert.deepEqual([body, content.kind], ["", "broken"]);
  });

  for (const fields of ["Content-Encoding: utf-8", `Content-Encoding: ${Array(6).fill("gzip").join()}`]) {
    test(`${fields}: left as it is`, async () => {
      const { body, content } = await decoded(fields, "<a/>");
      assert.deepEqual([body, content.kind], ["<a/>", "unsupported"]);
    });
  }

  test("codings around a small body that unpacks to a large one: its beginning", async () => {
    const bomb = asLatin1(gzipSync(gzipSync(new Uint8Array(5_000_000))));
    const { body, tooLarge } = await decoded("Content-Encoding: gzip, gzip", bomb, 100_000);
    assert.deepEqual([body.length, tooLarge], [100_000, true]);
  });
});
