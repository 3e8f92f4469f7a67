// Packs the extension for publishing, or with --cli the command line and the language server as a package of npm.
// usage: node scripts/package.mjs [FILE]        FILE: dist/soaphttp.vsix by default
//        node scripts/package.mjs --cli         makes the package's folder, dist/npm, and packs it into dist
//        node scripts/package.mjs --release TAG both, with notices and checksums, in dist/release; the tag must be vVERSION
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
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
  const { bundle } = await import("./bundle.mjs");
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

/**
 * Builds the command line and the language server as a package without dependencies, and packs it with `npm pack`. Rejects
 * if it is too large.
 * @param {string} [folder] for the tarball and, in `npm`, its content; relative to the project
 * @returns {Promise<string>} the absolute path of the tarball
 */
export async function packCommandLine(folder = "dist") {
  const { bundle, bundleCommands, parts } = await import("./bundle.mjs");
  const content = resolve(root, folder, "npm");
  rmSync(content, { recursive: true, force: true });
  const write = (name, text) => {
    mkdirSync(dirname(join(content, name)), { recursive: true });
    writeFileSync(join(content, name), text);
  };
  const { version, license, repository, bugs, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const built = new Map((await bundle({ production: true, write: false })).map(({ file, text }) => [file, text]));
  const programs = [
    ...Object.values(bin).map((path) => relative(".", path)),
    "dist/server/xpath.js",
    "dist/server/xpathProcess.js",
    "dist/cli/program.js",
    "dist/cli/mcpLibrary.js",
    "dist/cli/pac.js",
  ];
  for (const file of programs) write(file, built.get(file));
  const writePart = (file, name) => write(file, `module.exports = require("../cli/commands.js")["${name}"];\n`);
  for (const name of parts.keys()) writePart(`dist/cli/${name}.js`, name);
  writePart("dist/server/node.js", "languageServer");
  await bundleCommands(join(content, "dist/cli/commands.js"));
  write(noticesFile, built.get(`dist/${noticesFile}`));
  write("LICENSE", readFileSync(join(root, "LICENSE"), "utf8"));
  write("README.md", readFileSync(join(root, "scripts/bundle/npm.md"), "utf8"));
  const description = "Checks, sends and tests SOAP requests as raw HTTP messages, and a language server for them";
  const engines = { node: ">=20.11" };
  const manifest = { name: "soaphttp", version, description, license, repository, bugs, bin, engines };
  write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  return npmPack(content, resolve(root, folder));
}

/**
 * Packs the extension and the command line, and adds the notices and checksums of the files. Rejects if the tag doesn't
 * belong to the version, or if the version has no section in the changelog.
 * @param {string | undefined} tag such as `v0.1.0`
 * @param {string} [folder] relative to the project; it is replaced
 * @returns {Promise<string>} the absolute path of the folder
 */
export async function release(tag, folder = "dist/release") {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (tag !== `v${version}`)
    throw new Error(`the version is ${version}: the tag must be v${version}, but it is ${tag}`);
  if (!readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`\n## ${version}\n`)) {
    throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  }
  const place = resolve(root, folder);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  await pack(join(place, `soaphttp-${version}.vsix`));
  for (const file of [await packCommandLine(), join(root, "dist", noticesFile)]) {
    copyFileSync(file, join(place, basename(file)));
  }
  const sums = readdirSync(place).map((name) => `${sha256(readFileSync(join(place, name)))}  ${name}\n`);
  writeFileSync(join(place, "SHA256SUMS"), sums.join(""));
  return place;
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

function npmPack(content, destination) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["pack", "--json", "--pack-destination", destination];
  const { status, stdout, stderr } = spawnSync(npm, args, {
    cwd: content,
    encoding: "utf8",
    shell: npm.endsWith(".cmd"),
  });
  if (status !== 0) throw new Error(`npm pack ended with ${status}:\n${stderr}`);
  const tarball = join(destination, JSON.parse(stdout)[0].filename);
  const { size } = statSync(tarball);
  if (size > maxTarballBytes) throw new Error(`the package has ${size} bytes; at most ${maxTarballBytes} are allowed`);
  return tarball;
}

// The commands with the language server are 850,000, QuickJS 306,000, fontoxpath with its process 139,000, the library of MCP 72,000.
const maxTarballBytes = 1_450_000;

// 1,215,441: the server's core is a third of it, and the client a quarter; both hosts share them.
const maxBytes = 1_316_000;

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
  const [first, tag] = process.argv.slice(2);
  const made = first === "--cli" ? packCommandLine() : first === "--release" ? release(tag) : pack(first);
  console.log(`packed ${await made}`);
}
