import * as l10n from "@vscode/l10n";
import { parseDocument } from "../../document.ts";
import { Message } from "../../message.ts";
import { check } from "../../rules/check.ts";
import { applyEdits, completeFix, difference } from "../../rules/fixes.ts";
import { inDocument, type Subject, type Transform } from "./transform.ts";

/**
 * What a request can lack, by the rule that reports it, in the order of writing it: the envelope says the media type,
 * both say the count.
 */
const parts: readonly { readonly code: string; readonly name: () => string }[] = [
  { code: "version-missing", name: () => "HTTP/1.1" },
  { code: "blank-line-missing", name: () => l10n.t("the empty line") },
  { code: "xml-missing", name: () => l10n.t("an envelope") },
  { code: "host-missing", name: () => "Host" },
  { code: "content-type-missing", name: () => "Content-Type" },
  { code: "soapaction-missing", name: () => "SOAPAction" },
  { code: "content-length-missing", name: () => "Content-Length" },
];

/** All that a request lacks at once, where it lacks more than one thing. */
export function insertMissing({ message, placed, codes }: Subject): Transform[] {
  const found = codes();
  const missing = parts.filter(({ code }) => found.has(code));
  if (missing.length < 2) return [];
  return [
    {
      title: l10n.t("Insert what is missing: {0}", missing.map(({ name }) => name()).join(", ")),
      kind: "fix",
      at: message.request.first,
      edits: () => {
        const after = completed(message, new Set(missing.map(({ code }) => code)));
        return inDocument(placed, difference(message.text, after));
      },
    },
  ];
}

function completed(message: Message, codes: ReadonlySet<string>): string {
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
  return current.text;
}
