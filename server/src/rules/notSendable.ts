import * as l10n from "@vscode/l10n";
import { fieldFate, forbidsBody } from "../http/fetch.ts";
import { firstWord } from "./edits.ts";
import type { Rule } from "./rule.ts";

/** Said where requests leave through a browser's fetch, and only where it makes a difference. */
export const notSendable: Rule = {
  code: "header-not-sendable",
  severity: "information",
  source: "WHATWG Fetch, forbidden request-header",
  *check(message) {
    const { address, method, bodyLength = 0, request } = message;
    const port = address && address.port !== (address.scheme === "https" ? 443 : 80) ? `:${address.port}` : "";
    const context = { method, authority: address ? `${address.host}${port}` : "", bodyLength };
    for (const field of message.fields) {
      if (!field.value.known) continue;
      const fate = fieldFate({ name: field.name, value: field.value.text }, context);
      if (fate.kind === "dropped") {
        yield {
          at: field.line.name,
          message: l10n.t("A browser doesn't send {0}. VS Code on the desktop sends it as typed.", field.name),
        };
      } else if (fate.kind === "replaced") {
        yield {
          at: field.line.name,
          message:
            fate.sent === undefined
              ? l10n.t("A browser sends {0} with its own value. VS Code on the desktop sends it as typed.", field.name)
              : l10n.t(
                  "A browser sends {0}: {1} instead. VS Code on the desktop sends it as typed.",
                  field.name,
                  fate.sent,
                ),
        };
      }
    }
    if (request.body && message.hasBody && forbidsBody(method)) {
      yield {
        at: firstWord(message.text, request.body.start),
        message: l10n.t("A browser doesn't send a body with {0}.", method),
      };
    }
  },
};
