import * as l10n from "@vscode/l10n";
import { insertMissing as edits, namesOfMissing } from "../../rules/missing.ts";
import { inDocument, type Transform, type TransformContext } from "./transform.ts";

/** Inserts all missing parts of a request, if there are at least two. */
export function insertMissingParts({ message, section, codes }: TransformContext): Transform[] {
  const missingCodes = codes();
  const names = namesOfMissing(missingCodes);
  if (names.length < 2) return [];
  const title = l10n.t("Insert missing parts: {0}", names.join(", "));
  return [
    { title, kind: "fix", at: message.syntax.first, edits: () => inDocument(section, edits(message, missingCodes)) },
  ];
}
