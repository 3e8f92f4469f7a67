import assert from "node:assert/strict";
import { decodeText } from "../../../server/src/text/decode.ts";

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, "utf16le").swap16();
}

suite("the charset of received bytes", () => {
  for (const [what, bytes, contentType, charset, source, text] of [
    ["nothing said: UTF-8", Buffer.from("<é/>"), undefined, "utf-8", "default", "<é/>"],
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
      "one in apostrophes, with spaces",
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
    ["the mark before Content-Type", Buffer.from("\ufeff<é/>"), "iso-8859-1", "utf-8", "mark", "<é/>"],
    ["the mark of UTF-16", Buffer.from("\ufeff<é/>", "utf16le"), "utf-8", "utf-16le", "mark", "<é/>"],
    ["the mark of big-endian UTF-16", utf16be("\ufeff<é/>"), "utf-16", "utf-16be", "mark", "<é/>"],
    [
      "UTF-16 without a mark",
      utf16be("<?xml version='1.0'?>"),
      undefined,
      "utf-16be",
      "declaration",
      "<?xml version='1.0'?>",
    ],
    [
      "little-endian UTF-16 without a mark",
      Buffer.from("<?xml?>", "utf16le"),
      undefined,
      "utf-16le",
      "declaration",
      "<?xml?>",
    ],
    [
      "a declaration that can't be right",
      Buffer.from('<?xml version="1.0" encoding="utf-16"?>é'),
      undefined,
      "utf-8",
      "default",
      '<?xml version="1.0" encoding="utf-16"?>é',
    ],
    [
      "an encoding attribute further on",
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
  test("a charset that we don't know is passed over and named", () => {
    const decoded = decodeText(latin1('<?xml version="1.0" encoding="latin1"?>é'), "x-ours");
    assert.deepEqual([decoded.charset.name, decoded.source, decoded.unknown], ["iso-8859-1", "declaration", "x-ours"]);
  });
  test("undecodable sequences are counted", () => {
    const decoded = decodeText(latin1("aéb"));
    assert.deepEqual([decoded.text, decoded.invalid], ["a\ufffdb", 1]);
  });
  test("a UTF-32 mark is not taken for UTF-16's", () => {
    assert.equal(decodeText(Buffer.from("fffe00003c000000", "hex")).charset.name, "utf-32le");
    assert.equal(decodeText(Buffer.from("0000feff0000003c", "hex")).text, "<");
  });
});
