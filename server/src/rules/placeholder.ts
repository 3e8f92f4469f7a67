import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { contains, type Span } from "../text/span.ts";
import { mediaTypeFor } from "./contentType.ts";
import { changeTo, countText } from "./edits.ts";
import { targetAuthority } from "./host.ts";
import type { Report } from "./rule.ts";

export function* placeholder(message: Message): Iterable<Report> {
  for (const at of message.placeholders) {
    const text = message.slice(at);
    const value = knownValue(message, at);
    if (value === undefined) {
      yield { at, message: l10n.t("Replace the placeholder {0} with a value.", text) };
    } else {
      yield {
        at,
        message: l10n.t("Replace the placeholder {0} with {1}.", text, value),
        fixes: () => [{ ...changeTo(at, value), automatic: isCount(message, at) }],
      };
    }
  }
}

function isCount(message: Message, at: Span): boolean {
  const field = message.field("content-length");
  return field !== undefined && contains(field.line, at);
}

function knownValue(message: Message, at: Span): string | undefined {
  if (isCount(message, at)) return countText(message);
  const { contentType, host } = message;
  if (host && contains(host.field.line, at)) return targetAuthority(message);
  if (!contentType || !contains(contentType.field.line, at)) return undefined;
  if (/^MIMEType$/i.test(message.slice(at))) return mediaTypeFor(message);
  if (!/encoding|charset/i.test(message.slice(at))) return undefined;
  const encoding = message.xml?.declaration?.encoding;
  return encoding ? message.slice(encoding).toLowerCase() : "utf-8";
}
