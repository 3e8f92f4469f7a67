import { shownBytes, shownLines } from "../../../../server/src/limits.ts";
import type { PresentParams, PresentResult } from "../../../../server/src/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";

/** What the server makes of a response, with as much of its body as makes no more lines: of most bodies, all. */
export async function presentFitting(
  params: PresentParams,
  body: Uint8Array,
  ask: (params: PresentParams) => Promise<PresentResult>,
): Promise<PresentResult> {
  let presented = await ask(params);
  let shown = Math.min(body.length, shownBytes);
  // Lines may stand closer at the beginning than the average says: then half of it is left out each time.
  for (let least = 1; ; least = 0.5) {
    const lines = lineCount(presented.text);
    if (lines <= shownLines) return presented;
    shown = Math.floor(shown * Math.min(least, (0.98 * shownLines) / lines));
    const facts = { ...params.facts, leftOut: body.length - shown };
    presented = await ask({ ...params, body: toBase64(body.subarray(0, shown)), facts });
  }
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
