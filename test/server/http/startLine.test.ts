import assert from "node:assert/strict";
import { parseHead } from "../../../server/src/http/head.ts";
import { parseStatusLine } from "../../../server/src/http/startLine.ts";
import { slice } from "../../../server/src/text/span.ts";

/** The parts of a line, and the status if it is a number. */
function partsOf(text: string) {
  const { version, status, reason, code } = parseStatusLine(text, { start: 0, end: text.length });
  return [version && slice(text, version), status && slice(text, status), slice(text, reason), code];
}

suite("a status line", () => {
  const cases: readonly (readonly [line: string, ...parts: readonly unknown[]])[] = [
    ["HTTP/1.1 200 OK", "HTTP/1.1", "200", "OK", 200],
    ["HTTP/1.1 404 Not Found ", "HTTP/1.1", "404", "Not Found", 404],
    ["HTTP/1.0\t503", "HTTP/1.0", "503", "", 503],
    ["HTTP/1.1 20", "HTTP/1.1", "20", "", undefined],
    ["HTTP/1.1", "HTTP/1.1", undefined, "", undefined],
    ["HTTP/2 200 OK", "HTTP/2", "200", "OK", 200],
    ["HTT", undefined, "HTT", "", undefined],
    ["200 OK", undefined, "200", "OK", 200],
    ["HTTP/1.1 {{request.query.s p}} {{a b}} c", "HTTP/1.1", "{{request.query.s p}}", "{{a b}} c", undefined],
    ["  HTTP/1.1  200  OK", "HTTP/1.1", "200", "OK", 200],
  ];
  for (const [line, ...parts] of cases) {
    test(`a status line has these parts: ${JSON.stringify(line)}`, () => assert.deepEqual(partsOf(line), parts));
  }

  test("a status line is the first line of a response, unless that is a header or XML", () => {
    const line = (text: string) => parseHead(text, 0, "response").statusLine !== undefined;
    assert.deepEqual(["HTTP/1.1 200\n", "x\n", "Server: a\n", "<a/>", "--b\n"].map(line), [
      ...[true, true, false, false, false],
    ]);
    assert.equal(parseHead("HTTP/1.1 200 OK\n", 0, "response").requestLine, undefined);
    assert.equal(parseHead("HTTP/1.1 200 OK\n", 0, "request").statusLine, undefined);
  });
});
