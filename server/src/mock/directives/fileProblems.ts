import * as l10n from "@vscode/l10n";
import { columnNames } from "../../data/columns.ts";
import { declaredIn } from "../../expectations/declared.ts";
import { whyUnread } from "../../resources/importedFiles.ts";
import type { ExternalFile, Resolver } from "../../resources/resolver.ts";
import { nearest } from "../../text/similar.ts";
import type { MockDirectiveProblem, MockDirectives, RowChoice } from "./directives.ts";

/** The problem of a response's data file, or of the column that its rows are chosen by. */
export function dataFileProblem(
  { start, end, file: path, column }: RowChoice,
  file: ExternalFile,
): MockDirectiveProblem | undefined {
  const code = "data-file-missing";
  switch (file.kind) {
    case "pending":
      return undefined;
    case "missing": {
      const message = l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path);
      return { start, end, code, message };
    }
    case "refused":
      return { start, end, code, message: l10n.t("{0} can't be read: {1}", path, file.why) };
    case "bytes":
      break;
  }
  const names = columnNames({ path }, file.bytes);
  if (names.length === 0 || names.includes(column.name)) return undefined;
  const near = nearest(column.name, names);
  const message =
    near === undefined
      ? l10n.t("{0} has no column {1}. Its columns are {2}.", path, column.name, names.join(", "))
      : l10n.t("{0} has no column {1}. Did you mean {2}?", path, column.name, near);
  return { start: column.start, end: column.end, code: "directive-value", message, instead: near };
}

/** The problem of the file that `# @then` names, or of the name of its request. */
export function thenProblem(
  { start, end, path, name }: MockDirectives["thens"][number],
  file: ReturnType<Resolver["imported"]>,
): MockDirectiveProblem | undefined {
  const at = { start, end };
  const why = whyUnread(path, file);
  if (why !== undefined) return { ...at, code: "data-file-missing", message: why };
  if (file.kind !== "imported") return undefined;
  const { requests } = declaredIn(file.document);
  if (requests.has(name)) return undefined;
  const near = nearest(name, requests);
  const message =
    near === undefined
      ? l10n.t("No request in {0} is named {1}.", path, name)
      : l10n.t("No request in {0} is named {1}. Did you mean {2}?", path, name, near);
  return { start: end - name.length, end, code: "directive-value", message, instead: near };
}
