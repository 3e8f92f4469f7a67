import * as l10n from "@vscode/l10n";
import { parseDocument } from "../document.ts";
import { Message } from "../message.ts";
import { check } from "./check.ts";
import { applyEdits, completeFix, difference } from "./fixes.ts";
import type { Edit } from "./rule.ts";

/**
 * What a request can lack, by the rule that reports it, in the order of writing it: the envelope says the media type,
 * both say the count.
 */
const parts: readonly { readonly code: string; readonly name: () => string }[] = [
  { code: "version-missing", name: () => "HTTP/1.1" },
  { code: "blank-line-missing", name: () => l10n.t("an empty line") },
  { code: "xml-missing", name: () => l10n.t("an envelope") },
  { code: "host-missing", name: () => "Host" },
  { code: "content-type-missing", name: () => "Content-Type" },
  { code: "soapaction-missing", name: () => "SOAPAction" },
  { code: "content-length-missing", name: () => "Content-Length" },
];

/** The names of what a request lacks, by the codes of its findings. */
export function namesOfMissing(codes: ReadonlySet<string>): readonly string[] {
  return parts.filter(({ code }) => codes.has(code)).map(({ name }) => name());
}

/** Inserts, in the segment's text, what the findings of these codes say is missing. */
export function insertMissing(message: Message, codes: ReadonlySet<string>): readonly Edit[] {
  let current = message;
  for (const { code } of parts) {
    if (!codes.has(code)) continue;
    const fix = check(current)
      .find((one) => one.code === code)
      ?.fixes?.()[0];
    if (!fix) continue;
    const text = applyEdits(current.text, completeFix(current, fix));
    const segment = parseDocument(text).segments[0]?.segment;
    if (segment?.request) current = new Message(segment, segment.request, message.scope);
  }
  return difference(message.text, current.text);
}
