import * as l10n from "@vscode/l10n";
import { shownBytes } from "../../../../server/src/limits.ts";
import type { PresentParams, ResponseFacts } from "../../../../server/src/protocol.ts";
import { toBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { withLineFeeds } from "../../../../server/src/text/trailing.ts";
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
  const type = fields.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? "utf-8";
  const shown = body.subarray(0, shownBytes);
  try {
    return new TextDecoder(charset).decode(shown);
  } catch {
    return new TextDecoder().decode(shown);
  }
}
