import assert from "node:assert/strict";
import { importSources } from "../../server/src/import/import.ts";
import type { ImportedFile, ImportedSource, UnimportedSource } from "../../server/src/import/result.ts";
import { importTools } from "../../server/src/service/languageService.ts";

/** Files to import, by path: as text, as bytes, or as a value for JSON. */
export type SourceTexts = Readonly<Record<string, string | Uint8Array | object>>;

export interface WrittenSource extends ImportedSource {
  readonly files: readonly ImportedFile[];
}

/** The sources that are made from files, each chosen on its own. */
export function importAll(sources: SourceTexts): readonly (WrittenSource | UnimportedSource)[] {
  const results = importSources(
    Object.entries(sources).map(([path, content]) => {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(text);
      return { path, isFolder: false, files: [{ path, bytes }] };
    }),
    importTools,
  );
  return Array.from(results, (source) => ("problem" in source ? source : { ...source, files: [...source.files] }));
}

/** The one source that is made from files. */
export function imported(sources: SourceTexts): WrittenSource {
  const [only, ...others] = importAll(sources);
  assert.ok(only && others.length === 0, `${others.length + 1} sources`);
  assert.ok("items" in only, "problem" in only ? only.problem : "");
  return only;
}

export function problemOf(sources: SourceTexts): string {
  const [only] = importAll(sources);
  assert.ok(only && "problem" in only, "it can be imported");
  return only.problem;
}

export function textIn({ files }: WrittenSource, path: string): string {
  const content = files.find((one) => one.path === path)?.content;
  assert.ok(content !== undefined, `${path} isn't among ${files.map((one) => one.path).join(", ")}`);
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

/** `kind type: outcome` for each item. */
export function outcomesOf({ items }: ImportedSource): readonly string[] {
  return items.map(({ kind, type, outcome }) => `${kind} ${type}: ${outcome}`);
}
