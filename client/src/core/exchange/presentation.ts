import * as l10n from "@vscode/l10n";
import type { PresentParams, PresentResult, ResponseFacts } from "../../../../server/src/protocol/protocol.ts";
import { toBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { shownBeforeFormatting, shownBytes, shownLines } from "../../../../server/src/text/limits.ts";
import { withLineFeeds } from "../../../../server/src/text/trailing.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { ReceivedField, ResponseMessage, SendResult } from "../../transport/result.ts";
import { formatBytes } from "../text/quantities.ts";
import { contentFacts } from "./contentCoding.ts";
import { type Exchange, responseOf } from "./exchange.ts";

export interface PresentedExchange {
  readonly message: Pick<Exchange["message"], "method" | "soapVersion" | "contract" | "authentication"> & {
    readonly errors: readonly { readonly message: string }[];
  };
  readonly result: SendResult;
}

/** The parameters of a `PresentRequest`; undefined if nothing was received. `surplus`: bytes after the response. */
export function presentParams(
  exchange: PresentedExchange,
  uri: string,
  { format, surplus }: { readonly format: boolean; readonly surplus: number },
): PresentParams | undefined {
  const shown = shownOf(exchange, surplus);
  return shown && paramsOf(shown, uri, format);
}

export function paramsOf(
  { facts, head, body }: ReturnType<typeof shownResponse>,
  uri: string,
  format: boolean,
): PresentParams {
  return { uri, format, facts, head: toBase64(head), body: toBase64(body) };
}

/** The bytes of a response that are shown, and what the transport knows about it; undefined if nothing was received. */
export function shownOf(
  { message, result }: PresentedExchange,
  surplus: number,
): { readonly head: Uint8Array; readonly body: Uint8Array; readonly facts: ResponseFacts } | undefined {
  const response = responseOf(result);
  const isComplete = result.known === "all" || !result.known.hidden.includes("unexposedFields");
  return response && shownResponse(message, response, isComplete, surplus);
}

/** `headersComplete`: whether the host shows all headers. `surplus`: number of bytes after the response. */
export function shownResponse(
  message: PresentedExchange["message"],
  response: ResponseMessage,
  headersComplete: boolean,
  surplus: number,
): { readonly head: Uint8Array; readonly body: Uint8Array; readonly facts: ResponseFacts } {
  const declared = response.contentLengths[0];
  const facts: ResponseFacts = {
    request: {
      method: message.method,
      soapVersion: message.soapVersion,
      ...(message.authentication ? { hasAuthentication: true } : {}),
      contract: message.contract,
      get errors() {
        return message.errors.map((one) => one.message);
      },
    },
    framing: response.framing === "hidden" ? "unknown" : response.framing,
    bodyBytes: response.rawBody?.length,
    declaredBytes: declared !== undefined && /^\d+$/.test(declared) ? Number(declared) : undefined,
    surplusBytes: surplus,
    truncated: response.truncated,
    contentCoding: contentFacts(response.content),
    leftOut: Math.max(0, response.body.length - shownBytes),
    headersComplete,
  };
  return { head: headOf(response), body: response.body.subarray(0, shownBytes), facts };
}

/**
 * The response as text without the server's help, so that it can be read while the server is down. The body is decoded as
 * UTF-8, unless its Content-Type has a charset that the host supports.
 */
export function unformattedText(result: SendResult): string {
  const response = responseOf(result);
  if (response === undefined) return "";
  const head = withLineFeeds(toBinary(headOf(response)));
  const omitted = response.body.length - shownBytes;
  const more = omitted <= 0 ? "" : `\n${l10n.t("… {0} more. Save the body to see all of it.", formatBytes(omitted))}\n`;
  return head + decode(response) + more;
}

/** Shown until a large response is formatted: header section, beginning of the body as received, and a note. */
export function formattingText(response: ResponseMessage): string {
  const head = withLineFeeds(toBinary(headOf(response)));
  // Stops at binary data, and before a character that is cut in half.
  const [beginning = ""] = /^[^\0-\x08\x0e-\x1f\x7f\ufffd]*/.exec(decode(response, shownBeforeFormatting)) ?? [];
  const note = `… ${l10n.t("Formatting {0}…", formatBytes(response.body.length))}\n`;
  return `${head}${beginning}${beginning === "" ? "" : "\n"}${note}`;
}

/** Status line, headers and the empty line, with the line endings of HTTP. */
export function headText({ statusLine, fields }: ResponseMessage): string {
  return [statusLine, ...fields.map(({ name, value }) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** The received header section. `fetch` hides its bytes: then it is put together from the headers. */
function headOf(response: ResponseMessage): Uint8Array {
  if (response.head.length > 0 || response.framing === "http09") return response.head;
  return Uint8Array.from(headText(response), (character) => character.charCodeAt(0) & 0xff);
}

function decode({ fields, body }: ResponseMessage, length = shownBytes): string {
  const shown = body.subarray(0, length);
  try {
    return new TextDecoder(charsetOf(fields)).decode(shown);
  } catch {
    return new TextDecoder().decode(shown);
  }
}

/** The charset of Content-Type, in any case; UTF-8 if there is none. */
export function charsetOf(fields: readonly ReceivedField[]): string {
  const type = valuesOfField(fields, "content-type")[0] ?? "";
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? "utf-8";
}

/** The server's text of a response, with only as much of the body as the limit of lines allows. */
export async function presentWithinLimit(
  params: PresentParams,
  body: Uint8Array,
  ask: (params: PresentParams) => Promise<PresentResult>,
): Promise<PresentResult> {
  let presented = await ask(params);
  let shown = Math.min(body.length, shownBytes);
  // The beginning may have shorter lines than the average: then the body is cut in half each time.
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
