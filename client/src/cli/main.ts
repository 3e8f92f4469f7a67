import { keepCompiled } from "./compileCache.ts";
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
