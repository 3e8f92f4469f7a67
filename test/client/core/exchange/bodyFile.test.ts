import assert, { equal } from "node:assert/strict";
import { bodyEnding, expectedBody, pictureType } from "../../../../client/src/core/exchange/bodyFile.ts";
import type { Exchange } from "../../../../client/src/core/exchange/exchange.ts";
import { failure, outgoing, response } from "../../support.ts";

const of = (type: string): Exchange => ({
  id: "1",
  from: "file:///a",
  label: "a",
  message: outgoing(),
  result: response(`HTTP/1.1 200 OK\n${type === "" ? "" : `Content-Type: ${type}`}\n\n`),
  at: 7,
});

suite("the file extension for a body", () => {
  test("the file extension follows from the detected format, or from the media type for binary data", () => {
    equal(bodyEnding(of("image/png"), { extension: "xml" }), "xml");
    equal(bodyEnding(of("IMAGE/JPEG; q=1"), { extension: "bin" }), "jpg");
    equal(bodyEnding(of("application/pdf"), undefined), "pdf");
    equal(bodyEnding(of("application/x-own"), { extension: "bin" }), "bin");
    equal(bodyEnding(of(""), undefined), "bin");
    equal(bodyEnding(of("constructor"), undefined), "bin");
  });

  test("the file extension identifies images", () => {
    equal(pictureType(of("image/svg+xml; x=1")), "image/svg+xml");
    equal(pictureType(of("application/pdf")), undefined);
    equal(pictureType({ ...of(""), result: failure({ kind: "cancelled", stage: "response" }) }), undefined);
  });
});

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
