import { equal } from "node:assert/strict";
import { bodyEnding, pictureType } from "../../../../client/src/core/exchange/bodyEnding.ts";
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
  test("the file extension is that of the detected format, or of the media type for binary data", () => {
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
