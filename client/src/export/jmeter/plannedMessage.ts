import { toBinary } from "../../../../server/src/text/base64.ts";
import type { PlannedRequest } from "../plan.ts";
import { exactText, slottedBytes } from "../slottedBytes.ts";
import type { JMeterValues } from "./jmeterValues.ts";
import { isXmlText, type JmeterText } from "./testElements.ts";

/** First of the characters that represent slots. A head is read as ISO-8859-1, so it contains none of them. */
const firstMark = 0xe000;
const marks = /[\ue000-\uf8ff]/;

/** Methods that JMeter 2.13 sends. */
const methods = /^(?:GET|POST|HEAD|PUT|OPTIONS|TRACE|DELETE|PATCH)$/;

/** The target, and the fields that a header manager writes. What JMeter writes differently is reported as a loss. */
export function plannedHead(request: PlannedRequest, values: JMeterValues) {
  const slots = request.slots.filter(({ part }) => part === "head");
  let mark = firstMark;
  const marked = slottedBytes(request.head, slots)
    .map((part) => (part instanceof Uint8Array ? toBinary(part) : String.fromCharCode(mark++)))
    .join("");
  const restore = (text: string): JmeterText =>
    text.split(/([\ue000-\uf8ff])/).flatMap((part) => {
      const slot = marks.test(part) ? slots[part.charCodeAt(0) - firstMark] : undefined;
      return slot ? [values.expression(request, slot.value, slot.escape)] : part === "" ? [] : [part];
    });
  const [section = "", rest] = marked.split(/\r\n\r\n(.*)/s);
  const [requestLine = "", ...lines] = section.split("\r\n");
  const [method = "", target = "", version = ""] = requestLine.split(" ");
  if (rest !== "")
    values.lose(request, "The empty line after the header section is written even though it is missing.");
  if (/[\x80-\xff]/.test(marked))
    values.lose(request, "JMeter replaces characters of the header section that aren't ASCII.");
  if (!methods.test(method)) values.lose(request, `JMeter doesn't send the method ${method}.`);
  if (version !== "HTTP/1.1") values.lose(request, `JMeter sends HTTP/1.1 instead of ${version || "no version"}.`);
  if (request.body.length > 0 && /^(?:GET|HEAD)$/.test(method))
    values.lose(request, `JMeter doesn't send a body with ${method}.`);
  const fields = lines.flatMap((line) => {
    const [name = "", value] = line.split(/:(.*)/s);
    if (value === undefined || !/^[!-~]+$/.test(name)) {
      values.lose(request, `A header line is not carried over, because JMeter can't write it: ${withoutMarks(line)}`);
      return [];
    }
    const trimmed = value.replace(/^[ \t]+/, "");
    return isWritten(request, name, trimmed, values) ? [{ name: restore(name), value: restore(trimmed) }] : [];
  });
  const hasType = lines.some((line) => /^content-type[ \t]*:/i.test(line));
  if (request.body.length > 0 && !hasType) values.lose(request, "JMeter adds a Content-Type.");
  return { target: restore(target), fields };
}

/** Whether the header manager writes a field. The others are JMeter's own. */
function isWritten(request: PlannedRequest, name: string, value: string, values: JMeterValues): boolean {
  switch (name.toLowerCase()) {
    case "content-length":
      if (!marks.test(value) && value !== String(request.body.length)) {
        values.lose(request, `JMeter sends the right Content-Length instead of ${value}.`);
      }
      return false;
    case "connection":
      if (!/^(?:close|keep-alive)[ \t]*$/i.test(value)) {
        values.lose(request, `JMeter sends its own Connection instead of ${withoutMarks(value)}.`);
      }
      return false;
    case "transfer-encoding":
      values.lose(request, "JMeter doesn't send chunks: the body has a Content-Length instead.");
      return false;
    default:
      return true;
  }
}

function withoutMarks(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, "…");
}

/** The body with slots, as a text that JMeter sends as these bytes in `charset`; undefined if there is none. */
export function textBody(request: PlannedRequest, values: JMeterValues) {
  const slots = request.slots.filter(({ part }) => part === "body");
  const parts = slottedBytes(request.body, slots);
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

/** Decodes bytes. Undefined if they aren't text in the charset, or XML can't contain the text. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  const text = /^(?:iso-8859-1|latin1|us-ascii)$/i.test(charset) ? toBinary(bytes) : exactText(bytes, charset);
  return text !== undefined && isXmlText(text) ? text : undefined;
}
