import * as l10n from "@vscode/l10n";
import { insert } from "../../rules/edits.ts";
import { afterBreak, lineAt } from "../../text/lines.ts";
import { operationRequests } from "../support/operationRequests.ts";
import type { MessageSection } from "../support/section.ts";
import { inDocument, type Transform } from "./transform.ts";

/** Requests for the operations of WSDLs, in a segment without a request. `at`: the cursor, in the section's text. */
export function newRequests(section: MessageSection, at: number): readonly Transform[] {
  const { text } = section;
  const line = lineAt(text, at);
  const isFree = text.slice(line.start, line.end).trim() === "" && !section.preamble.some(({ start }) => start > at);
  const place = isFree ? line.start : text.length;
  const before = place > 0 && !/[\r\n]/.test(text.charAt(place - 1)) ? "\n" : "";
  const after = afterBreak(text, place) > place || place === text.length ? "" : "\n";
  return operationRequests(section).map((request) => ({
    title: l10n.t("New request for {0} ({1})", request.name, request.location),
    kind: "rewrite",
    edits: () => inDocument(section, [insert(place, `${before}${request.text()}${after}`)]),
  }));
}
