import { equal } from "node:assert/strict";
import { contentText, isDamaged } from "../../../../client/src/core/exchange/contentCoding.ts";
import type { BrokenContent, ContentCoding } from "../../../../client/src/transport/result.ts";
import { response } from "../../support.ts";

const codings = ["gzip"];
const broken = (how: BrokenContent["how"]): ContentCoding => {
  return { kind: "broken", codings, coding: "gzip", how, decodedBytes: 7, detail: "incorrect data check" };
};

suite("a body's content coding", () => {
  for (const [content, text] of [
    [{ kind: "identity" }, undefined],
    [{ kind: "decoded", codings: ["gzip", "br"] }, "gzip, br, decoded"],
    [{ kind: "decoded", codings, trailing: 0 }, "gzip, decoded"],
    [{ kind: "decoded", codings, trailing: 2 }, "gzip, decoded; 2 bytes after it ignored"],
    [
      { kind: "unsupported", codings, coding: "utf-8", why: "unknown" },
      "utf-8 is not supported: the body is shown as received",
    ],
    [
      { kind: "unsupported", codings, coding: "zstd", why: "runtime" },
      "zstd requires Node 22.15 or later: the body is shown as received",
    ],
    [broken("not-coded"), "gzip is specified, but the body is not encoded"],
    [broken("cut"), "gzip is truncated"],
    [broken("damaged"), "gzip is damaged: incorrect data check"],
  ] satisfies readonly (readonly [ContentCoding, string | undefined])[]) {
    test(`the details say "${text}" for ${JSON.stringify(content)}`, () => {
      equal(contentText(content), text);
    });
  }

  test("a body's content coding is damaged if the body can't be read, but not if the coding is unknown", () => {
    const damaged = (content: ContentCoding) => isDamaged(response("HTTP/1.1 200 OK\n\n<a/>", { content }));
    for (const how of ["not-coded", "cut", "damaged"] as const) equal(damaged(broken(how)), true);
    equal(damaged({ kind: "unsupported", codings, coding: "zstd", why: "runtime" }), true);
    equal(damaged({ kind: "unsupported", codings, coding: "utf-8", why: "unknown" }), false);
    equal(damaged({ kind: "decoded", codings, trailing: 2 }), false);
    equal(damaged({ kind: "identity" }), false);
  });
});
