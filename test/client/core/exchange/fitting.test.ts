import { deepEqual, equal, ok } from "node:assert/strict";
import { presentFitting, presentParams } from "../../../../client/src/core/exchange/presentation.ts";
import { shownLines } from "../../../../server/src/limits.ts";
import type { PresentParams, PresentResult } from "../../../../server/src/protocol.ts";
import { fromBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { outgoing, response } from "../../support.ts";

/** Asks for a body, of which the server makes a line for each `<`. */
async function present(text: string) {
  const body = new TextEncoder().encode(text);
  const result = response("HTTP/1.1 200 OK\n\n", { body });
  const params = presentParams({ message: outgoing(), result }, "x:/y", { format: true, surplus: 0 });
  if (params === undefined) throw new Error("nothing to present");
  const asked: PresentParams[] = [];
  const presented = await presentFitting(params, body, async (one) => {
    asked.push(one);
    return { text: toBinary(fromBase64(one.body)).replaceAll("<", "\n<") } as PresentResult;
  });
  return { presented, asked, length: body.length, lines: presented.text.split("\n").length };
}

suite("a response of many lines", () => {
  test("of which there are not too many is asked for once", async () => {
    const { asked, lines } = await present("<a/>".repeat(shownLines - 1));
    equal(asked.length, 1);
    equal(lines, shownLines);
  });

  test("is cut where VS Code would give it no lenses, and says what is left out", async () => {
    const { asked, lines, length } = await present("<a/>".repeat(600_000));
    equal(asked.length, 2);
    ok(lines <= shownLines && lines > shownLines * 0.9, String(lines));
    const last = asked.at(-1);
    deepEqual(last?.facts.leftOut, length - fromBase64(last?.body ?? "").length);
  });

  test("whose lines stand at its beginning is cut in few steps", async () => {
    const { asked, lines } = await present(`${"<".repeat(shownLines + 10)}${"x".repeat(4_000_000)}`);
    ok(asked.length < 8, String(asked.length));
    ok(lines <= shownLines, String(lines));
  });
});
