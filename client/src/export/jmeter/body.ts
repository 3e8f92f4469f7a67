import type { ExportedSlot } from "../../../../server/src/protocol/protocol.ts";
import { toBinary } from "../../../../server/src/text/base64.ts";
import type { PlannedRequest } from "../plan.ts";
import type { JmeterText } from "./jmeterText.ts";
import type { JMeterValues } from "./jmeterValues.ts";
import { isXmlText } from "./testElements.ts";

/** A body as text with values. `charset`: that JMeter encodes it in. */
export interface TextBody {
  readonly text: JmeterText;
  readonly charset: string;
}

/** Parts of the head or the body: bytes, and slots. */
export function pieces(bytes: Uint8Array, slots: readonly ExportedSlot[]): readonly (Uint8Array | ExportedSlot)[] {
  let at = 0;
  const pieces = slots.flatMap((slot) => {
    const before = bytes.subarray(at, slot.start);
    at = slot.end;
    return [before, slot];
  });
  return [...pieces, bytes.subarray(at)].filter((one) => !(one instanceof Uint8Array) || one.length > 0);
}

/** The body of a request with slots, as a text that JMeter sends as these bytes; undefined if there is none. */
export function textBody(request: PlannedRequest, values: JMeterValues): TextBody | undefined {
  const slots = request.slots.filter(({ part }) => part === "body");
  const parts = pieces(request.body, slots);
  for (const charset of [request.charset, "iso-8859-1"]) {
    const decoded = parts.map((part) => (part instanceof Uint8Array ? decode(part, charset) : part));
    if (!decoded.every((part) => part !== undefined)) continue;
    const text = decoded.map((part) =>
      typeof part === "string" ? part : values.expression(request, part.value, part.escape),
    );
    return { text, charset };
  }
  return undefined;
}

/** Undefined if the bytes aren't text in the charset, or XML can't contain it. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  const text = /^(?:iso-8859-1|latin1|us-ascii)$/i.test(charset) ? toBinary(bytes) : decoded(bytes, charset);
  return text !== undefined && isXmlText(text) ? text : undefined;
}

function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
