// Builds modules of the project as they ship, and imports them.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Imports what modules export. @param {...string} modules paths from the project's root, `./server/src/…` */
export async function importBundled(...modules) {
  const folder = mkdtempSync(join(root, "node_modules", ".bench-"));
  const outfile = join(folder, "modules.mjs");
  try {
    await build({
      absWorkingDir: root,
      stdin: {
        contents: modules.map((path) => `export * from ${JSON.stringify(path)};`).join("\n"),
        resolveDir: root,
        loader: "ts",
      },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "node",
      packages: "external",
      outfile,
      logLevel: "warning",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
