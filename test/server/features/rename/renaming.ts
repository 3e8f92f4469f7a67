import assert from "node:assert/strict";
import { renameAt } from "../../../../server/src/features/rename/rename.ts";
import type { Rename } from "../../../../server/src/features/rename/renaming.ts";
import { applyEdits } from "../../../../server/src/service/languageService.ts";
import { mark, withCursor } from "../../../support/marked.ts";
import { requestSections } from "../../../support/structure.ts";

/** The document and its name that can be renamed at the cursor. */
export function renaming(source: string): {
  readonly text: string;
  readonly offset: number;
  readonly found: Rename | undefined;
} {
  const { text, offset } = withCursor(source.replace(/[«»]/g, ""));
  return { text, offset, found: renameAt(requestSections(text), offset) };
}

/** Expects the name `name` at the cursor, and that renaming it changes exactly the marked ranges to the new name. */
export function expectRenamed(source: string, name: string, newName = "renamed"): void {
  const { text, offset, found } = renaming(source);
  assert.ok(found?.kind === "renamable", `nothing to rename: ${JSON.stringify(found)}`);
  assert.equal(found.name, name);
  assert.equal(text.slice(found.at.start, found.at.end), name, "what is selected");
  assert.ok(found.at.start <= offset && offset <= found.at.end, "it is selected elsewhere");
  const renamed = found.to(newName);
  assert.ok(renamed.kind === "edits", JSON.stringify(renamed));
  assert.equal(mark(text, renamed.edits), mark(text, withCursor(source).spans));
  for (const { newText } of renamed.edits) assert.equal(newText, newName);
}

/** The document after the rename. */
export function renamed(source: string, newName: string): string {
  const { text, found } = renaming(source);
  const result = found?.kind === "renamable" ? found.to(newName) : found;
  assert.ok(result?.kind === "edits", JSON.stringify(result));
  return applyEdits(text, result.edits);
}

/** The reason why the name at the cursor can't be changed, or not to this name. */
export function whyNot(source: string, newName = "renamed"): string {
  const { found } = renaming(source);
  const result = found?.kind === "renamable" ? found.to(newName) : found;
  assert.ok(result?.kind === "refused", JSON.stringify(result));
  return result.reason;
}

export function expectNothing(source: string): void {
  assert.equal(renaming(source).found, undefined);
}
