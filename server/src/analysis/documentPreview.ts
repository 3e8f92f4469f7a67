import { segmentAt } from "../format/document.ts";
import { documentSource } from "../message/documentText.ts";
import { hexOf } from "../text/bytes.ts";
import { redactor } from "../text/redactor.ts";
import { type Analysis, textOf } from "./analysis.ts";

/**
 * The text of the document at an offset with sample values, without secrets. Values that are known only when a request is sent
 * are shown as typed; bytes are shown as hexadecimal digits. Returns `undefined` if there is no document at the offset.
 */
export function documentPreview(analysis: Analysis, offset: number): string | undefined {
  const segment = segmentAt(analysis.document, offset)?.segment;
  const body = segment?.document && textOf(analysis, segment)?.body;
  if (!segment?.document) return undefined;
  const { scope } = analysis;
  const value = documentSource(segment).value(scope);
  const typed = body?.source.slice(body.start, body.canonicalEnd);
  const bytes = value.kind === "bytes" && value.bytes ? hexOf(value.bytes.subarray(0, mostBytes)) : undefined;
  const sample = value.kind === "text" ? value.text : value.kind === "atSending" ? value.sample : bytes;
  const why = value.kind === "undefined" ? value.why : undefined;
  return redactor([...scope.secrets.keys()])(sample ?? (typed || why || ""));
}

const mostBytes = 2048;
