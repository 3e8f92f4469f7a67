import nodeModule from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { processConsole } from "./console.ts";
import { run } from "./program.ts";
import { endWith } from "./systemError.ts";

// Also for rejections.
process.on("uncaughtException", endWith);

// Before the command is loaded.
keepCompiled(process);

// Without `exit`, which would cut off what is still being written to a pipe.
void run(process.argv.slice(2), processConsole()).then((code) => {
  process.exitCode = code;
});

/**
 * Caches what V8 compiles, from Node 22.1 on. The cache contains code, so other users must not be able to write to it:
 * Node's default is the folder for temporary files, which only on Windows and macOS belongs to the user.
 */
function keepCompiled({ env, platform }: Pick<NodeJS.Process, "env" | "platform">): void {
  if (!("enableCompileCache" in nodeModule) || typeof nodeModule.enableCompileCache !== "function") return;
  const chosen = env["NODE_COMPILE_CACHE"] || platform === "win32" || platform === "darwin";
  nodeModule.enableCompileCache(
    chosen ? undefined : join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "soaphttp"),
  );
}
