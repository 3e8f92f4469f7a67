import assert from "node:assert/strict";
import { fieldNamed, fieldValue, parseResponse, receivedText } from "../../../server/src/response/parse.ts";

const slice = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

suite("the parser of responses", () => {
  for (const [name, lineBreak] of [
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ] as const) {
    test(`the parser reads status line, headers and body with lines ending in ${name}`, () => {
      const text = ["HTTP/1.1 200 Very  well ", "A: 1", "b :  two\t", "", "", "body"].join(lineBreak);
      const { statusLine, fields, body } = parseResponse(text);
      assert.ok(statusLine);
      assert.equal(statusLine.code, 200);
      assert.equal(slice(text, statusLine), "HTTP/1.1 200 Very  well ");
      assert.deepEqual(
        [statusLine.version, statusLine.status, statusLine.reason].map((span) => slice(text, span)),
        ["HTTP/1.1", "200", "Very  well"],
      );
      assert.deepEqual(
        fields.map((field) => [field.name, slice(text, field.nameSpan), slice(text, field.value), slice(text, field)]),
        [
          ["A", "A", "1", "A: 1"],
          ["b", "b", "two", "b :  two\t"],
        ],
      );
      assert.equal(slice(text, body), `${lineBreak}body`);
    });
  }

  test("the parser accepts a missing reason phrase or minor version", () => {
    assert.equal(parseResponse("HTTP/2 204\n\n").statusLine?.code, 204);
    const { statusLine } = parseResponse("HTTP/1.1 500 \n\n");
    assert.deepEqual(statusLine?.reason, { start: 13, end: 13 });
  });

  test("the parser returns everything as the body without a status line", () => {
    for (const text of ["<a/>", "", "HTTP/1.1 20 OK\nA: 1\n\nx", "HTTP/1.1 2000\n\n"]) {
      const { statusLine, fields, body } = parseResponse(text);
      assert.deepEqual([statusLine, fields, body], [undefined, [], { start: 0, end: text.length }]);
    }
  });

  test("the parser returns no body without an empty line", () => {
    const text = "HTTP/1.1 200 OK\nA: 1";
    assert.deepEqual(parseResponse(text).body, { start: text.length, end: text.length });
  });

  test("the parser skips malformed header lines", () => {
    const text = "HTTP/1.1 200 OK\n# a: 1\n<x>: 2\nno colon\n \t\nB: 3\n\nbody";
    const { fields, body } = parseResponse(text);
    assert.deepEqual(
      fields.map(({ name }) => name),
      ["# a", "<x>", "B"],
    );
    assert.equal(slice(text, body), "body");
  });

  test("the parser joins a folded header and keeps its offsets", () => {
    const text = 'HTTP/1.1 200 OK\r\nContent-Type: a/b;\r\n  x="1"\r\nB: 2\r\n\r\n';
    const parsed = parseResponse(text);
    const field = fieldNamed(parsed, "content-type");
    assert.ok(field);
    assert.equal(fieldValue(text, field), 'a/b;    x="1"');
    assert.equal(slice(text, field.value).length, fieldValue(text, field).length);
    assert.equal(fieldNamed(parsed, "b")?.name, "B");
  });

  test("the parser skips interim responses, but not 101", () => {
    const text = "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nLink: x\n\nHTTP/1.1 200 OK\nA: 1\n\nbody";
    const { statusLine, fields, body } = parseResponse(text);
    assert.equal(statusLine?.code, 200);
    assert.equal(fields.length, 1);
    assert.equal(slice(text, body), "body");
    assert.equal(parseResponse("HTTP/1.1 101 Switching Protocols\n\nHTTP/1.1 200 OK\n\n").statusLine?.code, 101);
    assert.equal(parseResponse("HTTP/1.1 100 Continue\n\n").statusLine?.code, 100);
  });
});

suite("decoding the bytes of a header section", () => {
  for (const [bytes, text] of [
    ["A: b\r\nC: d\n\r\n", "A: b\nC: d\n\n"],
    ["A: b\rContent-Type: text/html\r\n", "A: b Content-Type: text/html\n"],
    ["A: b\r\r\n\r\r\n", "A: b\n\n"],
    ["A: \xc3\xa9\r\n", "A: é\n"],
    ["A: \xe9\r\n", "A: é\n"],
  ] as const) {
    test(JSON.stringify(bytes), () => {
      assert.equal(receivedText(Uint8Array.from(bytes, (one) => one.charCodeAt(0))), text);
    });
  }
});
