import * as l10n from "@vscode/l10n";
import { insertMissing as edits, namesOfMissing } from "../../rules/missing.ts";
import { inDocument, type Transform, type TransformContext } from "./transform.ts";

/** All that a request lacks at once, where it lacks more than one thing. */
export function insertMissing({ message, section, codes }: TransformContext): Transform[] {
  const found = codes();
  const names = namesOfMissing(found);
  if (names.length < 2) return [];
  return [
    {
      title: l10n.t("Insert missing parts: {0}", names.join(", ")),
      kind: "fix",
      at: message.request.first,
      edits: () => inDocument(section, edits(message, found)),
    },
  ];
}
