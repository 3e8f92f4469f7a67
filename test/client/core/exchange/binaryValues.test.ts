import { deepEqual, equal, ok } from "node:assert/strict";
import { binaryValues, shownValues } from "../../../../client/src/core/exchange/binaryValues.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");
const filled = (beginning: string) => Buffer.concat([Buffer.from(beginning, "latin1"), Buffer.alloc(90, 7)]);
const element = (value: string, name = "p:Photo") => `<a><${name} x="1">${value}</${name}></a>`;
const kindsIn = (body: string) => binaryValues(bytes(body)).map(({ kind }) => kind?.name);

suite("Base64 data in a response", () => {
  const contents = {
    PDF: filled("%PDF-1.7\n"),
    PNG: filled("\x89PNG\r\n\x1a\n"),
    JPEG: filled("\xff\xd8\xff\xe0"),
    GIF: filled("GIF89a"),
    ZIP: filled("PK\x03\x04"),
    XML: Buffer.from(`<?xml version="1.0"?><a>${"ü".repeat(60)}</a>`),
    Text: Buffer.from(`Ärger mit Umlauten\n${"ü".repeat(600)}`),
  };
  for (const [name, content] of Object.entries(contents)) {
    test(`a value is ${name} by its first bytes, and has a name, a size and the bytes`, () => {
      const body = bytes(element(base64(content)));
      const [value, ...others] = binaryValues(body);
      ok(value);
      deepEqual(others, []);
      deepEqual([value.kind?.name, value.name, value.size], [name, "Photo", content.length]);
      deepEqual(Buffer.from(value.bytes()), content);
    });
  }

  test("a value has no kind if its first bytes are unknown", () => {
    deepEqual(kindsIn(element(base64(Buffer.alloc(60, 0xf5)))), [undefined]);
    deepEqual(
      kindsIn(element("The quick brown fox jumps over the lazy dog and runs away from all of them".repeat(2))),
      [undefined],
    );
  });

  test("a value may be broken into lines, also with references of XML, and may have no padding", () => {
    const content = filled("%PDF-1.7\n");
    const lines = base64(content).replace(/.{20}/g, "$&\r\n");
    for (const value of [
      lines,
      lines.replaceAll("\r", "&#13;"),
      lines.replaceAll("\r", "&#xD;"),
      lines.replace(/=+$/, ""),
    ]) {
      const body = bytes(element(`\n  ${value}\n`));
      const [binary] = binaryValues(body);
      ok(binary, value);
      deepEqual([binary.kind?.name, binary.size], ["PDF", content.length]);
      deepEqual(Buffer.from(binary.bytes()), content);
    }
  });

  test("a value is found in JSON, with the name of its property, also with escaped slashes", () => {
    const content = Buffer.concat([contents.JPEG, Buffer.alloc(9, 0xff)]);
    const body = bytes(`{"file": "${base64(content).replaceAll("/", "\\/")}", "n": 1}`);
    const [value] = binaryValues(body);
    ok(value);
    deepEqual([value.name, value.kind?.name], ["file", "JPEG"]);
    deepEqual(Buffer.from(value.bytes()), content);
  });

  test("a short value or another text doesn't count as Base64 data", () => {
    deepEqual(kindsIn(element("JVBERi0xLjQ=")), []);
    deepEqual(kindsIn(element(`${base64(contents.PDF)}!`)), []);
    deepEqual(kindsIn(`<a>${"x".repeat(100)}<b/></a>`).length, 1);
    deepEqual(kindsIn(""), []);
  });

  test("a value is found in the formatted text again, after the lines about a Fault", () => {
    const body = `<a><b>${base64(contents.PDF)}</b><c>${base64(contents.PNG)}</c></a>`;
    const head = `HTTP/1.1 200 OK\n"${"x".repeat(80)}"\n\n`;
    const text = `${head}<a>\n  <b>${base64(contents.PDF)}</b>\n  <c>${base64(contents.PNG)}</c>\n</a>`;
    const shown = shownValues(text, head.length, binaryValues(bytes(body)));
    deepEqual(
      shown.map(({ index, start, end, value }) => [index, text.slice(start, end), value.kind?.name]),
      [
        [0, base64(contents.PDF), "PDF"],
        [1, base64(contents.PNG), "PNG"],
      ],
    );
  });

  test("a value isn't shown if the text has other values than the bytes", () => {
    const values = binaryValues(bytes(element(base64(contents.PDF))));
    deepEqual(shownValues(element(base64(contents.PNG)), 0, values), []);
  });

  test("a value of an incomplete response may be cut off at any character", () => {
    const whole = element(base64(contents.XML));
    for (let end = 0; end < whole.length; end++) {
      const body = bytes(whole.slice(0, end));
      for (const value of binaryValues(body)) equal(value.bytes().length, value.size);
    }
  });

  test("a body has at most as many values as lenses", () => {
    equal(binaryValues(bytes(element(base64(contents.PDF)).repeat(150))).length, 100);
  });

  test("a value may have 10 MB, in one line or in many, and so may a text that isn't Base64 data", () => {
    const content = Buffer.concat([contents.PDF, Buffer.alloc(7_500_000, 37)]);
    const line = base64(content);
    for (const value of [line, line.replace(/.{76}/g, "$&\r\n")]) {
      const body = bytes(element(value));
      const [binary] = binaryValues(body);
      ok(binary);
      equal(binary.size, content.length);
    }
    deepEqual(kindsIn(element(`${line}!`)), []);
    deepEqual(kindsIn(element(" ".repeat(10_000_000))), [undefined]);
  });
});
