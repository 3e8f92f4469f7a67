import assert from "node:assert/strict";
import { expectedBody } from "../../../../client/src/core/exchange/expectedBody.ts";

suite("the file with an expected body", () => {
  const isMarked = (text: string) => expectedBody(text)[0] === 0xef;

  test("the file is UTF-8 without a byte order mark", () => {
    assert.deepEqual(expectedBody("<a>ä</a>"), new TextEncoder().encode("<a>ä</a>"));
    assert.equal(isMarked('<?xml version="1.0" encoding="UTF-8"?><a/>'), false);
    assert.equal(isMarked('{"encoding": 1}'), false);
  });

  test("the file has a byte order mark if the XML declaration names another encoding", () => {
    assert.equal(isMarked("<?xml version='1.0' encoding='ISO-8859-1'?><a>ä</a>"), true);
  });
});
