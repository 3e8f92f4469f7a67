import * as l10n from "@vscode/l10n";
import { parseHost } from "../http/host.ts";
import type { Message } from "../message.ts";
import { mediaTypes } from "../soap/facts.ts";
import { contains, type Span } from "../text/span.ts";
import { countText, replace } from "./edits.ts";
import type { Rule } from "./rule.ts";

export const placeholder: Rule = {
  code: "placeholder",
  severity: "error",
  source: "SOAP over HTTP binding",
  *check(message) {
    for (const at of message.placeholders) {
      const text = message.slice(at);
      const value = knownValue(message, at);
      yield {
        at,
        message:
          value === undefined
            ? l10n.t("Replace the placeholder {0} with a value.", text)
            : l10n.t("Replace the placeholder {0} with {1}.", text, value),
        fixes: () =>
          value === undefined
            ? []
            : [{ title: l10n.t("Change to {0}", value), automatic: isCount(message, at), edits: [replace(at, value)] }],
      };
    }
  },
};

function isCount(message: Message, at: Span): boolean {
  const field = message.field("content-length");
  return field !== undefined && contains(field.line, at);
}

function knownValue(message: Message, at: Span): string | undefined {
  if (isCount(message, at)) return countText(message);
  const { contentType, host, target } = message;
  if (contentType && contains(contentType.field.line, at)) {
    if (/^MIMEType$/i.test(message.slice(at))) return mediaTypes[message.envelope?.version ?? "1.2"];
    const encoding = message.xml?.declaration?.encoding;
    if (/encoding|charset/i.test(message.slice(at))) return encoding ? message.slice(encoding).toLowerCase() : "utf-8";
    return undefined;
  }
  const authority = target?.parts.authority;
  if (host && contains(host.field.line, at) && target && authority) {
    const text = target.typed.text.slice(authority.start, authority.end);
    return parseHost(text).problem ? undefined : text;
  }
  return undefined;
}
