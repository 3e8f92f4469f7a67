import assert from "node:assert/strict";
import { messagesOf } from "../../../server/src/analysis/messageInfo.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { marked } from "../../support/marked.ts";

suite("the requests of a document", () => {
  test("the requests have the range of their segment and the line of their request line", () => {
    const { text, spans } = marked("«GET /1 HTTP/1.1\nHost: h\n\n»«###\nGET /2 HTTP/1.1\nHost: h\n»");
    const requests = messagesOf(analyze(text));
    assert.deepEqual(
      requests.map(({ range }) => text.slice(range.start, range.end)),
      spans.map(({ start, end }) => text.slice(start, end)),
    );
    assert.deepEqual(
      requests.map(({ line }) => text.slice(line.start, line.end)),
      ["GET /1 HTTP/1.1", "GET /2 HTTP/1.1"],
    );
  });
});
