import { keepCompiled } from "./compileCache.ts";
import { processConsole } from "./console.ts";
import { exitCode } from "./exitCode.ts";
import { run } from "./program.ts";

// Before the command is loaded.
keepCompiled(process);

// The exit code alone is set: what is still being written to a pipe is not cut off.
void run(process.argv.slice(2), processConsole()).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error("soaphttp: This is a bug.", error);
    process.exitCode = exitCode.usage;
  },
);
