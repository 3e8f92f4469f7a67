import * as l10n from "@vscode/l10n";
import { shownAtEachEnd } from "../../../../server/src/limits.ts";
import type { OutgoingMessage } from "../../../../server/src/protocol.ts";
import { toBinary } from "../../../../server/src/text/base64.ts";
import { hexLines } from "../../../../server/src/text/hex.ts";
import { concatBytes } from "../../transport/bytes.ts";
import type { Message, SendResult, Wire } from "../../transport/result.ts";
import { countBytes } from "../text/quantities.ts";
import { visibleLines } from "../text/visible.ts";
import { wrap } from "../text/wrap.ts";
import { changeText, unsentLines } from "./details.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import { requestBytes } from "./transportRequest.ts";

export type WireForm = "text" | "hex";

/**
 * The document of the bytes that were sent and received, attempt by attempt, as text or as hex, below what differs from the
 * editor's text. `surplus`: bytes after the complete response.
 */
export function wireText(
  { message, result }: Pick<Exchange, "message" | "result">,
  form: WireForm,
  surplus: Uint8Array = new Uint8Array(),
): string {
  const lines = [
    `${result.method} ${result.url}`,
    "",
    ...changeLines(message, result),
    ...(form === "text" ? legend() : []),
    ...directions(message, result, surplus).flatMap((one) => directionLines(one, form)),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

interface Direction {
  readonly title: string;
  readonly bytes: Uint8Array;
}

function changeLines(message: OutgoingMessage, result: SendResult): readonly string[] {
  if (isUnsent(result)) return [l10n.t("Nothing was sent."), ""];
  const changes = [...message.changes, ...result.changes.map(changeText), ...unsentLines(result)];
  const all =
    changes.length === 0
      ? wrap(
          l10n.t(
            "The request was sent exactly as in the editor, with CR LF at the end of each line of the header section.",
          ),
        )
      : [
          l10n.t("The request that was sent differs from the editor’s text:"),
          ...changes.flatMap((change) => wrap(change, "- ")),
        ];
  return [...all, ""];
}

/** No connection came about, or the host refused the request. */
function isUnsent({ kind, wire }: SendResult): boolean {
  return wire === undefined ? kind === "mixed-content" || kind === "unsendable" : wire.sent.length === 0;
}

function legend(): readonly string[] {
  return [
    ...wrap(
      l10n.t(
        "Each row starts with its offset in hexadecimal. Line endings, tabs and the bytes of non-ASCII characters are shown in ‹›: ü‹c3 bc›.",
      ),
    ),
    "",
  ];
}

function directionLines({ title, bytes }: Direction, form: WireForm): readonly string[] {
  return [`${title}: ${countBytes(bytes.length)}`, ...rows(bytes, form), ""];
}

function rows(bytes: Uint8Array, form: WireForm): readonly string[] {
  const lines = form === "hex" ? hexLines : visibleLines;
  const leftOut = bytes.length - 2 * shownAtEachEnd;
  if (leftOut <= 0) return lines(bytes);
  const end = bytes.length - shownAtEachEnd;
  return [
    ...lines(bytes.subarray(0, shownAtEachEnd)),
    l10n.t("… {0} omitted: only the first and last 64 KB are shown.", countBytes(leftOut)),
    ...lines(bytes.subarray(end), end),
  ];
}

function directions(message: OutgoingMessage, result: SendResult, surplus: Uint8Array): readonly Direction[] {
  const earlier = result.redirects.flatMap(({ url, status, wire }) =>
    wire === undefined
      ? []
      : [
          direction(l10n.t("Sent to {0}", url), wire.sent),
          direction(l10n.t("Received: a redirect ({0})", status), wire.received),
        ],
  );
  if (isUnsent(result))
    return [...earlier, direction(l10n.t("Would have been sent"), concatBytes(requestBytes(message)))];
  return [...earlier, ...(result.wire === undefined ? withoutWire(message, result) : seen(result.wire, surplus))];
}

function seen(wire: Wire, surplus: Uint8Array): readonly Direction[] {
  // What came after the response was shown may not be in the bytes that came until then.
  const known = endsWith(wire.received, surplus);
  return [
    direction(l10n.t("Sent"), wire.sent),
    direction(l10n.t("Received"), wire.received),
    ...(surplus.length === 0
      ? []
      : [
          direction(
            known ? l10n.t("Of these, after the complete response") : l10n.t("Received after the response"),
            surplus,
          ),
        ]),
  ];
}

/** fetch keeps the connection to itself: the body is exact, the heads are put together from what it tells. */
function withoutWire(message: OutgoingMessage, result: SendResult): readonly Direction[] {
  const answer = answerOf(result);
  const dropsBody = result.changes.some(({ kind }) => kind === "body-dropped");
  const [head, typedBody] = requestBytes(message);
  const body = dropsBody ? new Uint8Array() : typedBody;
  return [
    direction(l10n.t("Passed to the browser, which writes its own header section"), head),
    direction(l10n.t("Request body, byte for byte"), body),
    ...(answer === undefined
      ? []
      : [
          direction(l10n.t("Header section of the response, as reported by the browser"), headOf(answer)),
          direction(l10n.t("Body of the response, decoded"), answer.body),
        ]),
  ];
}

function direction(title: string, bytes: Uint8Array): Direction {
  return { title, bytes };
}

function headOf({ statusLine, fields }: Message): Uint8Array {
  const lines = [statusLine, ...fields.map(({ name, value }) => `${name}: ${value}`), "", ""];
  return new TextEncoder().encode(lines.join("\r\n"));
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  return toBinary(bytes.subarray(Math.max(0, bytes.length - end.length))) === toBinary(end);
}
