import nodeModule from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { processConsole } from "./console.ts";
import { run } from "./program.ts";
import { endWith } from "./systemError.ts";

// Rejections come here, too.
process.on("uncaughtException", endWith);

// Before the command is loaded.
keepCompiled(process);

// The exit code alone is set: what is still being written to a pipe is not cut off.
void run(process.argv.slice(2), processConsole()).then((code) => {
  process.exitCode = code;
});

/**
 * Keeps what V8 has compiled for the next process, from Node 22.1 on. It is run as code, so it is kept where no other user
 * can write: Node's own choice is the folder for temporary files, which elsewhere than on Windows and macOS is everybody's.
 */
function keepCompiled({ env, platform }: Pick<NodeJS.Process, "env" | "platform">): void {
  if (!("enableCompileCache" in nodeModule) || typeof nodeModule.enableCompileCache !== "function") return;
  const chosen = env["NODE_COMPILE_CACHE"] || platform === "win32" || platform === "darwin";
  nodeModule.enableCompileCache(
    chosen ? undefined : join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "soaphttp"),
  );
}
