import * as l10n from "@vscode/l10n";
import { parseDocument, visit } from "yaml";
import { decodeText } from "../../text/decode.ts";
import { importedLevels } from "../../text/limits.ts";
import type { SourceFile } from "../source.ts";
import { type JsonObject, objectOf } from "./json.ts";

/** Length in bytes of the examined beginning of a file. */
const examined = 4_000;

const version4 = /^_type:[ \t]{0,10}["']?export\b/m;
const version5 = /^type:[ \t]{0,10}["']?(?:collection|environment|spec|globals)\.insomnia\.rest\/5/m;

export function beginsLikeExport({ bytes }: SourceFile): boolean {
  const beginning = decodeText(bytes.subarray(0, examined)).text;
  return version4.test(beginning) || version5.test(beginning);
}

/** Duplicate keys aren't checked, because that takes quadratic time. */
const options = { uniqueKeys: false, schema: "core", logLevel: "silent" } as const;

/** The object in a YAML document, or a sentence that explains why it can't be read. */
export function yamlObject({ bytes }: SourceFile): JsonObject | string {
  try {
    const document = parseDocument(decodeText(bytes).text, options);
    const [error] = document.errors;
    if (error) return problem(error.message);
    // Aliases could expand a small file to a large one, and exports contain none, so they are refused.
    let alias: string | undefined;
    visit(document, {
      Alias(_, { source }) {
        alias = source;
        return visit.BREAK;
      },
    });
    return alias === undefined ? (objectOf(document.toJS()) ?? problem("")) : problem(`*${alias}`);
  } catch (error) {
    // The library is recursive, so it fails if the nesting is too deep.
    if (error instanceof RangeError) return l10n.t("The file is nested more than {0} levels deep.", importedLevels);
    return problem(error instanceof Error ? error.message : "");
  }
}

function problem(why: string): string {
  const [line] = why.split("\n", 1);
  return line ? l10n.t("The file is not valid YAML: {0}", line) : l10n.t("The file is not valid YAML.");
}
