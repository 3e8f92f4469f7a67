import type { ImportParams, ImportResult } from "../protocol/protocol.ts";
import { fromBase64, toBase64 } from "../text/base64.ts";
import { importTools } from "./importTools.ts";
import type * as library from "./library.ts";

/** The library for the import, which a host loads when it is first needed. */
export type ImportLibrary = typeof library;

/** Imports files for an editor, which sends them in messages. */
export function importProjects(
  { sources }: ImportParams,
  { importSources, needsLook, checklistFile }: ImportLibrary,
): ImportResult {
  const encoder = new TextEncoder();
  const chosen = sources.map(({ files, ...source }) => {
    return { ...source, files: files.map(({ path, bytes }) => ({ path, bytes: fromBase64(bytes) })) };
  });
  const imported = [...importSources(chosen, importTools)];
  return {
    projects: imported.flatMap((project) => {
      if ("problem" in project) return [];
      const { name, folder, files, requests, tests, items } = project;
      const encoded = Array.from(files, ({ path, content }) => {
        return { path, bytes: toBase64(typeof content === "string" ? encoder.encode(content) : content) };
      });
      const looks = items.filter(needsLook).length;
      const definitions = [...new Set(items.flatMap(({ address }) => address ?? []))];
      return [{ name, folder, files: encoded, checklist: checklistFile, requests, tests, looks, definitions }];
    }),
    problems: imported.flatMap((one) => ("problem" in one ? [one.problem] : [])),
  };
}
