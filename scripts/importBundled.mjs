// Lets scripts use the sources, which are written in TypeScript.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles modules, minified as they ship, and imports what they export. @param {...string} paths from the project's root */
export async function importBundled(...paths) {
  const folder = mkdtempSync(join(root, "node_modules", ".bundled-"));
  const outfile = join(folder, "modules.mjs");
  const contents = paths.map((path) => `export * from ${JSON.stringify(`./${path}`)};`).join("\n");
  const how = { bundle: true, minify: true, format: "esm", platform: "node", packages: "external" };
  try {
    await build({ ...how, absWorkingDir: root, stdin: { contents, resolveDir: root, loader: "ts" }, outfile });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
