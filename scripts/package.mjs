// Packs the extension for publishing.
// usage: node scripts/package.mjs [FILE]        FILE: dist/soaphttp.vsix by default
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { install } from "../test/hosts/install.mjs";
import { noticesFile } from "./bundle/notices.mjs";
import { ensurePackages } from "./packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds the extension and packs it. Rejects if the package is too large, or if a file of the manifest is missing in it.
 * @param {string} [file] relative to the project
 * @returns {Promise<string>} the absolute path of the VSIX
 */
export async function pack(file = "dist/soaphttp.vsix") {
  const { bundle } = await import("../esbuild.mjs");
  await bundle({ production: true });
  const { createVSIX } = createRequire(join(await install("vsce"), "package.json"))("@vscode/vsce");
  const packagePath = resolve(root, file);
  const staged = stage();
  await createVSIX({ cwd: staged, packagePath, dependencies: false }).finally(() =>
    rmSync(staged, { recursive: true }),
  );
  const vsix = readFileSync(packagePath);
  if (vsix.length > maxBytes) throw new Error(`the package has ${vsix.length} bytes; at most ${maxBytes} are allowed`);
  const packed = new Set(namesInZip(vsix));
  const missing = [...namedFiles(), `dist/${noticesFile}`].filter((name) => !packed.has(`extension/${name}`));
  if (missing.length > 0) throw new Error(`.vscodeignore leaves out what is needed: ${missing.join(", ")}`);
  return packagePath;
}

// 1,443,718 with exports, and with the code that reads WSDLs and checks by their schemas in both hosts and in the command line.
const maxBytes = 1_480_000;

/**
 * Copies the folders and files from which .vscodeignore includes something: vsce searches everything beside them, and the
 * test hosts have a hundred thousand files.
 */
function stage() {
  const patterns = readFileSync(join(root, ".vscodeignore"), "utf8").split("\n");
  const named = patterns.filter((line) => line.startsWith("!")).map((line) => line.slice(1).split("/")[0]);
  mkdirSync(join(root, "out"), { recursive: true });
  const staged = mkdtempSync(join(root, "out", "package-"));
  for (const name of [...named, ".vscodeignore"].flatMap((pattern) => matching(pattern))) {
    cpSync(join(root, name), join(staged, name), { recursive: true, filter: (source) => !source.endsWith(".vsix") });
  }
  return staged;
}

function matching(pattern) {
  const [before, after] = pattern.split("*");
  return readdirSync(root).filter((name) =>
    after === undefined ? name === before : name.startsWith(before) && name.endsWith(after),
  );
}

/** Returns the files in the manifest: strings such as `./images/icon.svg`. `bin` is for npm, `l10n` is a folder. */
function namedFiles() {
  const { bin: _, l10n: __, ...manifest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const paths = JSON.stringify(manifest).match(/"\.\/[^"]+"/g) ?? [];
  return paths.map((path) => relative(root, resolve(root, JSON.parse(path))).replaceAll("\\", "/"));
}

/** Returns the names in a ZIP file's central directory (APPNOTE 4.3.12). */
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
