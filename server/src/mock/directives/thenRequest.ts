import * as l10n from "@vscode/l10n";
import { declaredIn } from "../../expectations/declared.ts";
import { whyUnread } from "../../resources/importedFiles.ts";
import type { Resolver } from "../../resources/resolver.ts";
import { nearest } from "../../text/similar.ts";
import type { MockDirectiveProblem, MockDirectives } from "./directives.ts";

/** What is wrong with the file of `# @then`, or with the name of its request. */
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
