// Packs the extension as it ships.
// usage: node scripts/package.mjs [FILE]        FILE: dist/soaphttp.vsix by default
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { install } from "../test/hosts/install.mjs";
import { ensurePackages } from "./packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds the extension and packs it. Rejects where the manifest names a file that is not in the package.
 * @param {string} [file] relative to the project
 * @returns {Promise<string>} the absolute path of the VSIX
 */
export async function pack(file = "dist/soaphttp.vsix") {
  const { bundle } = await import("../esbuild.mjs");
  await bundle({ production: true });
  const { createVSIX } = createRequire(join(await install("vsce"), "package.json"))("@vscode/vsce");
  const packagePath = resolve(root, file);
  await createVSIX({ cwd: root, packagePath, dependencies: false });
  const packed = new Set(namesInZip(readFileSync(packagePath)));
  const missing = namedFiles().filter((name) => !packed.has(`extension/${name}`));
  if (missing.length > 0) throw new Error(`package.json names what .vscodeignore leaves out: ${missing.join(", ")}`);
  return packagePath;
}

/** The files that the manifest names: strings such as `./images/icon.svg`. `bin` is npm's, `l10n` a folder. */
function namedFiles() {
  const { bin: _, l10n: __, ...manifest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const paths = JSON.stringify(manifest).match(/"\.\/[^"]+"/g) ?? [];
  return paths.map((path) => relative(root, resolve(root, JSON.parse(path))).replaceAll("\\", "/"));
}

/** The names in a ZIP file's central directory (APPNOTE 4.3.12). */
function namesInZip(bytes) {
  const names = [];
  let at = bytes.readUInt32LE(bytes.lastIndexOf("PK\x05\x06", undefined, "latin1") + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    names.push(bytes.toString("utf8", at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensurePackages();
  console.log(`packed ${await pack(process.argv[2])}`);
}
