import * as l10n from "@vscode/l10n";
import { firstBreak } from "../text/lines.ts";
import { insert } from "./edits.ts";
import type { Rule } from "./rule.ts";

const undefinedVariable: Rule = {
  code: "variable-undefined",
  severity: "error",
  source: "the .soaphttp format",
  *check(message) {
    const { scope, bodyFile } = message;
    for (const reference of message.references) {
      const value = scope.lookup(reference.name);
      if (value.kind !== "undefined") continue;
      if (value.why !== undefined) {
        yield { at: reference, message: l10n.t("{0} has no value. {1}", `{{${reference.name}}}`, value.why) };
        continue;
      }
      yield {
        at: reference,
        message: l10n.t("The variable {0} is not defined. {1}", reference.name, scope.lookedIn()),
        fixes: () => [
          {
            title: l10n.t("Define {0} above the request", reference.name),
            edits: [insert(message.request.first.start, `@${reference.name} = ${firstBreak(message.text)}`)],
          },
        ],
      };
    }
    const inFile = new Set(message.bodyFileText?.references.map(({ name }) => name));
    for (const name of bodyFile?.replaced ? inFile : []) {
      const value = scope.lookup(name);
      if (value.kind !== "undefined") continue;
      const why = value.why ?? scope.lookedIn();
      yield {
        at: { start: bodyFile?.start ?? 0, end: bodyFile?.end ?? 0 },
        message: l10n.t("The file {0} uses {1}, which has no value. {2}", bodyFile?.path ?? "", `{{${name}}}`, why),
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
