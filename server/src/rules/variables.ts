import * as l10n from "@vscode/l10n";
import { firstBreak } from "../text/lines.ts";
import { insert } from "./edits.ts";
import type { Rule } from "./rule.ts";

const undefinedVariable: Rule = {
  code: "variable-undefined",
  severity: "error",
  source: "the .soaphttp format",
  *check(message) {
    const { scope } = message;
    for (const reference of message.references) {
      if (scope.lookup(reference.name).kind !== "undefined") continue;
      yield {
        at: reference,
        message: l10n.t("The variable {0} is not defined. Looked in: {1}.", reference.name, scope.sources.join(", ")),
        fixes: () => [
          {
            title: l10n.t("Define {0} above the request", reference.name),
            edits: [insert(message.request.first.start, `@${reference.name} = ${firstBreak(message.text)}`)],
          },
        ],
      };
    }
  },
};

const refused: Rule = {
  code: "variable-value-refused",
  severity: "error",
  source: "the .soaphttp format; XML 1.0 sections 2.5 and 2.7",
  *check(message) {
    for (const { start, end, name, why } of message.body?.refused ?? []) {
      yield {
        at: { start, end },
        message: l10n.t(
          "The value of {0} holds {1}, which would end or break the section that it stands in.",
          name,
          why,
        ),
      };
    }
  },
};

export const variableRules: readonly Rule[] = [undefinedVariable, refused];
