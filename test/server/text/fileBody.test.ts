import assert from "node:assert/strict";
import { findCharset, utf8 } from "../../../server/src/text/charset.ts";
import { readFileBody, withValues } from "../../../server/src/text/fileBody.ts";

const charset = (name: string) => findCharset(name)?.charset ?? utf8;

suite("a body in a file", () => {
  test("an undecodable byte is one character, and the others are mapped to their bytes", () => {
    const bytes = Buffer.concat([Buffer.from("a€"), Uint8Array.of(0xff), Buffer.from("😀é\nb")]);
    const { text, offsets, invalid } = readFileBody(bytes, utf8, false);
    assert.equal(text, "a€\ufffd😀é\nb");
    assert.deepEqual([...offsets], [0, 1, 4, 5, 5, 9, 11, 12, 13]);
    assert.deepEqual(invalid, [2]);
  });

  test("the last character of Unicode is decoded beside an undecodable byte", () => {
    const bytes = Buffer.concat([Uint8Array.of(0xff), Buffer.from("\u{10ffff}")]);
    assert.equal(readFileBody(bytes, utf8, false).text, "\ufffd\u{10ffff}");
  });

  test("an unfinished character before others is one undecodable byte for each of its bytes", () => {
    const bytes = Buffer.concat([Buffer.from("😀").subarray(0, 3), Buffer.from("a")]);
    assert.equal(readFileBody(bytes, utf8, false).text, "\ufffd\ufffd\ufffda");
  });

  test("values are written in the charset of the body, between bytes that stay the same", () => {
    const typed = "<a>ä{{v}}ö{{w}}ü</a>";
    const body = readFileBody(Buffer.from(typed, "latin1"), charset("iso-8859-1"), false);
    const value = (name: string, text: string) => {
      const start = typed.indexOf(`{{${name}}}`);
      return { start: start + 10, end: start + 15, text };
    };
    const written = withValues(body, 10, [value("v", "éé"), value("w", "")], charset("iso-8859-1"));
    assert.equal(written?.text, "<a>äééöü</a>");
    assert.deepEqual(Buffer.from(written?.bytes ?? []), Buffer.from("<a>äééöü</a>", "latin1"));
    assert.deepEqual(written?.values, [
      { start: 4, end: 6 },
      { start: 7, end: 7 },
    ]);
    // All of a value begins where its first byte is.
    assert.deepEqual([...(written?.offsets ?? [])], [0, 1, 2, 3, 4, 4, 6, 7, 8, 9, 10, 11, 12]);
  });
});
