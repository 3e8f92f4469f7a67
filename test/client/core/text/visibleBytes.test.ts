import { deepEqual, equal } from "node:assert/strict";
import { visibleLines } from "../../../../client/src/core/text/visibleBytes.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const shown = (text: string | readonly number[]) =>
  visibleLines(typeof text === "string" ? bytes(text) : Uint8Array.from(text)).map((line) => line.slice(8));

suite("bytes as text in which every byte is visible", () => {
  test("each line has a row with its offset, and CR and LF are visible", () => {
    deepEqual(visibleLines(bytes("POST /a HTTP/1.1\r\nHost: b\r\n\r\n<a/>")), [
      "000000  POST /a HTTP/1.1‹CR LF›",
      "000012  Host: b‹CR LF›",
      "00001b  ‹CR LF›",
      "00001d  <a/>",
    ]);
  });

  test("LF alone and CR alone end a row too, and look different", () => {
    deepEqual(shown("a\nb\rc\r\nd"), ["a‹LF›", "b‹CR›", "c‹CR LF›", "d"]);
  });

  test("offsets start at the offset of the first byte", () => {
    deepEqual(visibleLines(bytes("a\nb"), 0xffff), ["00ffff  a‹LF›", "010001  b"]);
  });

  test("text outside of ASCII is followed by its bytes", () => {
    deepEqual(shown("Grüße, 20 €"), ["Grüß‹c3 bc c3 9f›e, 20 €‹e2 82 ac›"]);
    deepEqual(shown("🧼."), ["🧼‹f0 9f a7 bc›."]);
  });

  test("bytes that aren't valid UTF-8 are shown as hex only", () => {
    deepEqual(shown([0x47, 0x72, 0xfc, 0xdf, 0x65]), ["Gr‹fc df›e"]);
    deepEqual(shown([0xc3, 0xbc, 0xfc]), ["ü‹c3 bc›‹fc›"]);
    deepEqual(shown([0xe2, 0x82]), ["‹e2 82›"]);
  });

  test("invisible characters are shown as hex only", () => {
    deepEqual(shown("\ufeffa\u00a0b\t\u0000\u007f\u202e"), ["‹ef bb bf›a‹c2 a0›b‹TAB›‹00›‹7f›‹e2 80 ae›"]);
  });

  test("a long line is wrapped between characters, and its line ending is never alone in a row", () => {
    deepEqual(shown("x".repeat(100)), ["x".repeat(72), "x".repeat(28)]);
    deepEqual(shown(`${"x".repeat(71)}\r\ny`), [`${"x".repeat(71)}‹CR LF›`, "y"]);
    deepEqual(shown(`${"x".repeat(71)}üy`), ["x".repeat(71), "ü‹c3 bc›y"]);
  });

  test("every byte is in exactly one row, at its offset", () => {
    const all = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7 + (index >> 3)) & 0xff);
    const offsets = visibleLines(all).map((line) => Number.parseInt(line.slice(0, 6), 16));
    equal(offsets[0], 0);
    offsets.reduce((before, next) => {
      equal(next > before && next - before <= 73, true, `${before} ${next}`);
      return next;
    });
  });
});
