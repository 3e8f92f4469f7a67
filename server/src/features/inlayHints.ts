import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import type { HintSetting, InlayHintSettings } from "../protocol/protocol.ts";
import type { Span } from "../text/span.ts";
import { code } from "./support/markdown.ts";
import { acceptedCounts, requestUrl, shownMessage, shownValue } from "./support/shownValue.ts";

export interface InlayHint {
  /** UTF-16 offset in the message's text. */
  readonly at: number;
  readonly label: string;
  /** The tooltip in Markdown. */
  readonly tooltip: string | undefined;
}

export function inlayHints(message: Message, within: Span, settings: InlayHintSettings): readonly InlayHint[] {
  const hints = [
    ...contentLengthHints(message, settings.contentLength),
    ...targetHints(message, settings.target),
    ...variableHints(message, within, settings.variables),
  ];
  return hints.filter(({ at }) => within.start <= at && at <= within.end).sort((a, b) => a.at - b.at);
}

function contentLengthHints(message: Message, setting: HintSetting): InlayHint[] {
  const field = message.field("content-length");
  const { body, bodyLength, bodyFile } = message;
  if (setting === "off" || !field) return [];
  const bytes = body || bodyFile ? bodyLength : 0;
  if (bytes === undefined) return [];
  const typed = message.slice(field.value.typed);
  if (setting === "different") {
    const counts = body && !bodyFile ? acceptedCounts(message) : [bytes];
    if (/^\d{1,16}$/.test(typed) && counts.includes(Number(typed))) return [];
  }
  const charset = message.charset.charset?.name ?? "";
  return [
    {
      at: field.line.value.end,
      label: bytes === 1 ? l10n.t("1 byte") : l10n.t("{0} bytes", bytes),
      tooltip: bodyFile ? l10n.t("The file {0}.", bodyFile.path) : body && l10n.t("The body, counted in {0}.", charset),
    },
  ];
}

function targetHints(message: Message, setting: HintSetting): InlayHint[] {
  const url = setting === "off" ? undefined : requestUrl(shownMessage(message));
  const { requestLine } = message.syntax;
  if (url === undefined || !requestLine?.target || message.target?.parts.form === "absolute") return [];
  const host = message.field("host");
  const plain = `http://${host ? message.slice(host.value.typed) : ""}${message.slice(requestLine.target)}`;
  if (setting === "different" && url === plain) return [];
  return [{ at: requestLine.target.end, label: `→ ${shortened(url)}`, tooltip: code(url) }];
}

function variableHints(message: Message, within: Span, setting: HintSetting): InlayHint[] {
  if (setting === "off") return [];
  const hints: InlayHint[] = [];
  const shown = new Set<string>();
  for (const reference of message.references) {
    const { name, end } = reference;
    const value = message.lookup(reference);
    if (value.kind !== "text" || (setting === "different" && shown.has(name))) continue;
    shown.add(name);
    if (end < within.start || end > within.end) continue;
    hints.push({ at: end, label: `= ${shortened(shownValue(value))}`, tooltip: code(shownValue(value)) });
  }
  return hints;
}

const maxLength = 60;

function shortened(text: string): string {
  const line = text.replace(/[\r\n\t]+/g, " ");
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
