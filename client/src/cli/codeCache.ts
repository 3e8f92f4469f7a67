import { isAscii } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import nodeModule from "node:module";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { Script } from "node:vm";

type Environment = Pick<NodeJS.Process, "env" | "platform">;

interface CacheOptions {
  /** Flags of V8 that were set. Compiled code is accepted only with the same flags, so each set has files of its own. */
  readonly flags: readonly string[];
  /** `content` is called when the file is written. */
  readonly write: (file: string, content: () => Uint8Array) => Promise<void>;
}

/**
 * Caches what V8 compiles: from Node 22.1 on with Node's own cache, before with one file for each module. Only modules that
 * are loaded later are cached. Whatever is wrong with the cache, the modules are loaded without it.
 */
export function keepCompiled({ env, platform }: Environment, options: CacheOptions): void {
  if (env["NODE_DISABLE_COMPILE_CACHE"]) return;
  const folder = folderIn({ env, platform });
  if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
    nodeModule.enableCompileCache(folder);
  } else if (process.getuid) keepCompiledIn(folder ?? join(tmpdir(), "node-compile-cache"), process.getuid(), options);
}

/**
 * The cache contains code, so other users must not be able to write to it. Undefined for Node's default: the folder for
 * temporary files, which only on Windows and macOS belongs to the user.
 */
function folderIn({ env, platform }: Environment): string | undefined {
  const chosen = env["NODE_COMPILE_CACHE"];
  if (chosen || platform === "win32" || platform === "darwin") return chosen;
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "soaphttp");
}

function keepCompiledIn(folder: string, user: number, { flags, write }: CacheOptions): void {
  const [programs, others] = [dirname(__dirname), require.extensions[".js"]];
  require.extensions[".js"] = (module, path) => {
    if (!path.startsWith(programs + sep)) return others?.(module, path);
    const source = functionOf(readFileSync(path));
    const key = keyOf(path);
    const file = join(folder, `${basename(path)}-${hash([dirname(path), ...flags].join(" "))}.v8`);
    const cachedData = readOwn(file, key, user);
    const script = new Script(source, { filename: path, ...(cachedData ? { cachedData } : {}) });
    const compiled = () => Buffer.concat([Buffer.from(key), script.createCachedData()]);
    if (!cachedData || script.cachedDataRejected) atTheEnd(() => write(file, compiled));
    const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
    run.call(module.exports, module.exports, nodeModule.createRequire(path), module, path, dirname(path));
  };
}

/** Returns a module's text as a function. Its bytes are joined, because V8 would copy joined texts. */
function functionOf(bytes: Buffer): string {
  const [before = "", after = ""] = nodeModule.wrap("\0").split("\0");
  const whole = Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
  // A `#!` line is allowed in a file, but not in a function.
  if (bytes.toString("latin1", 0, 2) === "#!") whole.write("//", before.length);
  // Most programs are in ASCII, which is read without being decoded.
  return whole.toString(isAscii(bytes) ? "latin1" : "utf8");
}

/** The part of a cache key that changes with the module: V8 compares only its length, the version and the flags. */
function keyOf(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${path} ${mtimeMs} ${size} ${process.version} ${process.arch}\n`;
}

/** Returns the cached code for a key, if only the user can have written it. */
function readOwn(file: string, key: string, user: number): Buffer | undefined {
  try {
    for (const path of [dirname(file), file]) {
      const { uid, mode } = statSync(path);
      if (uid !== user || (mode & 0o022) !== 0) return undefined;
    }
    const content = readFileSync(file);
    const keyLength = Buffer.byteLength(key);
    return content.toString("utf8", 0, keyLength) === key ? content.subarray(keyLength) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes when the process has nothing left to do, because then the functions that were called are compiled, too. A
 * language server is killed, so it writes after 10 seconds.
 */
function atTheEnd(write: () => Promise<void>): void {
  const once = () => {
    clearTimeout(timer);
    process.off("beforeExit", once);
    void write();
  };
  const timer = setTimeout(once, 10_000).unref();
  process.on("beforeExit", once);
}

/** FNV-1a, so that Node's crypto need not be loaded. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16);
}
