import * as l10n from "@vscode/l10n";
import { toBase64 } from "../text/base64.ts";
import { replace } from "./edits.ts";
import type { Rule } from "./rule.ts";

/** No message shows the credentials: diagnostics are copied, and shown to others. */
const basic: Rule = {
  code: "authorization-basic",
  severity: "error",
  source: "RFC 7617 section 2",
  *check(message) {
    for (const { value } of message.fieldsNamed("authorization")) {
      if (!value.known || !/^basic[ \t]/i.test(value.text)) continue;
      const credentials = value.text.slice("basic".length).trim();
      if (credentials === "" || /^[A-Za-z0-9+/=]*$/.test(credentials)) continue;
      const start = value.text.indexOf(credentials, "basic".length);
      const at = value.at({ start, end: start + credentials.length });
      const pair = credentials.includes(":") ? credentials : credentials.replace(/[ \t]/, ":");
      const isTyped = message.slice(at) === credentials && pair.includes(":");
      yield {
        at,
        message: l10n.t("Basic credentials must be user:password, encoded as Base64."),
        fixes: () => {
          if (!isTyped) return [];
          const encoded = toBase64(new TextEncoder().encode(pair));
          return [{ title: l10n.t("Encode as Base64"), edits: [replace(at, encoded)] }];
        },
      };
    }
  },
};

export const authorizationRules: readonly Rule[] = [basic];
