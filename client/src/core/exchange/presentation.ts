import * as l10n from "@vscode/l10n";
import { shownBytes, shownLines } from "../../../../server/src/limits.ts";
import type { PresentParams, PresentResult, ResponseFacts } from "../../../../server/src/protocol.ts";
import { toBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { withLineFeeds } from "../../../../server/src/text/trailing.ts";
import { fieldValues } from "../../transport/head.ts";
import type { Framing, Message, SendResult } from "../../transport/result.ts";
import { formatBytes } from "../text/quantities.ts";
import { contentFacts } from "./content.ts";
import { answerOf, type Exchange } from "./exchange.ts";

/** What of an exchange says how its response is to be understood. */
export interface Received {
  readonly message: Pick<Exchange["message"], "method" | "soapVersion">;
  readonly result: SendResult;
}

/** What the server is asked to make readable; undefined where nothing came. `surplus`: bytes after the response. */
export function presentParams(
  exchange: Received,
  uri: string,
  { format, surplus }: { readonly format: boolean; readonly surplus: number },
): PresentParams | undefined {
  const shown = shownOf(exchange, surplus);
  return shown && { uri, format, facts: shown.facts, head: toBase64(shown.head), body: toBase64(shown.body) };
}

/** The bytes that are shown of a response, and what the transport saw of it; undefined where nothing came. */
export function shownOf(
  exchange: Received,
  surplus: number,
): { readonly head: Uint8Array; readonly body: Uint8Array; readonly facts: ResponseFacts } | undefined {
  const answer = answerOf(exchange.result);
  if (answer === undefined) return undefined;
  const body = answer.body.subarray(0, shownBytes);
  return { head: headOf(answer), body, facts: factsOf(exchange, answer, surplus) };
}

/**
 * The response as text without the server's help: nothing that came gets lost because a server is dead.
 * The body is decoded as UTF-8, unless its Content-Type names a charset that the host knows.
 */
export function plainText(result: SendResult): string {
  const answer = answerOf(result);
  if (answer === undefined) return "";
  const head = withLineFeeds(toBinary(headOf(answer)));
  const leftOut = Math.max(0, answer.body.length - shownBytes);
  const more =
    leftOut === 0 ? "" : `\n${l10n.t("… {0} more. Save the body to see all of it.", formatBytes(leftOut))}\n`;
  return head + decode(answer) + more;
}

function factsOf({ message, result }: Received, answer: Message, surplus: number): ResponseFacts {
  const declared = answer.contentLengths[0];
  return {
    request: { method: message.method, soapVersion: message.soapVersion },
    framing: framingOf(answer.framing),
    bodyBytes: answer.rawBody?.length,
    declaredBytes: declared !== undefined && /^\d+$/.test(declared) ? Number(declared) : undefined,
    surplusBytes: surplus,
    truncated: answer.truncated,
    contentCoding: contentFacts(answer.content),
    leftOut: Math.max(0, answer.body.length - shownBytes),
    headersComplete: result.known === "all" || !result.known.hidden.includes("unexposedFields"),
  };
}

function framingOf(framing: Framing): ResponseFacts["framing"] {
  return framing === "hidden" ? "unknown" : framing;
}

/** Status line, fields and the empty line. fetch hides their bytes: then they are put together again. */
function headOf(answer: Message): Uint8Array {
  if (answer.head.length > 0 || answer.framing === "http09") return answer.head;
  const lines = [answer.statusLine, ...answer.fields.map(({ name, value }) => `${name}: ${value}`), "", ""];
  return Uint8Array.from(lines.join("\r\n"), (character) => character.charCodeAt(0) & 0xff);
}

function decode({ fields, body }: Message): string {
  const type = fieldValues(fields, "content-type")[0] ?? "";
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? "utf-8";
  const shown = body.subarray(0, shownBytes);
  try {
    return new TextDecoder(charset).decode(shown);
  } catch {
    return new TextDecoder().decode(shown);
  }
}

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
