import { keepCompiled } from "./codeCache.ts";
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
