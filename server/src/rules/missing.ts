import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { applyEdits } from "../text/edits.ts";
import { check } from "./check.ts";
import { firstMessage } from "./edits.ts";
import { completeFix, difference } from "./fixes.ts";
import type { Edit } from "./rule.ts";

/**
 * The parts of a message that can be missing, with the code of the rule that reports them. They are inserted in this
 * order: the media type depends on the envelope, and Content-Length on all other parts.
 */
const parts: readonly (readonly [code: string, name: () => string])[] = [
  ["version-missing", () => "HTTP/1.1"],
  ["blank-line-missing", () => l10n.t("an empty line")],
  ["xml-missing", () => l10n.t("an envelope")],
  ["host-missing", () => "Host"],
  ["content-type-missing", () => "Content-Type"],
  ["response-content-type-missing", () => "Content-Type"],
  ["soapaction-missing", () => "SOAPAction"],
  ["content-length-missing", () => "Content-Length"],
  ["response-content-length-missing", () => "Content-Length"],
];

/** Returns the names of the missing parts that findings with these codes report. */
export function namesOfMissing(codes: ReadonlySet<string>): readonly string[] {
  return parts.flatMap(([code, name]) => (codes.has(code) ? name() : []));
}

/** Returns the edits that insert the missing parts that findings with these codes report. Spans are in the segment's text. */
export function insertMissing(message: Message, codes: ReadonlySet<string>): readonly Edit[] {
  let current = message;
  for (const [code] of parts) {
    if (!codes.has(code)) continue;
    const finding = check(current).find((one) => one.code === code);
    const fix = finding?.fixes?.()[0];
    if (fix) current = firstMessage(applyEdits(current.text, completeFix(current, fix)), message.scope) ?? current;
  }
  return difference(message.text, current.text);
}
