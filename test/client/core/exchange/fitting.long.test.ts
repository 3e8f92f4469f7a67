import { deepEqual, equal, ok } from "node:assert/strict";
import { presentParams, presentWithinLimit } from "../../../../client/src/core/exchange/presentation.ts";
import type { PresentParams, PresentResult } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { shownLines } from "../../../../server/src/text/limits.ts";
import { outgoing, response } from "../../support.ts";

/** Presents a body with a server that starts a new line at each `<`. */
async function present(text: string) {
  const body = new TextEncoder().encode(text);
  const result = response("HTTP/1.1 200 OK\n\n", { body });
  const params = presentParams({ message: outgoing(), result }, "x:/y", { format: true, surplus: 0 });
  if (params === undefined) throw new Error("nothing to present");
  const asked: PresentParams[] = [];
  const presented = await presentWithinLimit(params, body, async (one) => {
    asked.push(one);
    return { text: toBinary(fromBase64(one.body)).replaceAll("<", "\n<") } as PresentResult;
  });
  return { presented, asked, length: body.length, lines: presented.text.split("\n").length };
}

suite("a response with many lines", () => {
  test("a response is requested once if it is within the limit", async () => {
    const { asked, lines } = await present("<a/>".repeat(shownLines - 1));
    equal(asked.length, 1);
    equal(lines, shownLines);
  });

  test("a response is cut at the number of lines up to which VS Code shows code lenses, and says how much is left out", async () => {
    const { asked, lines, length } = await present("<a/>".repeat(600_000));
    equal(asked.length, 2);
    ok(lines <= shownLines && lines > shownLines * 0.9, String(lines));
    const last = asked.at(-1);
    deepEqual(last?.facts.leftOut, length - fromBase64(last?.body ?? "").length);
  });

  test("a response is cut in few steps even if all line breaks are at its beginning", async () => {
    const { asked, lines } = await present(`${"<".repeat(shownLines + 10)}${"x".repeat(4_000_000)}`);
    ok(asked.length < 8, String(asked.length));
    ok(lines <= shownLines, String(lines));
  });
});
