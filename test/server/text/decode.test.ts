import assert from "node:assert/strict";
import { decodeReceived, decodeText } from "../../../server/src/text/decode.ts";

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, "utf16le").swap16();
}

suite("the charset of received bytes", () => {
  for (const [what, bytes, contentType, charset, source, text] of [
    ["nothing: UTF-8", Buffer.from("<é/>"), undefined, "utf-8", "default", "<é/>"],
    ["Content-Type", latin1("<é/>"), "ISO-8859-1", "iso-8859-1", "content-type", "<é/>"],
    [
      "the XML declaration",
      latin1('<?xml version="1.0" encoding="latin1"?><é/>'),
      undefined,
      "iso-8859-1",
      "declaration",
      '<?xml version="1.0" encoding="latin1"?><é/>',
    ],
    [
      "the XML declaration in single quotes, with spaces",
      latin1("<?xml version='1.0' encoding = 'latin1' ?>é"),
      undefined,
      "iso-8859-1",
      "declaration",
      "<?xml version='1.0' encoding = 'latin1' ?>é",
    ],
    [
      "Content-Type before the declaration",
      Buffer.from('<?xml version="1.0" encoding="latin1"?><é/>'),
      "utf-8",
      "utf-8",
      "content-type",
      '<?xml version="1.0" encoding="latin1"?><é/>',
    ],
    ["the byte order mark before Content-Type", Buffer.from("\ufeff<é/>"), "iso-8859-1", "utf-8", "mark", "<é/>"],
    ["the byte order mark of UTF-16", Buffer.from("\ufeff<é/>", "utf16le"), "utf-8", "utf-16le", "mark", "<é/>"],
    ["the byte order mark of big-endian UTF-16", utf16be("\ufeff<é/>"), "utf-16", "utf-16be", "mark", "<é/>"],
    [
      "UTF-16 without a byte order mark",
      utf16be("<?xml version='1.0'?>"),
      undefined,
      "utf-16be",
      "declaration",
      "<?xml version='1.0'?>",
    ],
    [
      "little-endian UTF-16 without a byte order mark",
      Buffer.from("<?xml?>", "utf16le"),
      undefined,
      "utf-16le",
      "declaration",
      "<?xml?>",
    ],
    [
      "a declaration that can't be correct",
      Buffer.from('<?xml version="1.0" encoding="utf-16"?>é'),
      undefined,
      "utf-8",
      "default",
      '<?xml version="1.0" encoding="utf-16"?>é',
    ],
    [
      "an encoding attribute outside the declaration",
      Buffer.from('<?xml version="1.0"?><a encoding="latin1">é</a>'),
      undefined,
      "utf-8",
      "default",
      '<?xml version="1.0"?><a encoding="latin1">é</a>',
    ],
    ["no bytes", Buffer.from(""), undefined, "utf-8", "default", ""],
  ] as const) {
    test(what, () => {
      const decoded = decodeText(bytes, contentType);
      assert.equal(decoded.charset.name, charset);
      assert.equal(decoded.source, source);
      assert.equal(decoded.text, text);
      assert.equal(decoded.invalid, 0);
      assert.equal(decoded.hasMark, source === "mark");
      assert.equal(decoded.unknown, undefined);
    });
  }
  test("the decoder skips an unknown charset and names it", () => {
    const decoded = decodeText(latin1('<?xml version="1.0" encoding="latin1"?>é'), "x-ours");
    assert.deepEqual([decoded.charset.name, decoded.source, decoded.unknown], ["iso-8859-1", "declaration", "x-ours"]);
  });
  test("the decoder counts invalid sequences", () => {
    const decoded = decodeText(latin1("aéb"));
    assert.deepEqual([decoded.text, decoded.invalid], ["a\ufffdb", 1]);
  });
  test("the decoder distinguishes the byte order marks of UTF-32 and UTF-16", () => {
    assert.equal(decodeText(Buffer.from("fffe00003c000000", "hex")).charset.name, "utf-32le");
    assert.equal(decodeText(Buffer.from("0000feff0000003c", "hex")).text, "<");
  });
});

suite("a received body in another charset than its header names", () => {
  const xml = "<a>\u00fc</a>";
  const utf16le = (text: string) => Buffer.from(text, "utf16le");
  const declared = '<?xml version="1.0" encoding="iso-8859-1"?><a>\u00fc</a>';
  for (const [what, bytes, named, charset, text, contradicted] of [
    ["UTF-8 under utf-16", Buffer.from(xml), "utf-16", "utf-8", xml, true],
    ["UTF-8 under utf-16be, after whitespace", Buffer.from(`\r\n ${xml}`), "UTF-16BE", "utf-8", `\r\n ${xml}`, true],
    ["UTF-8 under utf-32", Buffer.from(xml), "utf-32", "utf-8", xml, true],
    ["JSON under utf-16", Buffer.from('{"a": 1}'), "utf-16", "utf-8", '{"a": 1}', true],
    ["the charset of the declaration, under utf-16", latin1(declared), "utf-16", "iso-8859-1", declared, true],
    ["UTF-16 under utf-8", utf16le(xml), "utf-8", "utf-16le", xml, true],
    ["UTF-16, big-endian, under iso-8859-1", utf16be(xml), "iso-8859-1", "utf-16be", xml, true],
    ["UTF-16, little-endian, under utf-16be", utf16le(xml), "utf-16be", "utf-16le", xml, true],
    ["UTF-16 with its byte order mark under utf-8", utf16le(`\ufeff${xml}`), "utf-8", "utf-16le", xml, true],
    ["UTF-8 with its byte order mark under utf-16", Buffer.from(`\ufeff${xml}`), "utf-16", "utf-8", xml, true],
    ["UTF-16 without a byte order mark under utf-16", utf16be(xml), "utf-16", "utf-16be", xml, false],
    ["UTF-16 with a byte order mark under utf-16", utf16le(`\ufeff${xml}`), "utf-16", "utf-16le", xml, false],
    ["UTF-8 under utf-8", Buffer.from(xml), "utf-8", "utf-8", xml, false],
    ["UTF-8 under us-ascii", Buffer.from("<a/>"), "us-ascii", "us-ascii", "<a/>", false],
    [
      "Chinese in UTF-16 that begins like markup",
      utf16le("\u533c\u4e2d\u6587"),
      "utf-16le",
      "utf-16le",
      "\u533c\u4e2d\u6587",
      false,
    ],
    ["an empty body", Buffer.from(""), "utf-16", "utf-16", "", false],
  ] as const) {
    test(what, () => {
      const decoded = decodeReceived(bytes, named);
      assert.deepEqual([decoded.charset.name, decoded.text, decoded.contradicted], [charset, text, contradicted]);
    });
  }
});
