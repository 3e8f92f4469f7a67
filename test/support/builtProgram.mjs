// The production build of the command line and the language server, in a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/bundle.mjs";

/** Removed when the process ends. Not below node_modules, where httpYac ignores files. */
export const folder = mkdtempSync(join(tmpdir(), "soaphttp-built-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Writes files into the folder. @param {Record<string, string>} files texts by path */
export function write(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

let built;

/** Builds once, and returns the path of the command line. The language server is beside it. */
export function program() {
  built ??= build();
  return built;
}

async function build() {
  const bundled = await bundle({ write: false, production: true });
  const files = bundled.filter(({ file }) => /^dist\/(?:cli|server)\//.test(file));
  write(Object.fromEntries(files.map(({ file, text }) => [file, text])));
  return join(folder, "dist", "cli", "soaphttp.js");
}
