import nodeModule from "node:module";
import { processConsole } from "./console.ts";
import { exitCode } from "./exitCode.ts";
import { run } from "./program.ts";

// From Node 22.1 on: the commands, which are loaded after this, are compiled once for all processes.
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
  nodeModule.enableCompileCache();
}

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
