import * as l10n from "@vscode/l10n";
import type { OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { hexLines } from "../../../../server/src/text/bytes.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { concatBytes } from "../../transport/bytes.ts";
import type { AuthenticationStep, SendResult, WireBytes } from "../../transport/result.ts";
import { countBytes } from "../text/quantities.ts";
import { visibleLines } from "../text/visibleBytes.ts";
import { wrapText } from "../text/wrap.ts";
import { schemeName } from "./authenticationText.ts";
import { changeText, unsentLines } from "./details.ts";
import { type Exchange, responseOf } from "./exchange.ts";
import { headText } from "./presentation.ts";
import { requestBytes } from "./transportRequest.ts";

type WireForm = "text" | "hex";
type Block = readonly [title: string, bytes: Uint8Array];

/** Shows all attempts, and how they differ from the editor's text. `surplus`: bytes after the complete response. */
export function wireText(
  { message, result }: Pick<Exchange, "message" | "result">,
  form: WireForm,
  surplus: Uint8Array = new Uint8Array(),
): string {
  const lines = [
    `${result.method} ${result.url}`,
    "",
    ...changeLines(message, result),
    "",
    ...(form === "text" ? [...legend(), ""] : []),
    ...blocks(message, result, surplus).flatMap(([title, bytes]) => [
      `${title}: ${countBytes(bytes.length)}`,
      ...rows(bytes, form),
      "",
    ]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function changeLines(message: OutgoingMessage, result: SendResult): readonly string[] {
  if (isUnsent(result)) return [l10n.t("Nothing was sent.")];
  const changes = [...message.changes, ...result.changes.map(changeText), ...unsentLines(result)];
  if (changes.length > 0) {
    const heading = l10n.t("The sent request differs from the text in the editor:");
    return [heading, ...changes.flatMap((change) => wrapText(change, "- "))];
  }
  return wrapText(
    l10n.t("The request was sent exactly as in the editor, with CR LF at the end of each line of the header section."),
  );
}

/** Whether there was no connection, or the host rejected the request. */
function isUnsent({ kind, wire }: SendResult): boolean {
  return wire === undefined ? kind === "mixed-content" || kind === "unsendable" : wire.sent.length === 0;
}

function legend(): readonly string[] {
  return wrapText(
    l10n.t(
      "Each row starts with its offset in hexadecimal. Line endings, tabs and the bytes of non-ASCII characters are shown in ‹›: ü‹c3 bc›.",
    ),
  );
}

function rows(bytes: Uint8Array, form: WireForm): readonly string[] {
  const lines = form === "hex" ? hexLines : visibleLines;
  const omitted = bytes.length - 2 * shownAtEachEnd;
  if (omitted <= 0) return lines(bytes);
  const end = bytes.length - shownAtEachEnd;
  return [
    ...lines(bytes.subarray(0, shownAtEachEnd)),
    l10n.t("… {0} omitted: only the first and last 64 KB are shown.", countBytes(omitted)),
    ...lines(bytes.subarray(end), end),
  ];
}

function blocks(message: OutgoingMessage, result: SendResult, surplus: Uint8Array): readonly Block[] {
  const { redirects, authentication = [] } = result;
  const asked = (count: number) => authentication.filter((one) => one.redirects === count).flatMap(challengeBlocks);
  const redirected = redirects.flatMap(({ url, status, wire }, at) => [
    ...asked(at),
    ...earlierBlocks(url, wire, l10n.t("Received: a redirect ({0})", status)),
  ]);
  const earlier = [...redirected, ...asked(redirects.length)];
  const plain = message.bodyBeforeEncryption;
  const beforeEncryption: readonly Block[] =
    plain === undefined ? [] : [[l10n.t("Request body before the encryption"), fromBase64(plain)]];
  const unsent = (): readonly Block[] => [[l10n.t("Would have been sent"), concatBytes(requestBytes(message))]];
  const recorded = () => (result.wire === undefined ? withoutWire(message, result) : wireBlocks(result.wire, surplus));
  return [...beforeEncryption, ...earlier, ...(isUnsent(result) ? unsent() : recorded())];
}

function challengeBlocks({ url, status, wire, scheme }: AuthenticationStep): readonly Block[] {
  const answer = l10n.t("Received: a {0} challenge ({1})", schemeName(scheme), status);
  return earlierBlocks(url, wire, answer);
}

function earlierBlocks(url: string, wire: WireBytes | undefined, received: string): readonly Block[] {
  if (wire === undefined) return [];
  return [
    [l10n.t("Sent to {0}", url), wire.sent],
    [received, wire.received],
  ];
}

function wireBlocks({ sent, received }: WireBytes, surplus: Uint8Array): readonly Block[] {
  // `received` may end before bytes that arrived after the response was shown.
  const title = endsWith(received, surplus)
    ? l10n.t("Of these, after the complete response")
    : l10n.t("Received after the response");
  const blocks: readonly Block[] = [
    [l10n.t("Sent"), sent],
    [l10n.t("Received"), received],
    [title, surplus],
  ];
  return surplus.length === 0 ? blocks.slice(0, 2) : blocks;
}

/** For `fetch`, which hides the connection: bodies are exact, header sections are reconstructed. */
function withoutWire(message: OutgoingMessage, result: SendResult): readonly Block[] {
  const response = responseOf(result);
  const dropsBody = result.changes.some(({ kind }) => kind === "body-dropped");
  const [head, body] = requestBytes(message);
  const request: readonly Block[] = [
    [l10n.t("Passed to the browser, which writes its own header section"), head],
    [l10n.t("Request body, byte for byte"), dropsBody ? new Uint8Array() : body],
  ];
  if (response === undefined) return request;
  const responseHead = new TextEncoder().encode(headText(response));
  return [
    ...request,
    [l10n.t("Header section of the response, as reported by the browser"), responseHead],
    [l10n.t("Body of the response, decoded"), response.body],
  ];
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  return toBinary(bytes.subarray(Math.max(0, bytes.length - end.length))) === toBinary(end);
}
