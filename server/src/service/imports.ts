import { importSources } from "../import/import.ts";
import { checklistFile, needsLook } from "../import/write/checklist.ts";
import type { ImportParams, ImportResult } from "../protocol/protocol.ts";
import { fromBase64, toBase64 } from "../text/base64.ts";

/** The import of an editor: files as messages contain them. */
export function importProjects({ sources }: ImportParams): ImportResult {
  const encoder = new TextEncoder();
  const found = importSources(
    sources.map(({ files, ...source }) => ({
      ...source,
      files: files.map(({ path, bytes }) => ({ path, bytes: fromBase64(bytes) })),
    })),
  );
  return {
    projects: found.flatMap((one) => {
      if ("problem" in one) return [];
      const { name, folder, files, requests, tests, items } = one;
      const encoded = files.map(({ path, content }) => {
        return { path, bytes: toBase64(typeof content === "string" ? encoder.encode(content) : content) };
      });
      const looks = items.filter(needsLook).length;
      return [{ name, folder, files: encoded, checklist: checklistFile, requests, tests, looks }];
    }),
    problems: found.flatMap((one) => ("problem" in one ? [one.problem] : [])),
  };
}
