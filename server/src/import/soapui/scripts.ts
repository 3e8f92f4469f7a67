import type { CollectionComment } from "../collection.ts";
import type { Ledger } from "../ledger.ts";
import type { ProjectElement } from "./projectXml.ts";

const names: ReadonlySet<string> = new Set([
  ...["setupScript", "tearDownScript", "reportScript", "afterLoadScript", "beforeSaveScript", "beforeRunScript"],
  ...["afterRunScript", "startScript", "stopScript", "onRequestScript", "afterRequestScript", "script"],
]);

/** The scripts of a project, suite, case or mock service, whole, as comments. */
export function scriptComments(
  element: ProjectElement,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  return element.children.flatMap((script): CollectionComment[] => {
    if (!names.has(script.name) || script.text.trim() === "") return [];
    const item = ledger.add("script", script.name, path);
    return [{ kind: "comment", item, text: `${script.name} of ${path.at(-1) ?? ""}\n${script.text}` }];
  });
}
