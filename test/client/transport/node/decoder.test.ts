import assert from "node:assert/strict";
import zlib, { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { ResponseReader } from "../../../../client/src/transport/framing.ts";
import { withContent } from "../../../../client/src/transport/node/decoder.ts";
import { asLatin1, latin1 } from "../../../support/transport/bytes.ts";

const text = Array.from({ length: 3000 }, (_, index) => (index * 7919 + index * index) % 100_003).join();
const gzip = (body: string) => asLatin1(gzipSync(latin1(body)));

/** `<a/>` and `<b/>`, each in its own frame (RFC 8878): a header, one raw block, no checksum. */
const zstdFrames = ["<a/>", "<b/>"].flatMap((part) => [
  ...[0x28, 0xb5, 0x2f, 0xfd, 0x20, part.length],
  ...[(part.length << 3) | 1, 0, 0],
  ...latin1(part),
]);

/** Returns the lower half of the CRC-32 (RFC 1952 section 2.3.1). */
function crc16(bytes: Uint8Array): number {
  return Buffer.from(gzipSync(bytes)).readUInt16LE(gzipSync(bytes).length - 8);
}

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
    test(`the decoder decodes ${coding}, ${body.length} bytes`, async () => {
      const { body: whole, content } = await decoded(`Content-Encoding: ${coding}`, body);
      assert.equal(whole, text);
      assert.equal(content.kind, "decoded");
    });
  }

  test("the decoder decodes the codings of two fields, last one first", async () => {
    const body = asLatin1(brotliCompressSync(gzipSync(text)));
    assert.equal((await decoded("Content-Encoding: gzip\r\nContent-Encoding: br", body)).body, text);
  });

  test("the decoder decodes transfer codings before content codings", async () => {
    const coded = asLatin1(gzipSync(brotliCompressSync(text)));
    const chunk = `${coded.length.toString(16)}\r\n${coded}\r\n0\r\n\r\n`;
    assert.equal((await decoded("Content-Encoding: br\r\nTransfer-Encoding: gzip, chunked", chunk)).body, text);
  });

  test("the decoder joins two gzip members", async () => {
    assert.equal((await decoded("Content-Encoding: gzip", gzip("one ") + gzip("two"))).body, "one two");
  });

  for (const [coding, body] of [
    ["gzip", gzip(text)],
    ["deflate", asLatin1(deflateSync(text))],
    ["br", asLatin1(brotliCompressSync(text))],
  ] as const) {
    for (const behind of ["\r\n", "\0\0\0\0", "behind it all ".repeat(20)]) {
      test(`the decoder counts ${behind.length} bytes behind the end of ${coding}`, async () => {
        const { body: whole, content } = await decoded(`Content-Encoding: ${coding}`, body + behind);
        assert.equal(whole, text);
        assert.deepEqual(content, { kind: "decoded", codings: [coding], trailing: behind.length });
      });
    }

    test(`${coding} that is cut at any byte is broken, with only a prefix of the body`, async () => {
      for (let cut = 1; cut < body.length; cut += 97) {
        const coded = body.slice(0, cut);
        const { body: part, content } = await decoded(`Content-Encoding: ${coding}`, coded);
        assert.equal(content.kind, "broken", `cut at ${cut}`);
        assert.ok(text.startsWith(part) || part === coded, `cut at ${cut}`);
        if (cut > 97) assert.equal(content.kind === "broken" && content.how, "cut", `cut at ${cut}`);
      }
      const { body: most } = await decoded(`Content-Encoding: ${coding}`, body.slice(0, -20));
      assert.ok(most.length > text.length / 2, `${most.length} of ${text.length}`);
    });
  }

  test("a gzip stream without its last eight bytes is cut, with the whole body", async () => {
    const { body, content } = await decoded("Content-Encoding: gzip", gzip(text).slice(0, -8));
    assert.equal(body, text);
    assert.equal(content.kind === "broken" && content.how, "cut");
  });

  for (const [coding, body, check] of [
    ["gzip", gzip(text), -8],
    ["gzip", gzip(text), -4],
    ["deflate", asLatin1(deflateSync(text)), -4],
  ] as const) {
    test(`${coding} with a wrong checksum or length ${-check} bytes before its end is damaged, with the whole body`, async () => {
      const at = body.length + check;
      const damaged = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 0xff) + body.slice(at + 1);
      const { body: whole, content } = await decoded(`Content-Encoding: ${coding}`, damaged);
      assert.equal(whole, text);
      assert.equal(content.kind === "broken" && content.how, "damaged");
    });
  }

  test("a body is damaged after the first of two members if the checksum of the first one is wrong", async () => {
    const first = gzip("one ");
    const damaged = `${first.slice(0, -8)}\0\0\0\0${first.slice(-4)}${gzip("two")}`;
    const { body, content } = await decoded("Content-Encoding: gzip", damaged);
    assert.equal(body, "one ");
    assert.equal(content.kind === "broken" && content.how, "damaged");
  });

  test("a short body with a wrong checksum is decoded as a whole", async () => {
    const coded = gzip("<a/>");
    const { body } = await decoded("Content-Encoding: gzip", `${coded.slice(0, -8)}\0\0\0\0${coded.slice(-4)}`);
    assert.equal(body, "<a/>");
  });

  for (const plain of ["<a>plain!</a>", '{"a":1}', "--b\r\n", "Error!", "<a>gr\xc3\xbc\xc3\x9fe</a>"]) {
    for (const coding of ["gzip", "deflate", "br"]) {
      test(`${plain} that is declared as ${coding}, but not encoded, is the body as received`, async () => {
        const { body, content } = await decoded(`Content-Encoding: ${coding}`, plain);
        assert.equal(body, plain);
        assert.equal(content.kind === "broken" && content.how, "not-coded");
      });
    }
  }

  test("a stream that is damaged at its start is the body as received", async () => {
    const damaged = gzip(text).slice(0, 10) + "\xff".repeat(40);
    const { body, content } = await decoded("Content-Encoding: gzip", damaged);
    assert.equal(body, damaged);
    assert.equal(content.kind === "broken" && content.how, "damaged");
  });

  test("a body that has only one of its two declared codings is decoded with this coding", async () => {
    const { body, content } = await decoded("Content-Encoding: gzip, br", asLatin1(brotliCompressSync("<a/>")));
    assert.equal(body, "<a/>");
    assert.ok(content.kind === "broken");
    assert.deepEqual([content.coding, content.how, content.decodedBytes], ["gzip", "not-coded", 0]);
  });

  test("a damaged second gzip member is cut, and doesn't count as trailing bytes", async () => {
    const { body, content } = await decoded("Content-Encoding: gzip", gzip("one ") + gzip("two").slice(0, -9));
    assert.ok(body.startsWith("one "));
    assert.equal(content.kind === "broken" && content.how, "cut");
  });

  test("the decoder counts trailing bytes after members with optional header fields", async () => {
    const bare = gzip("named ");
    const header = `${bare.slice(0, 3)}\x1e${bare.slice(4, 10)}\x03\0abcname\0comment\0`;
    const checksum = crc16(latin1(header));
    const named = header + String.fromCharCode(checksum & 0xff, checksum >> 8) + bare.slice(10);
    const { body, content } = await decoded("Content-Encoding: gzip", `${gzip("one ")}${named}${gzip("two")}behind`);
    assert.equal(body, "one named two");
    assert.deepEqual(content, { kind: "decoded", codings: ["gzip"], trailing: 6 });
  });

  test("the decoder decodes several zstd frames if Node supports zstd", async () => {
    const coded = asLatin1(Uint8Array.from(zstdFrames));
    const { body, content } = await decoded("Content-Encoding: zstd", `${coded}\r\n`);
    if ("createZstdDecompress" in zlib) {
      assert.equal(body, "<a/><b/>");
      assert.deepEqual(content, { kind: "decoded", codings: ["zstd"], trailing: 2 });
    } else {
      assert.equal(body, `${coded}\r\n`);
      assert.deepEqual(content, { kind: "unsupported", codings: ["zstd"], coding: "zstd", why: "runtime" });
    }
  });

  for (const fields of ["Content-Encoding: utf-8", `Content-Encoding: ${Array(6).fill("gzip").join()}`]) {
    test(`a body with ${fields} is unsupported, and stays as received`, async () => {
      const { body, content } = await decoded(fields, "<a/>");
      assert.deepEqual([body, content.kind], ["<a/>", "unsupported"]);
      assert.equal(content.kind === "unsupported" && content.why, "unknown");
    });
  }

  test("the decoder limits the number of consecutive streams", async () => {
    const many = gzip("").repeat(20_000);
    const { body, content } = await decoded("Content-Encoding: gzip", `${many}behind`);
    assert.equal(body, `${many}behind`);
    assert.equal(content.kind, "broken");
    const frames = asLatin1(Uint8Array.from(zstdFrames.slice(0, 13))).repeat(20_000);
    const zstd = await decoded("Content-Encoding: zstd", frames);
    if (zstd.content.kind === "decoded") assert.equal(zstd.body, "<a/>".repeat(1000));
  });

  test("a small body with nested codings that becomes large is decoded up to the limit", async () => {
    const bomb = asLatin1(gzipSync(gzipSync(new Uint8Array(5_000_000))));
    const { body, tooLarge } = await decoded("Content-Encoding: gzip, gzip", bomb, 100_000);
    assert.deepEqual([body.length, tooLarge], [100_000, true]);
  });
});
